/** Tests of who may store that they have seen the changes of a book; `list-text-changes.test.ts` has those of its effect. */
import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer } from '../../../testing/test-server.ts';

testAccess('markChangesSeen', 'every user');
testIdempotency('markChangesSeen', async ({ aUser, bookId }) => ({ as: await aUser(), body: { bookId, no: 1 } }));

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());

it('a version that the book does not have cannot be marked', async () => {
  const as = await shop.user('13966660001');
  expect((await shop.call('/api/book/text-changes/seen', { as, body: { bookId: newId(), no: 1 } })).code).toBe('catalog.bookNotFound');
});
