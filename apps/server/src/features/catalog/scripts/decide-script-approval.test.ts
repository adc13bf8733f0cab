/** Tests of the approval of scripts by a second person, and of what readers then get. */
import type { OutputOf, openBook } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { interactiveBook } from '../testing/interactive-book.ts';

testAccess('decideScriptApproval', ['editor', 'admin'], 'bookId:book');
testIdempotency('decideScriptApproval', async ({ aUser, shop: server }) => {
  const bookId = await server.book(interactiveBook(`互动 ${Math.random()}`), { publish: true });
  await server.call('/api/admin/book/scripts/request', { as: await aUser('admin'), body: { bookId, reason: '课堂演示' } });
  return { as: await aUser('editor'), body: { bookId, approve: true } };
});

let shop: TestServer;
let first: TestUser;
let second: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  first = await shop.user('13655560003', 'editor');
  second = await shop.user('13655560004', 'editor');
  bookId = await shop.book(interactiveBook(), { publish: true });
}, 120_000);
afterAll(() => shop?.close());
const call = (path: string, as: TestUser, body: object) => shop.call(`/api/admin/book/scripts/${path}`, { as, body: { bookId, ...body } });
const opened = async () => (await shop.call<OutputOf<typeof openBook>>(`/api/learn/open?bookId=${bookId}`)).payload;

test('only another person may decide, and the scripts are offered to readers while they are approved', async () => {
  expect((await call('decide', second, { approve: true })).code).toBe('catalog.scriptApprovalState');
  await call('request', first, { reason: '课堂演示' });
  expect((await call('decide', first, { approve: true })).code).toBe('catalog.scriptSamePerson');
  expect((await call('decide', second, { approve: false })).code).toBe('request.invalid');
  expect((await call('decide', second, { approve: false, reply: '看不懂' })).payload).toMatchObject({
    approval: { state: 'rejected', reply: '看不懂', isOwn: false },
  });
  expect(await opened()).not.toHaveProperty('scripts');
  await call('request', first, { reason: '已加注释' });
  expect((await call('decide', second, { approve: true })).payload).toMatchObject({ approval: { state: 'approved' } });
  expect((await opened())?.scripts?.baseUrl).toMatch(/\/~s\/[\w.-]+\/$/);
  expect((await opened())?.readingOrder.items.map(({ scripted }) => scripted)).toEqual([undefined, undefined, 'OEBPS/play.xhtml']);
  const { rows } = await shop.platform.db.pool.query("select action from audit_event where action like 'book.%Scripts' order by at, id");
  expect(rows.map(({ action }: { action: string }) => action)).toEqual([
    'book.requestScripts',
    'book.rejectScripts',
    'book.requestScripts',
    'book.approveScripts',
  ]);
});
