/** A person's shelf, over HTTP and between devices: what the calls write is what sync hands on. */
import {
  formatHlc,
  type getShelf,
  type listFavorites,
  type listRecentBooks,
  newId,
  type OutputOf,
  type pullChanges,
} from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { grantBook } from '../features/commerce/grant-book.ts';
import { granted } from './testing/file-scene.ts';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

let shop: TestServer;
let reader: TestPerson;
let editor: TestPerson;
let people = 0;
const ids: Record<string, string> = {};

beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.person('13966660000', 'editor');
  for (const title of ['论语选读', '孟子选读', '庄子选读']) {
    ids[title] = await shop.book(
      {
        metadata: `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language>`,
        chapters: [['开篇', `《${title}》的开篇。`.repeat(20)]],
      },
      title === '庄子选读' ? { publish: true, accessModel: 'paid', priceFen: 3_000 } : { publish: true },
    );
  }
});
beforeEach(async () => {
  people += 1;
  reader = await shop.person(`1396666${String(people).padStart(4, '0')}`);
});
afterAll(() => shop?.close());

const bookOf = (title: string): string => ids[title] ?? '';
const ask = async <T>(url: string): Promise<T> => granted(await shop.call<T>(url, { as: reader }));
const tell = <T>(url: string, body: object) => shop.call<T>(url, { as: reader, body });
const shelf = () => ask<OutputOf<typeof getShelf>>('/api/shelf/get');
const lying = async () => (await shelf()).items.map(({ book, item }) => [book.title, item] as const);
const pull = async () => (await ask<OutputOf<typeof pullChanges>>('/api/sync/pull?since=0')).changes;
const pushOp = async (op: object) =>
  granted(
    await tell<{ results: { status: string; message?: string }[] }>('/api/sync/push', {
      deviceId: 'devicea',
      ops: [{ id: newId(), kind: 'put', hlc: formatHlc(shop.platform.clock.now(), 0, 'devicea'), fields: {}, ...op }],
    }),
  ).results[0];

describe('the shelf', () => {
  test('holds what was put there and what is owned, pinned ones first, until it is taken away', async () => {
    expect(await shelf()).toEqual({ items: [], groups: [] });
    await tell('/api/shelf/set', { items: [{ bookId: bookOf('论语选读'), onShelf: true }] });
    await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: reader.id, bookId: bookOf('庄子选读') });
    shop.platform.advanceClock?.(1_000);
    await tell('/api/shelf/set', { items: [{ bookId: bookOf('孟子选读'), onShelf: true }] });
    await tell('/api/shelf/set', { items: [{ bookId: bookOf('论语选读'), pinned: true }] });
    expect((await lying()).map(([title]) => title)).toEqual(['论语选读', '孟子选读', '庄子选读']);
    await tell('/api/shelf/set', {
      items: [
        { bookId: bookOf('论语选读'), onShelf: false },
        { bookId: bookOf('庄子选读'), hidden: true },
      ],
    });
    expect((await lying()).map(([title, item]) => [title, item.hidden ?? false])).toEqual([
      ['孟子选读', false],
      ['庄子选读', true],
    ]);
  });

  test('keeps groups, and the books of a removed group in none', async () => {
    const group = newId();
    await tell('/api/shelf/set', {
      groups: [{ id: group, name: '  先秦 ' }],
      items: [{ bookId: bookOf('论语选读'), onShelf: true, groupId: group }],
    });
    expect((await shelf()).groups).toEqual([{ id: group, name: '先秦' }]);
    expect((await lying())[0]?.[1].groupId).toBe(group);
    await tell('/api/shelf/set', { groups: [{ id: group, remove: true }] });
    expect((await shelf()).groups).toEqual([]);
    expect((await lying())[0]?.[1].groupId).toBeUndefined();
    expect((await tell('/api/shelf/set', { groups: [{ id: newId() }] })).code).toBe('sync.opInvalid');
  });

  test('is changed as a whole or not at all', async () => {
    const answer = await tell('/api/shelf/set', {
      groups: [{ id: newId(), name: '先秦' }],
      items: [
        { bookId: bookOf('论语选读'), onShelf: true },
        { bookId: newId(), onShelf: true },
      ],
    });
    expect(answer.code).toBe('catalog.bookNotFound');
    expect(await shelf()).toEqual({ items: [], groups: [] });
    expect(await pull()).toEqual([]);
  });

  test('is one shelf on every device, field by field', async () => {
    const now = shop.platform.clock.now();
    const put = (deviceId: string, ms: number, fields: object) =>
      pushOp({ entity: 'shelfItem', entityId: bookOf('论语选读'), hlc: formatHlc(ms, 0, deviceId), fields });
    await put('devicea', now, { onShelf: true, addedAt: now, pinned: true });
    await put('deviceb', now + 50, { hidden: true });
    expect(await put('devicec', now - 50, { pinned: false, order: 3 })).toMatchObject({ status: 'merged' });
    expect((await pull()).map(({ entity, record }) => [entity, record])).toEqual([
      ['shelfItem', { bookId: bookOf('论语选读'), onShelf: true, addedAt: now, pinned: true, hidden: true, order: 3 }],
    ]);
  });

  test('a wish told by a call is later than what a device with a fast clock wrote', async () => {
    const fast = shop.platform.clock.now() + 300_000;
    await pushOp({
      entity: 'shelfItem',
      entityId: bookOf('论语选读'),
      hlc: formatHlc(fast, 0, 'devicea'),
      fields: { onShelf: true, addedAt: fast },
    });
    await tell('/api/shelf/set', { items: [{ bookId: bookOf('论语选读'), onShelf: false }] });
    expect(await lying()).toEqual([]);
  });

  test('refuses what is no book of ours, and deletion', async () => {
    expect(await pushOp({ entity: 'shelfItem', entityId: newId(), fields: { onShelf: true } })).toMatchObject({ status: 'rejected' });
    expect(await pushOp({ entity: 'shelfItem', entityId: bookOf('论语选读'), kind: 'del' })).toMatchObject({ status: 'rejected' });
    expect(await pushOp({ entity: 'favorite', entityId: `shop:${bookOf('论语选读')}` })).toMatchObject({ status: 'rejected' });
    expect((await shop.call('/api/shelf/get')).code).toBe('requestLogin');
  });
});

