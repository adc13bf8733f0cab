/** Tests of the permission to rate a book, and of concurrent ratings. */
import { expect, test } from 'vitest';
import { NOBODY } from '../../../testing/book-per-test.ts';
import { withRatingServer } from '../../../testing/rating-server.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import type { TestUser } from '../../../testing/test-server.ts';
import { grantBook } from '../../entitlement/grant-book.ts';

testAccess('saveRating', 'every user');
testIdempotency('saveRating', async ({ aRating, bookId }) => ({ as: (await aRating()).as, body: { bookId, stars: 5, body: '好书' } }));

const { shop, editor, bookId, query, aUser, aReader, send, list, rate } = withRatingServer();

test('only users with a right to the whole book who have opened it may rate it, and staff of the publisher may not', async () => {
  expect((await list()).mayRate).toBe('signIn');
  const otherUser = await aUser();
  expect((await list(otherUser)).mayRate).toBe('noRight');
  expect(await rate(otherUser, 5)).toMatchObject({ code: 'catalog.ratingRefused', message: '不能提交：拥有本书全文的阅读权限后才能评价' });
  await grantBook(shop().platform.db.orm, shop().platform.clock, { userId: otherUser.id, bookId: bookId() });
  expect((await list(otherUser)).mayRate).toBe('notOpened');
  expect((await rate(otherUser, 5)).code).toBe('catalog.ratingRefused');
  expect((await list(editor())).mayRate).toBe('staff');
  const reader = await aReader();
  expect((await list(reader)).mayRate).toBe('yes');
  expect(await rate(reader, 4, ' 讲得清楚。 ')).toMatchObject({ code: 'success', payload: { mine: { stars: 4, body: '讲得清楚。' } } });
  expect((await send('/api/rating/save', reader, { bookId: NOBODY, stars: 4 })).code).toBe('catalog.bookNotFound');
  for (const [stars, body] of [[0], [6], ['x'], [4.5], [5, '字'.repeat(1_001)]] as const) {
    expect((await rate(reader, stars, body)).code).toBe('request.invalid');
  }
});

test('the summary contains all ratings that are saved concurrently', async () => {
  const readers: TestUser[] = [];
  for (let n = 0; n < 12; n++) readers.push(await aReader());
  await Promise.all(readers.map((reader, index) => rate(reader, (index % 5) + 1)));
  const { rows } = await query('select count, stars from book_rating_sum where book_id = $1', [bookId()]);
  expect(rows).toEqual([{ count: 12, stars: 33 }]);
});
