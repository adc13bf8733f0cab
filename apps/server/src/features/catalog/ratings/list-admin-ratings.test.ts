/** Tests of the list of ratings in the admin area. */
import { type listAdminRatings, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('listAdminRatings', ['editor', 'admin'], 'filtered');

let shop: TestServer;
let editor: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  editor = await shop.user('13944590001', 'editor');
  bookId = await shop.book(aBookNamed('论语选读'), { publish: true });
  for (const [index, hiddenAt] of [null, null, 5].entries()) {
    const { id } = await shop.user(`1394459001${index}`);
    await shop.platform.db.pool.query(
      'insert into book_rating (id, book_id, user_id, stars, body, created_at, updated_at, hidden_at) values ($1, $2, $3, $4, $5, $6, $6, $7)',
      [newId(), bookId, id, index + 1, `评价 ${index}`, index, hiddenAt],
    );
  }
});
afterAll(() => shop?.close());

const list = (query: string, as = editor) => shop.call<OutputOf<typeof listAdminRatings>>(`/api/admin/rating/list?${query}`, { as });

test('ratings are listed by state in pages, newest first, with the number in each state', async () => {
  const first = granted(await list('state=shown&limit=1'));
  expect(first).toMatchObject({
    items: [{ body: '评价 1', bookTitle: '论语选读', reports: [] }],
    counts: { reported: 0, shown: 2, hidden: 1 },
  });
  const second = granted(await list(`state=shown&limit=1&cursor=${first.nextCursor}`));
  expect(second.items.map(({ body }) => body)).toEqual(['评价 0']);
  expect(second.nextCursor).toBeUndefined();
  expect(granted(await list(`state=hidden&bookId=${bookId}`)).items.map(({ body }) => body)).toEqual(['评价 2']);
  expect(granted(await list(`state=hidden&bookId=${newId()}`))).toMatchObject({ items: [], counts: { shown: 0, hidden: 0 } });
});

test('an invalid cursor is rejected, and readers do not see the list of all ratings', async () => {
  expect((await list('state=shown&cursor=x')).code).toBe('request.invalid');
  expect((await list('state=shown', await shop.user('13944590002'))).code).toBe('forbidden');
});
