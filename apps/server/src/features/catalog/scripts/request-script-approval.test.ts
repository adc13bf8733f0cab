/** Tests of the request that scripts may run. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { interactiveBook } from '../testing/interactive-book.ts';

testAccess('requestScriptApproval', ['editor', 'admin'], 'bookId:book');
testIdempotency('requestScriptApproval', async ({ aUser, shop: server }) => ({
  as: await aUser('editor'),
  body: { bookId: await server.book(interactiveBook(`互动 ${Math.random()}`), { publish: true }), reason: '课堂演示' },
}));

let shop: TestServer;
let editor: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13655560002', 'editor');
}, 120_000);
afterAll(() => shop?.close());
const request = (bookId: string, reason = '课堂演示') =>
  shop.call('/api/admin/book/scripts/request', { as: editor, body: { bookId, reason } });

test('a request needs scripts and a reason, and waits for another person', async () => {
  const bookId = await shop.book(interactiveBook(), { publish: true });
  expect((await request(bookId, '')).code).toBe('request.invalid');
  expect((await request(bookId)).payload).toMatchObject({ approval: { state: 'requested', isOwn: true, reason: '课堂演示' } });
  expect((await request(bookId)).code).toBe('catalog.scriptApprovalState');
  expect((await request(await shop.book({}, { publish: true }))).code).toBe('catalog.noScripts');
  expect((await request('0'.repeat(26))).code).toBe('catalog.bookNotFound');
});
