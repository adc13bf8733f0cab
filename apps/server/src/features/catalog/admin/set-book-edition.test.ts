/** Tests of linking editions of a work. */
import type { AdminBook } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('setBookEdition', ['editor', 'admin'], 'bookId:book sameWorkAs:book');
testIdempotency('setBookEdition', async ({ aUser, aBook }) => ({
  as: await aUser('editor'),
  body: { bookId: await aBook(), edition: 2, sameWorkAs: await aBook() },
}));

let shop: TestServer;
let editor: TestUser;
let owner: TestUser;
let otherUser: TestUser;
let [second, third, fourth, other] = ['', '', '', ''];
const chapters = (title: string) => ({
  metadata: `<dc:identifier id="id">${title}</dc:identifier><dc:title>高等数学</dc:title><dc:language>zh-CN</dc:language>`,
  chapters: [['极限', `${title}的极限。`] as [string, string], ['导数', '导数的定义。'] as [string, string]],
});
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13677770001', 'editor');
  owner = await shop.user('13677770002');
  otherUser = await shop.user('13677770003');
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
const set = (body: object, as = editor) => shop.call<AdminBook>('/api/admin/book/edition', { as, body });

test('an editor links editions of a work, each with its own number, and each change is in the audit log', async () => {
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
  expect((await set({ bookId: other, edition: 5, sameWorkAs: third }, otherUser)).code).toBe('forbidden');
  const { rows } = await shop.platform.db.pool.query("select after from audit_event where action = 'book.edition' order by at, id");
  expect(rows).toMatchObject([{ after: { edition: 2 } }, { after: { edition: 3, editions: [second] } }, { after: { edition: 4 } }]);
});

test('editions are separated again, and a single remaining one belongs to no work', async () => {
  granted(await set({ bookId: fourth, edition: 4, sameWorkAs: null }));
  expect(granted(await set({ bookId: third, edition: 3, sameWorkAs: null })).editions).toEqual([]);
  const { rows } = await shop.platform.db.pool.query('select id from book where work_id is not null');
  expect(rows).toEqual([]);
});
