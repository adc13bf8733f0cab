/** What editors put together, over HTTP: collections, the front page, and the list behind every "more". */
import type {
  CollectionRecord,
  getCollection,
  getHome,
  HomeSlotRecord,
  listBookCards,
  listCollections,
  OutputOf,
  queryBooks,
} from '@shufang/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countPopularity } from '../features/catalog/count-popularity.ts';
import { granted, uploadPictureAs } from './testing/file-scene.ts';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

let shop: TestServer;
let reader: TestPerson;
let editor: TestPerson;
const ids: Record<string, string> = {};

beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  reader = await shop.person('13944440001');
  editor = await shop.person('13944440002', 'editor');
  for (const [title, author, publisher] of [
    ['论语选读', '孔子弟子', '中华书局'],
    ['孟子选读', '孟子', '中华书局'],
    ['庄子选读', '庄子', '古籍社'],
    ['荀子选读', '荀子', '古籍社'],
  ] as const) {
    ids[title] = await shop.book({
      metadata: `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language><dc:creator>${author}</dc:creator><dc:publisher>${publisher}</dc:publisher>`,
      chapters: [['开篇', `《${title}》的开篇。`.repeat(20)]],
    });
    shop.platform.advanceClock?.(1_000);
  }
});
afterAll(() => shop?.close());

const bookOf = (title: string): string => ids[title] ?? '';
const ask = async <T>(url: string, as?: TestPerson): Promise<T> => granted(await shop.call<T>(url, as === undefined ? {} : { as }));
const save = async (body: object): Promise<CollectionRecord> =>
  granted(await shop.call<CollectionRecord>('/api/admin/collection/save', { as: editor, body }));
const saveSlot = async (body: object): Promise<HomeSlotRecord> =>
  granted(await shop.call<HomeSlotRecord>('/api/admin/slot/save', { as: editor, body }));
const titles = (books: readonly { title: string }[]): string[] => books.map((book) => book.title);

describe('a collection', () => {
  test('is hidden until an editor shows it, then has its books in their order with the notes', async () => {
    const made = await save({
      kind: 'series',
      title: '诸子选读',
      intro: '四家之言。',
      curator: '编辑部',
      items: [{ bookId: bookOf('庄子选读'), note: '先读这本' }, { bookId: bookOf('论语选读') }, { bookId: bookOf('庄子选读') }],
    });
    expect(made.items.map((item) => [item.title, item.note])).toEqual([
      ['庄子选读', '先读这本'],
      ['论语选读', ''],
    ]);
    expect((await shop.call(`/api/collection/get?id=${made.id}`)).code).toBe('catalog.collectionNotFound');
    await save({ id: made.id, visible: true });
    const shown = await ask<OutputOf<typeof getCollection>>(`/api/collection/get?id=${made.id}`);
    expect(shown).toMatchObject({
      collection: { title: '诸子选读', kind: 'series', bookCount: 2 },
      curator: '编辑部',
      totals: { books: 2, owned: 0 },
    });
    expect(shown.items.map((item) => [item.book.title, item.note, item.right.kind])).toEqual([
      ['庄子选读', '先读这本', 'free'],
      ['论语选读', '', 'free'],
    ]);
  });

  test('keeps a book that was taken off the shelf, marked, and does not count it', async () => {
    const made = await save({
      kind: 'list',
      title: '选本',
      visible: true,
      items: [{ bookId: bookOf('荀子选读') }, { bookId: bookOf('孟子选读') }],
    });
    const shelve = (state: string) =>
      shop.call('/api/admin/book/shelf', { as: editor, body: { bookId: bookOf('荀子选读'), state, reason: '测试' } });
    await shelve('offShelf');
    const shown = await ask<OutputOf<typeof getCollection>>(`/api/collection/get?id=${made.id}`);
    expect(shown.items.map((item) => [item.book.title, item.isListed, item.right.kind])).toEqual([
      ['荀子选读', false, 'none'],
      ['孟子选读', true, 'free'],
    ]);
    expect(shown.collection.bookCount).toBe(1);
    const listed = await ask<OutputOf<typeof queryBooks>>(`/api/book/query?source=collection&id=${made.id}`);
    expect([listed.title, titles(listed.items)]).toEqual(['选本', ['孟子选读']]);
    const cards = await ask<OutputOf<typeof listBookCards>>(`/api/book/cards?bookIds=${bookOf('荀子选读')},${bookOf('孟子选读')}`);
    expect(cards.items.map((item) => [item.book.title, item.shelfState])).toEqual([
      ['荀子选读', 'offShelf'],
      ['孟子选读', 'published'],
    ]);
    await shelve('published');
  });

  test('is for editors to change, and refuses what cannot be', async () => {
    expect((await shop.call('/api/admin/collection/save', { as: reader, body: { title: '我的' } })).code).toBe('forbidden');
    expect((await shop.call('/api/admin/collection/list')).code).toBe('requestLogin');
    for (const [body, code] of [
      [{ kind: 'list' }, 'request.invalid'],
      [{ id: bookOf('孟子选读'), title: '没有' }, 'catalog.collectionNotFound'],
      [{ title: '有没有的书', items: [{ bookId: `0${'9'.repeat(25)}` }] }, 'catalog.bookNotFound'],
      [{ title: '别人的图', pictureFileId: 'nobody' }, 'file.notFound'],
    ] as const) {
      expect((await shop.call('/api/admin/collection/save', { as: editor, body })).code).toBe(code);
    }
  });

  test('can be put in order and removed', async () => {
    const [first, second] = [await save({ title: '甲', visible: true, items: [] }), await save({ title: '乙', visible: true, items: [] })];
    await shop.call('/api/admin/collection/arrange', { as: editor, body: { ids: [second.id, first.id] } });
    const order = async () => titles((await ask<OutputOf<typeof listCollections>>('/api/collection/list')).items);
    expect((await order()).slice(0, 2)).toEqual(['乙', '甲']);
    for (const { id } of [first, second]) granted(await shop.call('/api/admin/collection/remove', { as: editor, body: { id } }));
    expect(await order()).not.toContain('甲');
    expect((await shop.call('/api/admin/collection/remove', { as: editor, body: { id: first.id } })).code).toBe(
      'catalog.collectionNotFound',
    );
  });
});

