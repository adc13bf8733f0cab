/** Tests of the cards of given books. */
import { type listBookCards, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listBookCards', 'everyone');

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());

test('cards are returned in the requested order with right and shelf state; drafts and unknown books are left out', async () => {
  const free = await shop.book(aBookNamed('论语选读'), { publish: true });
  const paid = await shop.book(aBookNamed('庄子选读'), { publish: true, accessModel: 'paid', priceFen: 900, trialChapters: 1 });
  const draft = await shop.book(aBookNamed('孟子选读'), { publish: false });
  await shop.platform.db.pool.query("update book set shelf_state = 'offShelf' where id = $1", [free]);
  const list = async (ids: readonly string[], as?: TestUser) =>
    granted(await shop.call<OutputOf<typeof listBookCards>>(`/api/book/cards?bookIds=${ids.join(',')}`, as === undefined ? {} : { as }))
      .items;
  const found = await list([paid, newId(), draft, free]);
  expect(found.map(({ book, right, shelfState }) => [book.title, right.kind, shelfState])).toEqual([
    ['庄子选读', 'trial', 'published'],
    ['论语选读', 'none', 'offShelf'],
  ]);
  expect((await shop.call('/api/book/cards?bookIds=x')).code).toBe('request.invalid');
});