describe('the recent books', () => {
  const read = async (title: string) => {
    shop.platform.advanceClock?.(1_000);
    const open = granted(
      await shop.call<{ manifest: { readingOrder: { href: string }[] }; versionId?: string; book: object }>(
        `/api/learn/open?bookId=${bookOf(title)}`,
        { as: reader },
      ),
    );
    const { rows } = await shop.platform.db.pool.query('select current_version_id as id from book where id = $1', [bookOf(title)]);
    return pushOp({
      entity: 'progress',
      entityId: bookOf(title),
      fields: {
        versionId: rows[0].id,
        locator: { href: open.manifest.readingOrder[0]?.href, title: '开篇', locations: { totalProgression: 0.4 } },
      },
    });
  };
  const recent = async () =>
    (await ask<OutputOf<typeof listRecentBooks>>('/api/shelf/recent')).items.map(({ book, locator }) => [book.title, locator.title]);

  test('stand in the order they were read, and leave the list until they are read again', async () => {
    expect(await read('论语选读')).toMatchObject({ status: 'applied' });
    await read('孟子选读');
    expect(await recent()).toEqual([
      ['孟子选读', '开篇'],
      ['论语选读', '开篇'],
    ]);
    await tell('/api/shelf/set', { items: [{ bookId: bookOf('孟子选读'), leaveRecent: true }] });
    expect(await recent()).toEqual([['论语选读', '开篇']]);
    expect(await lying()).toEqual([]);
    await read('孟子选读');
    expect((await recent())[0]).toEqual(['孟子选读', '开篇']);
  });
});

describe('favourites', () => {
  const listed = async () => (await ask<OutputOf<typeof listFavorites>>('/api/favorite/list')).items;

  test('come and go by one call, tell what the book cost then, and reach the other devices', async () => {
    const toggle = (body: object) => tell<{ isFavorite: boolean }>('/api/favorite/toggle', body);
    const book = { targetType: 'book', targetId: bookOf('庄子选读') };
    expect(await toggle(book)).toMatchObject({ message: '已收藏', payload: { isFavorite: true } });
    expect(await listed()).toMatchObject([{ ...book, priceFen: 3_000, book: { book: { title: '庄子选读' } } }]);
    expect((await toggle({ ...book, on: true })).payload).toEqual({ isFavorite: true });
    expect(await toggle(book)).toMatchObject({ message: '已取消收藏', payload: { isFavorite: false } });
    expect(await listed()).toEqual([]);
    expect((await pull()).map(({ entity, entityId }) => [entity, entityId])).toEqual([['favorite', `book:${book.targetId}`]]);
    expect((await toggle({ targetType: 'book', targetId: newId() })).code).toBe('catalog.bookNotFound');
  });

  test('of a collection stay with a note that it is gone', async () => {
    const { id } = granted(
      await shop.call<{ id: string }>('/api/admin/collection/save', {
        as: editor,
        body: { title: '先秦', visible: true, items: [{ bookId: bookOf('论语选读') }] },
      }),
    );
    expect((await tell('/api/collection/favorite', { id })).payload).toEqual({ isFavorite: true });
    expect(await listed()).toMatchObject([{ targetId: id, collection: { title: '先秦', bookCount: 1 } }]);
    granted(await shop.call('/api/admin/collection/remove', { as: editor, body: { id } }));
    expect((await listed())[0]).not.toHaveProperty('collection');
    expect((await tell('/api/collection/favorite', { id })).payload).toEqual({ isFavorite: false });
    expect((await tell('/api/collection/favorite', { id })).code).toBe('catalog.collectionNotFound');
  });
});