describe('the front page', () => {
  test('shows a place from its beginning to its end, and none whose target is gone', async () => {
    const now = shop.platform.clock.now();
    const list = await save({ title: '开学书单', intro: '新学期', visible: true, items: [{ bookId: bookOf('论语选读') }] });
    await saveSlot({ slot: 'banner', targetType: 'collection', target: list.id, startAt: now + 10_000, endAt: now + 20_000 });
    const row = await saveSlot({ slot: 'row', targetType: 'collection', target: list.id });
    const home = () => ask<OutputOf<typeof getHome>>('/api/home/get');
    expect((await home()).banners).toEqual([]);
    shop.platform.advanceClock?.(10_000);
    expect((await home()).banners).toMatchObject([{ title: '开学书单', lead: '新学期', address: `/book/collection/${list.id}` }]);
    const shelve = (state: string) =>
      shop.call('/api/admin/book/shelf', { as: editor, body: { bookId: bookOf('论语选读'), state, reason: '勘误' } });
    granted(await shelve('offShelf'));
    // Without a book to read there is nothing to lead to.
    expect((await home()).banners).toEqual([]);
    granted(await shelve('published'));
    shop.platform.advanceClock?.(10_000);
    const later = await home();
    expect(later.banners).toEqual([]);
    expect(later.rows.map((one) => [one.collection.title, titles(one.books)])).toEqual([['开学书单', ['论语选读']]]);
    expect(titles(later.collections)).toContain('开学书单');
    granted(await shop.call('/api/admin/collection/remove', { as: editor, body: { id: list.id } }));
    expect((await home()).rows).toEqual([]);
    expect((await shop.call('/api/admin/slot/remove', { as: editor, body: { id: row.id } })).code).toBe('catalog.slotNotFound');
  });

  test('says in the list of places why readers do not see one that is turned on', async () => {
    const list = await save({ title: '旧书单', visible: true, items: [{ bookId: bookOf('孟子选读') }] });
    const places = [
      await saveSlot({ slot: 'row', targetType: 'collection', target: list.id }),
      await saveSlot({ slot: 'banner', targetType: 'book', target: bookOf('孟子选读') }),
    ];
    const obstacles = async () => {
      const { items } = granted(await shop.call<{ items: HomeSlotRecord[] }>('/api/admin/slot/list', { as: editor }));
      return places.map(({ id }) => items.find((item) => item.id === id)?.obstacle);
    };
    expect(await obstacles()).toEqual([undefined, undefined]);
    const shelve = (state: string) =>
      shop.call('/api/admin/book/shelf', { as: editor, body: { bookId: bookOf('孟子选读'), state, reason: '勘误' } });
    granted(await shelve('offShelf'));
    expect(await obstacles()).toEqual(['collectionEmpty', 'bookOffShelf']);
    granted(await shelve('published'));
    await shop.platform.db.pool.query('update book_collection set visible = false where id = $1', [list.id]);
    expect(await obstacles()).toEqual(['collectionHidden', undefined]);
    granted(await shop.call('/api/admin/collection/remove', { as: editor, body: { id: list.id } }));
    granted(await shop.call('/api/admin/slot/remove', { as: editor, body: { id: places[1]?.id } }));
  });

  test('is seen by editors as it will be, with what is hidden and why, and by nobody else', async () => {
    type Home = OutputOf<typeof getHome>;
    const now = shop.platform.clock.now();
    const hiddenList = await save({ title: '未公开书单', visible: false, items: [{ bookId: bookOf('孟子选读') }] });
    const slots = [
      await saveSlot({ slot: 'banner', targetType: 'page', target: '/course/list', title: '草稿', visible: false }),
      await saveSlot({ slot: 'banner', targetType: 'book', target: bookOf('庄子选读'), title: '下周', startAt: now + 60_000 }),
      await saveSlot({ slot: 'row', targetType: 'collection', target: hiddenList.id }),
      await saveSlot({ slot: 'banner', targetType: 'page', target: '/book/list', title: '过期', endAt: now - 1 }),
    ];
    const preview = async (query: string) => ask<Home>(`/api/admin/home/preview?${query}`, editor);
    const shown = await preview('');
    expect(shown.banners.map(({ title, draft }) => [title, draft])).toEqual([
      ['草稿', { isHidden: true, isTargetHidden: false }],
      ['下周', { isHidden: false, startAt: now + 60_000, isTargetHidden: false }],
    ]);
    expect(shown.rows).toMatchObject([{ collection: { title: '未公开书单' }, draft: { isHidden: false, isTargetHidden: true } }]);
    const next = await preview(`drafts=no&at=${now + 60_000}`);
    expect(next.banners).toMatchObject([{ title: '下周' }]);
    expect(next.banners[0]).not.toHaveProperty('draft');
    expect(next.rows).toEqual([]);
    // Readers see none of it, and nobody may keep what an editor saw.
    expect(await ask<Home>('/api/home/get', reader)).toMatchObject({ banners: [], rows: [] });
    expect((await shop.call('/api/admin/home/preview', { as: reader })).code).toBe('forbidden');
    const answer = await shop.request({
      method: 'GET',
      url: '/api/admin/home/preview',
      headers: { host: 'localhost:8080', ...editor.headers },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    for (const { id } of slots) granted(await shop.call('/api/admin/slot/remove', { as: editor, body: { id } }));
    granted(await shop.call('/api/admin/collection/remove', { as: editor, body: { id: hiddenList.id } }));
  });

  test('shows the picture an editor gave, also after the file itself was deleted', async () => {
    const bytes = await sharp({ create: { width: 64, height: 24, channels: 3, background: '#9d2f24' } })
      .png()
      .toBuffer();
    const file = granted(await uploadPictureAs(shop, editor, bytes, 'image'));
    const slot = await saveSlot({ targetType: 'page', target: '/course/list', title: '全部教材', pictureFileId: file.id });
    expect(slot.picture).toMatch(/^\/api\/media\/catalog\/[0-9a-f]{64}$/);
    granted(await shop.call('/api/file/userFile/delete', { as: editor, body: { fileId: file.id } }));
    const answer = await shop.request({ method: 'GET', url: slot.picture ?? '', headers: { host: 'localhost:8080' } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
    const unknown = await shop.request({ method: 'GET', url: `/api/media/catalog/${'0'.repeat(64)}`, headers: { host: 'localhost:8080' } });
    expect(unknown.statusCode).toBe(404);
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'course/list'])('leads nowhere outside: %s', async (target) => {
    const answer = await shop.call('/api/admin/slot/save', { as: editor, body: { targetType: 'page', target, title: '去' } });
    expect(answer.code).toBe('request.invalid');
  });
});

describe('the list behind every "more"', () => {
  const listed = async (query: string) => titles((await ask<OutputOf<typeof queryBooks>>(`/api/book/query?${query}`)).items);

  test('comes from a publisher or an author by name, and from nowhere without one', async () => {
    expect(await listed(`source=publisher&id=${encodeURIComponent('古籍社')}`)).toEqual(['荀子选读', '庄子选读']);
    expect(await listed(`source=author&id=${encodeURIComponent('孟子')}`)).toEqual(['孟子选读']);
    expect((await shop.call('/api/book/query?source=publisher')).code).toBe('request.invalid');
    expect((await shop.call('/api/book/query?source=stolen')).code).toBe('request.invalid');
  });

  test('has the most read first, and pages through all once in every order', async () => {
    const { db, clock } = shop.platform;
    const count = (readers: Map<string, number>) =>
      countPopularity({ db, clock, countReaders: async () => readers, countFavorites: async () => new Map([[bookOf('庄子选读'), 3]]) });
    await count(new Map([[bookOf('论语选读'), 5]]));
    expect(await listed('source=hot')).toEqual(['庄子选读', '论语选读']);
    await count(new Map([[bookOf('论语选读'), 9]]));
    expect(await listed('source=hot')).toEqual(['论语选读', '庄子选读']);
    for (const sort of ['default', 'newest', 'hot', 'title']) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = await ask<OutputOf<typeof queryBooks>>(`/api/book/query?source=new&sort=${sort}&limit=1&cursor=${cursor}`);
        seen.push(...titles(page.items));
        cursor = page.next ?? '';
      } while (cursor !== '');
      expect([...seen].toSorted()).toEqual(Object.keys(ids).toSorted());
    }
    expect((await shop.call('/api/book/query?source=hot&cursor=nonsense')).code).toBe('request.invalid');
  });
});
