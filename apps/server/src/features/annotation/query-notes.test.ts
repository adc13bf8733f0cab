/** Tests of the list of annotations. */
import { CodedError } from '@shufang/contract';
import { expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { aHlc, aPut } from '../sync/testing/sync-fixture.ts';
import { analects, idsOf, physics, withNotesDatabase } from './testing/notes-database.ts';

testAccess('queryNotes', ['reader', 'teacher', 'author', 'expert', 'editor', 'orgAdmin', 'admin']);

const { fixture, startedAt, reader, query, exported, makeAnnotation } = withNotesDatabase();

it("the list contains only the caller's annotations that are not deleted, newest first, with their books", async () => {
  const old = await makeAnnotation({ at: 1 });
  const fresh = await makeAnnotation({ at: 3, book: physics });
  const gone = await makeAnnotation({ at: 2 });
  await makeAnnotation({ at: 4 }, await fixture().aReader());
  await fixture().push(reader(), [aPut({ entityId: gone, kind: 'del', hlc: aHlc(startedAt() + 9), fields: {} })]);
  const response = await query();
  expect(idsOf(response)).toEqual([fresh, old]);
  expect(response).toMatchObject({
    total: 2,
    books: [
      { book: { title: '大学物理' }, count: 1 },
      { book: { title: '论语' }, count: 1 },
    ],
  });
  expect(response.next).toBeUndefined();
});

it('annotations are found by two characters of text, quote, tag or chapter, in any width, case and Chinese script', async () => {
  const body = await makeAnnotation({ body: '这里讲 KEPLER 定律', quote: '行星' });
  const quote = await makeAnnotation({ quote: '开普勒第三定律' });
  const tag = await makeAnnotation({ tags: ['考点'], quote: '别的' });
  const chapter = await makeAnnotation({ chapter: '万有引力', quote: '别的' });
  expect(idsOf(await query({ q: '定律' })).toSorted()).toEqual([body, quote].toSorted());
  expect(idsOf(await query({ q: 'ｋｅｐｌｅｒ　行星' }))).toEqual([body]);
  expect(idsOf(await query({ q: '考点' }))).toEqual([tag]);
  expect(idsOf(await query({ q: '引力' }))).toEqual([chapter]);
  expect(idsOf(await query({ q: '開普勒' }))).toEqual([quote]);
  for (const q of ['没有', '%', '_', "'", '\\']) expect(idsOf(await query({ q }))).toEqual([]);
});

it('annotations are found by the pinyin of text and quote, in pages, with correct counts', async () => {
  const spelt: string[] = [];
  for (let n = 0; n < 5; n++)
    spelt.push(
      await makeAnnotation({ at: n, quote: '沿着負梯度下降', book: n < 3 ? analects : physics, color: n === 4 ? 'red' : 'yellow' }),
    );
  const body = await makeAnnotation({ at: 9, body: '见 KEPLER 的学习率', quote: '别的' });
  for (const q of ['tiduxia', 'ti du xia jiang', 'ftdxj']) {
    const first = await query({ q, limit: 2 });
    expect([first.total, first.books.map(({ count }) => count)], q).toEqual([5, [2, 3]]);
    const second = await query({ q, limit: 2, cursor: first.next });
    const third = await query({ q, limit: 2, cursor: second.next });
    expect([...idsOf(first), ...idsOf(second), ...idsOf(third)], q).toEqual(spelt.toReversed());
    expect(third.next).toBeUndefined();
  }
  expect(idsOf(await query({ q: 'tidu', bookId: physics.id, color: 'red' }))).toEqual([spelt[4]]);
  expect(idsOf(await query({ q: 'kepler xuexi' }))).toEqual([body]);
  expect(idsOf(await query({ q: 'xuexi 别的' }))).toEqual([body]);
  for (const q of ['shangsheng', 'tidu xuexi', 'ti', 'xjt']) expect(idsOf(await query({ q })), q).toEqual([]);
  expect((await exported({ q: 'xuexil' })).content).toContain('学习率');
});

it('annotations are filtered by book, kind and color, while the list of books stays complete', async () => {
  const red = await makeAnnotation({ color: 'red', at: 1 });
  await makeAnnotation({ kind: 'bookmark', at: 2 });
  await makeAnnotation({ book: physics, at: 3 });
  expect(idsOf(await query({ color: 'red' }))).toEqual([red]);
  expect((await query({ kind: 'bookmark' })).total).toBe(1);
  const inBook = await query({ bookId: analects.id });
  expect([inBook.total, inBook.items.length]).toEqual([2, 2]);
  expect(inBook.books.map(({ book, count }) => [book.title, count])).toEqual([
    ['大学物理', 1],
    ['论语', 2],
  ]);
});

it.each(['newest', 'book'] as const)('pages contain each annotation exactly once (%s)', async (order) => {
  const made: string[] = [];
  for (let n = 0; n < 7; n++)
    made.push(await makeAnnotation({ at: Math.floor(n / 2), progression: (6 - n) / 10, book: n % 2 === 0 ? analects : physics }));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await query({ order, limit: 2, ...(cursor === undefined ? {} : { cursor }) });
    expect(page.total).toBe(7);
    seen.push(...idsOf(page));
    cursor = page.next;
  } while (cursor !== undefined);
  expect(seen).toEqual(idsOf(await query({ order })));
  expect(seen.toSorted()).toEqual(made.toSorted());
});

it('the order by book sorts annotations by their position in the book', async () => {
  const last = await makeAnnotation({ progression: 0.9, at: 1 });
  const first = await makeAnnotation({ progression: 0.2, at: 2 });
  expect(idsOf(await query({ order: 'book', bookId: analects.id }))).toEqual([first, last]);
});

it.each(['x', 'e30', 'WzFd', Buffer.from('[1,"2"]').toString('base64url')])('the invalid cursor %j is rejected', async (cursor) => {
  for (const order of ['newest', 'book']) {
    await expect(query({ cursor, order })).rejects.toSatisfy((error) => error instanceof CodedError && error.code === 'request.invalid');
  }
});
