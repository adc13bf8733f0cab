/** Tests of settling reported searches. */
import { type listSearchReports, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('settleSearchReports', ['editor', 'admin'], 'platform');

testIdempotency('settleSearchReports', async ({ aUser, query }) => {
  const key = `没有的书 ${newId()}`.toLowerCase();
  await query("insert into search_report (id, word_key, query, found, who, reported_at) values ($1, $2, $2, false, 'x', 1)", [
    newId(),
    key,
  ]);
  return { as: await aUser('editor'), body: { key, lastAt: 1 } };
});

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
const settle = (body: object, as = editor) => shop.call<{ settled: number }>('/api/admin/search/settle', { as, body });

test('reports are settled up to the last one seen; a later report is open again, and the settlement is in the audit log', async () => {
  const one = await aUser();
  await report('线性代数', one);
  await report('线性代数', await aUser());
  await report('线性代数');
  await report('范畴论', one);
  const [seen] = (await list()).items;
  await report('线性代数', await aUser());
  expect((await settle({ key: '线性代数', lastAt: seen?.lastAt })).payload).toEqual({ settled: 3 });
  expect((await settle({ key: '线性代数', lastAt: seen?.lastAt })).payload).toEqual({ settled: 0 });
  expect((await list()).items.find(({ key }) => key === '线性代数')).toMatchObject({ users: 1, notes: [] });
  const done = await list('state=done');
  expect(done).toMatchObject({ items: [{ key: '线性代数', users: 3, doneAt: expect.any(Number) }], counts: { open: 2, done: 1 } });
  const { rows } = await shop.platform.db.pool.query(
    "select target_id, target_name, after from audit_event where action = 'searchReport.settle'",
  );
  expect(rows).toEqual([{ target_id: '线性代数', target_name: '线性代数', after: { reports: 3 } }]);
});
