/** Tests of editing collections. */
import type { CollectionRecord, getCollection, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';

testAccess('saveCollection', ['editor', 'admin'], 'id:collection');

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

test('a new collection is hidden until an editor shows it, and lists its books in order with the notes', async () => {
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

test('only editors change collections, and invalid collections are rejected', async () => {
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
