/** Tests of the list of annotations. */
import * as contract from '@shufang/contract';
import { type AnnotationKind, type BookCard, CodedError, newId } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { aCaller, callUseCase } from '../../testing/call-use-case.ts';
import { testAccess } from '../../testing/test-access.ts';
import { aHlc, aPut, aTarget, createSyncFixture, newMarkFields, type SyncFixture } from '../sync/testing/sync-fixture.ts';
import { exportNotes } from './export-notes.ts';
import { queryNotes } from './query-notes.ts';
import { readExport } from './testing/read-export.ts';

testAccess('queryNotes', ['reader', 'teacher', 'author', 'expert', 'editor', 'orgAdmin', 'admin']);

let database: TestDatabase;
let fixture: SyncFixture;
let reader: string;
let T: number;
const aBookCard = (title: string): BookCard => ({
  id: newId(),
  title,
  authors: '某人',
  accessModel: 'free',
  priceFen: 0,
  owned: false,
  publishedAt: 0,
  chars: 0,
  categories: [],
});
const analects = aBookCard('论语');
const physics = aBookCard('大学物理');
const cards = [analects, physics];
const deps = () => ({
  ...fixture.deps,
  findBookCards: async (_userId: string, ids: readonly string[]) => cards.filter((card) => ids.includes(card.id)),
});
const query = (input: Record<string, unknown> = {}, who = reader) =>
  callUseCase<'queryNotes', Parameters<typeof queryNotes>[0]>(queryNotes, deps(), aCaller(who), contract.queryNotes.input.parse(input));
const exported = (input: Record<string, unknown> = {}, who = reader) =>
  readExport(exportNotes(deps(), aCaller(who), { format: 'md', ...input }));
interface AnnotationInput {
  book?: BookCard;
  at?: number;
  kind?: AnnotationKind;
  color?: string;
  body?: string;
  quote?: string;
  tags?: string[];
  chapter?: string;
  progression?: number;
}
const makeAnnotation = async (options: AnnotationInput = {}, who = reader): Promise<string> => {
  const entityId = newId();
  const { results } = await fixture.push(who, [
    aPut({
      entityId,
      hlc: aHlc(T + (options.at ?? 0)),
      fields: {
        ...newMarkFields(),
        bookId: (options.book ?? analects).id,
        kind: options.kind ?? 'highlight',
        color: options.color ?? 'yellow',
        body: options.body ?? '',
        tags: options.tags ?? [],
        chapterTitle: options.chapter ?? '学而第一',
        totalProgression: options.progression ?? 0.1,
        target: aTarget({ quote: { exact: options.quote ?? '学而时习之', prefix: '', suffix: '' } }),
      },
    }),
  ]);
  expect(results).toMatchObject([{ status: 'applied' }]);
  return entityId;
};
const idsOf = ({ items }: { items: readonly { id: string }[] }): string[] => items.map((item) => item.id);
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = createSyncFixture(database.db);
  T = fixture.time.now;
});
beforeEach(async () => {
  fixture.time.now = T;
  reader = await fixture.aReader();
});
afterAll(() => database.drop());

it("the list contains only the caller's annotations that are not deleted, newest first, with their books", async () => {
  const old = await makeAnnotation({ at: 1 });
  const fresh = await makeAnnotation({ at: 3, book: physics });
  const gone = await makeAnnotation({ at: 2 });
  await makeAnnotation({ at: 4 }, await fixture.aReader());
  await fixture.push(reader, [aPut({ entityId: gone, kind: 'del', hlc: aHlc(T + 9), fields: {} })]);
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
