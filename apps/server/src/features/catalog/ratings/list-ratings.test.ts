/** Tests of the ratings of a book in pages, and of the order of books by rating. */
import type { listCourses, OutputOf } from '@shufang/contract';
import { expect, test } from 'vitest';
import { withRatingServer } from '../../../testing/rating-server.ts';
import { testAccess } from '../../../testing/test-access.ts';

testAccess('listRatings', 'everyone');

const { shop, bookId, useBook, aBook, aReader, ask, list, rate } = withRatingServer();

test('ratings are listed in pages, newest first', async () => {
  for (const stars of [1, 2, 3]) {
    await rate(await aReader(), stars);
    shop().platform.advanceClock?.(1_000);
  }
  const first = await list(undefined, '&limit=2');
  const second = await list(undefined, `&limit=2&cursor=${first.next}`);
  expect([...first.items, ...second.items].map(({ stars }) => stars)).toEqual([3, 2, 1]);
  expect(second.next).toBeUndefined();
  expect((await shop().call(`/api/rating/list?bookId=${bookId()}&cursor=xx`)).code).toBe('request.invalid');
});

test('the order by rating sorts a book with many good ratings before one with a single perfect rating', async () => {
  const [liked, perfect, plain] = [bookId(), await aBook('独一份', '只有一个人评价。'), await aBook('无人评', '没有人评价。')];
  for (let n = 0; n < 8; n++) await rate(await aReader(liked), n === 0 ? 4 : 5);
  useBook(perfect);
  await rate(await aReader(perfect), 5);
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await ask<OutputOf<typeof listCourses>>(`/api/course/query?sort=rating&limit=2&cursor=${cursor}`);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next ?? '';
  } while (cursor !== '');
  expect(new Set(seen).size).toBe(seen.length);
  const order = [liked, perfect, plain].map((id) => seen.indexOf(id));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});
