/** Tests of reported searches, grouped by query. */
import { type listSearchReports, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listSearchReports', ['editor', 'admin'], 'platform');

type List = OutputOf<typeof listSearchReports>;
let shop: TestServer;
let editor: TestUser;
let userCount = 0;
const aUser = (role?: 'editor'): Promise<TestUser> => {
  userCount += 1;
  return shop.user(`1393345${String(userCount).padStart(4, '0')}`, role);
};
beforeAll(async () => {
  shop = await openTestServer();
  editor = await aUser('editor');
});
afterAll(() => shop?.close());
const report = (q: string, as?: TestUser, body: object = {}) => {
  shop.platform.advanceClock?.(1_000);
  return shop.call('/api/search/report', { ...(as && { as }), body: { q, found: false, ...body } });
};
const list = async (query = ''): Promise<List> => {
  const response = await shop.call<List>(`/api/admin/search/reports?${query}`, { as: editor });
  if (response.payload === null) throw new Error(`${response.code} ${response.message}`);
  return response.payload;
};

test('anyone may report a search, each user is counted once, and spellings of the same query are grouped', async () => {
  const [one, other] = [await aUser(), await aUser()];
  expect((await report('線性代數', one, { note: '同济版' })).message).toBe('已收到，谢谢');
  await report('线性代数', one);
  await report('线性代数', other, { found: true, note: '要习题解答' });
  await report('线性代数');
  await report('线性代数');
  await report('范畴论', one);
  const { items, counts, nextCursor } = await list('limit=1');
  expect(items).toEqual([
    expect.objectContaining({ key: '线性代数', query: '线性代数', users: 3, nothing: 2, notes: ['要习题解答', '同济版'] }),
  ]);
  expect(counts).toEqual({ open: 2, done: 0 });
  const rest = await list(`limit=1&cursor=${nextCursor}`);
  expect(rest.items.map(({ query }) => query)).toEqual(['范畴论']);
  expect(rest.nextCursor).toBeUndefined();
});
