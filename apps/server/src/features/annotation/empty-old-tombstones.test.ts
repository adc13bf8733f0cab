/** Tests of the retention of deleted annotations. */
import * as contract from '@shufang/contract';
import { type AnnotationKind, type BookCard, newId } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { aCaller, callUseCase } from '../../testing/call-use-case.ts';
import { aHlc, aPut, aTarget, createSyncFixture, newMarkFields, type SyncFixture } from '../sync/testing/sync-fixture.ts';
import { emptyOldTombstones } from './empty-old-tombstones.ts';
import { queryNotes } from './query-notes.ts';

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

it('a deleted annotation can be restored for 180 days after the server received the deletion, then only a tombstone remains', async () => {
  const day = 86_400_000;
  const id = await makeAnnotation({ at: -301 * day, body: '秘密', quote: '原文', tags: ['标'] });
  const deletedAt = T - 300 * day;
  await fixture.push(reader, [aPut({ entityId: id, kind: 'del', hlc: aHlc(deletedAt), fields: {} })]);
  fixture.time.now = T + 180 * day;
  await emptyOldTombstones(fixture.deps);
  expect((await fixture.mark(reader, id)).record).toMatchObject({ body: '秘密', deletedAt });
  fixture.time.now = T + 180 * day + 1;
  expect(await emptyOldTombstones(fixture.deps)).toBeGreaterThanOrEqual(1);
  expect((await fixture.mark(reader, id)).record).toMatchObject({
    body: '',
    tags: [],
    chapterTitle: '',
    target: { quote: { exact: '', prefix: '', suffix: '' } },
    deletedAt,
  });
  expect(await emptyOldTombstones(fixture.deps)).toBe(0);
});

it('a restored annotation is listed again and is not emptied later', async () => {
  const id = await makeAnnotation({ body: '留下' });
  await fixture.push(reader, [
    aPut({ entityId: id, kind: 'del', hlc: aHlc(T + 5), fields: {} }),
    aPut({ entityId: id, hlc: aHlc(T + 6), fields: { deletedAt: null } }),
  ]);
  expect((await query()).items).toMatchObject([{ id, body: '留下' }]);
  fixture.time.now = T + 365 * 86_400_000;
  expect(await emptyOldTombstones(fixture.deps)).toBe(0);
});
