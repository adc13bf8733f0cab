import { newId, type PracticeAnswer, practiceAnswerId, type SyncOp } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { aHlc, aPut, createSyncFixture, type SyncFixture, UNKNOWN_BOOK, VERSION } from '../sync/testing/sync-fixture.ts';

const BOOK = newId();
const ITEM = { bookId: BOOK, href: 'text/ch01.xhtml', itemId: 'ex-1-2' };

let database: TestDatabase;
let fixture: SyncFixture;
let reader: string;
let T: number;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = createSyncFixture(database.db);
  T = fixture.time.now;
});
beforeEach(async () => {
  reader = await fixture.aReader();
});
afterAll(() => database.drop());

const anAnswer = (parts: Partial<PracticeAnswer> = {}): PracticeAnswer => ({
  versionId: VERSION,
  response: { RESPONSE: ['B'] },
  verdict: 'correct',
  isSelfAssessed: false,
  tries: 1,
  answeredAt: T,
  ...parts,
});
const anOp = (hlc: string, answer: unknown, item = ITEM, op: Partial<SyncOp> = {}): SyncOp =>
  aPut({ entity: 'practiceAnswer', entityId: practiceAnswerId(item), hlc, fields: { ...item, answer }, ...op });
const statuses = async (...ops: SyncOp[]): Promise<string[]> => (await fixture.push(reader, ops)).results.map(({ status }) => status);
const pulled = async (who = reader) => (await fixture.pull(who)).changes;

it('the later answer wins as a whole, whichever device sends it first', async () => {
  const later = anAnswer({ response: { RESPONSE: ['A'] }, verdict: 'wrong', tries: 2 });
  expect(await statuses(anOp(aHlc(T + 5, 'devicea'), later))).toEqual(['applied']);
  expect(await statuses(anOp(aHlc(T + 3, 'deviceb'), anAnswer()))).toEqual(['merged']);
  expect(await pulled()).toMatchObject([
    {
      entity: 'practiceAnswer',
      entityId: practiceAnswerId(ITEM),
      record: { ...ITEM, answer: later },
      clocks: { answer: aHlc(T + 5, 'devicea') },
    },
  ]);
});

it('each question and each reader has an answer of its own', async () => {
  const other = await fixture.aReader();
  const second = { ...ITEM, itemId: 'ex-1-3' };
  const elsewhere = { ...ITEM, href: 'text/ch02.xhtml' };
  expect(await statuses(anOp(aHlc(T), anAnswer()), anOp(aHlc(T), anAnswer(), second), anOp(aHlc(T), anAnswer(), elsewhere))).toEqual([
    'applied',
    'applied',
    'applied',
  ]);
  expect(new Set((await pulled()).map(({ entityId }) => entityId)).size).toBe(3);
  expect(await pulled(other)).toEqual([]);
});

it('an answer under the id of another question, of an unknown book, with unknown fields, or a deletion is rejected', async () => {
  const tooLong = anAnswer({ response: { RESPONSE: ['x'.repeat(5001)] } });
  expect(
    await statuses(
      anOp(aHlc(T), anAnswer(), ITEM, { entityId: practiceAnswerId({ ...ITEM, itemId: 'ex-9' }) }),
      anOp(aHlc(T), anAnswer(), { ...ITEM, bookId: UNKNOWN_BOOK }),
      anOp(aHlc(T), { ...anAnswer(), grade: 100 }),
      anOp(aHlc(T), { ...anAnswer(), verdict: 'perfect' }),
      anOp(aHlc(T), tooLong),
      anOp(aHlc(T), anAnswer(), ITEM, { kind: 'del' }),
    ),
  ).toEqual(Array.from({ length: 6 }, () => 'rejected'));
  expect(await pulled()).toEqual([]);
});
