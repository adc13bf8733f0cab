/** Tests of reporting a rating. */
import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { CATALOG_LIMITS } from '../limits.ts';

testAccess('reportRating', 'every user');
testIdempotency('reportRating', async ({ aUser, aRating }) => ({ as: await aUser(), body: { id: (await aRating()).id, reason: '广告' } }));

let shop: TestServer;
let author: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  author = await shop.user('13944600001');
  bookId = await shop.book(aBookNamed('论语选读'), { publish: true });
});
afterAll(() => shop?.close());

const aRating = async (hiddenAt: number | null = null): Promise<string> => {
  const id = newId();
  await shop.platform.db.pool.query(
    `insert into book_rating (id, book_id, user_id, stars, created_at, updated_at, hidden_at) values ($1, $2, $3, 1, 0, 0, $4)
     on conflict (book_id, user_id) do update set id = excluded.id, hidden_at = excluded.hidden_at`,
    [id, bookId, author.id, hiddenAt],
  );
  return id;
};
const report = (id: string, as?: TestUser) => shop.call('/api/rating/report', { ...(as && { as }), body: { id, reason: '广告' } });

test('a user reports a rating once; hidden, unknown and own ratings cannot be reported', async () => {
  const other = await shop.user('13944600002');
  const id = await aRating();
  expect((await report(id)).code).toBe('requestLogin');
  expect((await report(id, author)).code).toBe('catalog.ratingRefused');
  expect(await report(id, other)).toMatchObject({ code: 'success', message: '已收到，编辑会尽快查看' });
  expect((await report(id, other)).code).toBe('success');
  expect((await shop.platform.db.pool.query('select reason from rating_report')).rows).toEqual([{ reason: '广告' }]);
  await shop.platform.db.pool.query('delete from rating_report');
  expect((await report(await aRating(1), other)).code).toBe('catalog.ratingNotFound');
  expect((await report(newId(), other)).code).toBe('catalog.ratingNotFound');
});

test('the number of reports per user and day is limited', async () => {
  const [other, id] = [await shop.user('13944600003'), await aRating()];
  for (let count = 0; count < CATALOG_LIMITS.ratingReportsPerUserPerDay; count++) {
    const reported = newId();
    const rater = await shop.user(`139447${String(count).padStart(5, '0')}`);
    await shop.platform.db.pool.query(
      'insert into book_rating (id, book_id, user_id, stars, created_at, updated_at) values ($1, $2, $3, 1, 0, 0)',
      [reported, bookId, rater.id],
    );
    expect((await report(reported, other)).code).toBe('success');
  }
  expect((await report(id, other)).code).toBe('request.tooMany');
  shop.platform.advanceClock?.(86_400_000 + 1);
  expect((await report(id, other)).code).toBe('success');
});
