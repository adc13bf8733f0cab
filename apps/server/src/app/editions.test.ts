/** Editions of one work: linked at the desk, listed to readers, the old ones kept by who owns them. */
import type { DeskBook, getBookInfo, listBookEditions, OutputOf, searchBooks } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from './testing/file-scene.ts';
import { openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';

let shop: TestServer;
let editor: TestPerson;
let owner: TestPerson;
let stranger: TestPerson;
let [second, third, fourth, other] = ['', '', '', ''];

const chapters = (title: string) => ({
  metadata: `<dc:identifier id="id">${title}</dc:identifier><dc:title>高等数学</dc:title><dc:language>zh-CN</dc:language>`,
  chapters: [['极限', `${title}的极限。`] as [string, string], ['导数', '导数的定义。'] as [string, string]],
});

beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.person('13677770001', 'editor');
  owner = await shop.person('13677770002');
  stranger = await shop.person('13677770003');
  const paid = { publish: true, accessModel: 'paid', priceFen: 3_000 } as const;
  [second, third, fourth, other] = [
    await shop.book(chapters('第二版'), paid),
    await shop.book(chapters('第三版'), paid),
    await shop.book(chapters('第四版'), { ...paid, publish: false }),
    await shop.book(chapters('别的书'), paid),
  ];
  await shop.platform.db.pool.query(
    `insert into entitlement (id, user_id, book_id, source, starts_at, created_at) values ('e', $1, $2, 'gift', 0, 0)`,
    [owner.id, second],
  );
}, 120_000);
afterAll(() => shop?.close());

const set = (body: object, as = editor) => shop.call<DeskBook>('/api/admin/book/edition', { as, body });
const info = async (bookId: string, as = stranger) =>
  granted(await shop.call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`, { as }));
const editions = async (bookId: string, as = stranger) =>
  granted(await shop.call<OutputOf<typeof listBookEditions>>(`/api/book/editions?bookId=${bookId}`, { as })).items;

test('are linked by an editor, each with a number of its own, with a line in the log', async () => {
  granted(await set({ bookId: second, edition: 2 }));
  const saved = granted(await set({ bookId: third, edition: 3, sameWorkAs: second }));
  expect(saved.editions).toEqual([
    { bookId: third, title: '高等数学', edition: 3, state: 'published' },
    { bookId: second, title: '高等数学', edition: 2, state: 'published' },
  ]);
  granted(await set({ bookId: fourth, edition: 4, sameWorkAs: third }));
  expect(await set({ bookId: other, edition: 2, sameWorkAs: third })).toMatchObject({
    code: 'request.invalid',
    message: '第 2 版已经是《高等数学》，请换一个版次',
  });
  expect((await set({ bookId: other, edition: 1, sameWorkAs: other })).code).toBe('request.invalid');
  expect((await set({ bookId: other, edition: 0 })).code).toBe('request.invalid');
  expect((await set({ bookId: other, edition: 5, sameWorkAs: `0${'1'.repeat(25)}` })).code).toBe('catalog.bookNotFound');
  expect((await set({ bookId: other, edition: 5, sameWorkAs: third }, stranger)).code).toBe('forbidden');
  const { rows } = await shop.platform.db.pool.query("select after from audit_act where act = 'book.edition' order by at, id");
  expect(rows).toMatchObject([{ after: { edition: 2 } }, { after: { edition: 3, editions: [second] } }, { after: { edition: 4 } }]);
});

test('are listed on the page of each with the newest first; a draft is nobody’s yet', async () => {
  expect(await info(second)).toMatchObject({ editionCount: 2, newerEdition: { bookId: third, edition: 3 }, book: { edition: 2 } });
  expect(await info(third)).not.toHaveProperty('newerEdition');
  expect(await info(other)).not.toHaveProperty('editionCount');
  const list = await editions(second, owner);
  expect(list.map(({ edition, book, right }) => [edition, book.id, right.kind])).toEqual([
    [3, third, 'trial'],
    [2, second, 'owned'],
  ]);
  const hits = granted(
    await shop.call<OutputOf<typeof searchBooks>>(`/api/search/query?tab=books&q=${encodeURIComponent('高等数学')}`),
  ).hits.map(({ book }) => book.id);
  expect(hits.indexOf(third)).toBeLessThan(hits.indexOf(second));
  expect(hits.indexOf(second)).toBeGreaterThan(-1);
});

test('an old one taken off the shelf stays with who owns it, and nobody else finds it', async () => {
  granted(await shop.call('/api/admin/book/shelf', { as: editor, body: { bookId: second, state: 'offShelf', reason: '旧版' } }));
  expect((await editions(third, owner)).map(({ edition, right }) => [edition, right.kind])).toEqual([
    [3, 'trial'],
    [2, 'owned'],
  ]);
  expect((await info(second, owner)).newerEdition).toEqual({ bookId: third, edition: 3 });
  expect((await editions(third)).map(({ edition }) => edition)).toEqual([3]);
  expect(await info(third)).not.toHaveProperty('editionCount');
  granted(await shop.call('/api/admin/book/shelf', { as: editor, body: { bookId: fourth, state: 'published' } }));
  expect((await info(second, owner)).newerEdition).toEqual({ bookId: fourth, edition: 4 });
});

test('are taken apart again; one left alone is an edition of nothing else', async () => {
  granted(await set({ bookId: fourth, edition: 4, sameWorkAs: null }));
  expect(granted(await set({ bookId: third, edition: 3, sameWorkAs: null })).editions).toEqual([]);
  const { rows } = await shop.platform.db.pool.query('select id from book where work_id is not null');
  expect(rows).toEqual([]);
});
