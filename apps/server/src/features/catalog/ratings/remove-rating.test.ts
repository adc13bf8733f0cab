/** Tests of changing and removing one's own rating. */
import type { getBookInfo, OutputOf } from '@shufang/contract';
import { expect, test } from 'vitest';
import { withRatingServer } from '../../../testing/rating-server.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';

testAccess('removeRating', 'every user');
testIdempotency('removeRating', async ({ aRating, bookId }) => ({ as: (await aRating()).as, body: { bookId } }));

const { bookId, aReader, ask, send, list, rate } = withRatingServer();

test('a user has one rating per book, which can be changed and removed and counts in mean and distribution', async () => {
  const [first, second] = [await aReader(), await aReader()];
  await rate(first, 2, '<b>一般</b>');
  await rate(second, 5);
  await rate(first, 4, '<b>再读更好</b>');
  const seen = await list(first);
  expect(seen).toMatchObject({ count: 2, mean: 4.5, distribution: [0, 0, 0, 1, 1], mine: { stars: 4, body: '<b>再读更好</b>' } });
  expect(seen.items.map(({ stars }) => stars).toSorted()).toEqual([4, 5]);
  expect(JSON.stringify(await list())).not.toContain(first.id);
  expect((await ask<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId()}`)).rating).toEqual({ count: 2, mean: 4.5 });
  expect((await send('/api/rating/remove', second, { bookId: bookId() })).code).toBe('success');
  expect(await list(second)).toMatchObject({ count: 1, mean: 4, mayRate: 'yes' });
  expect((await list(second)).mine).toBeUndefined();
});
