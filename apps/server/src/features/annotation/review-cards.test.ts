/** Tests of review cards in sync and in the export for Anki. */
import { type BookCard, type CardSchedule, newId, type SyncChange, type SyncOp } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { aCaller } from '../../testing/call-use-case.ts';
import { aHlc, aPut, aTarget, createSyncFixture, newMarkFields, type SyncFixture } from '../sync/testing/sync-fixture.ts';
import { exportNotes } from './export-notes.ts';
import { readExport } from './testing/read-export.ts';

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

const makeAnnotation = async (fields: Record<string, unknown> = {}, who = reader): Promise<string> => {
  const entityId = newId();
  const { results } = await fixture.push(who, [aPut({ entityId, hlc: aHlc(T), fields: { ...newMarkFields(), ...fields } })]);
  expect(results).toMatchObject([{ status: 'applied' }]);
  return entityId;
};
const aSchedule = (parts: Partial<CardSchedule> = {}): CardSchedule => ({
  state: 'review',
  dueAt: T + 3 * 86_400_000,
  stability: 3.17,
  difficulty: 5.28,
  scheduledDays: 3,
  learningStep: 0,
  reviews: 2,
  lapses: 0,
  reviewedAt: T,
  firstReviewedAt: T,
  ...parts,
});
const aCard = (entityId: string, hlc: string, fields: Record<string, unknown>, op: Partial<SyncOp> = {}): SyncOp =>
  aPut({ entity: 'reviewCard', entityId, hlc, fields, ...op });
const statuses = async (...ops: SyncOp[]): Promise<string[]> => (await fixture.push(reader, ops)).results.map(({ status }) => status);
const cardOf = async (annotationId: string): Promise<Extract<SyncChange, { entity: 'reviewCard' }> | undefined> => {
  for (const change of (await fixture.pull(reader)).changes) {
    if (change.entity === 'reviewCard' && change.entityId === annotationId) return change as Extract<SyncChange, { entity: 'reviewCard' }>;
  }
  return undefined;
};

describe('the schedule of a review card', () => {
  it('the schedule of the later rating wins as a whole, and exclusion from review is merged separately', async () => {
    const id = await makeAnnotation();
    const later = aSchedule({ reviews: 3, dueAt: T + 9 });
    expect(await statuses(aCard(id, aHlc(T + 5, 'devicea'), { schedule: later }))).toEqual(['applied']);
    expect(await statuses(aCard(id, aHlc(T + 3, 'deviceb'), { schedule: aSchedule(), isOut: true }))).toEqual(['merged']);
    expect(await cardOf(id)).toMatchObject({
      record: { schedule: later, isOut: true },
      clocks: { schedule: aHlc(T + 5, 'devicea'), isOut: aHlc(T + 3, 'deviceb') },
    });
  });

  it('a card is new again when its only rating is undone', async () => {
    const id = await makeAnnotation();
    await statuses(aCard(id, aHlc(T + 1), { schedule: aSchedule() }), aCard(id, aHlc(T + 2), { schedule: null, isOut: false }));
    expect((await cardOf(id))?.record).toEqual({});
  });

  it('a rating neither changes the annotation nor sends it again', async () => {
    const id = await makeAnnotation();
    const before = await fixture.mark(reader, id);
    await statuses(aCard(id, aHlc(T + 100), { schedule: aSchedule() }));
    expect(await fixture.mark(reader, id)).toEqual(before);
  });

  it('the schedule stays while the annotation is deleted', async () => {
    const id = await makeAnnotation();
    await statuses(
      aCard(id, aHlc(T + 1), { schedule: aSchedule() }),
      aPut({ entityId: id, kind: 'del', hlc: aHlc(T + 2), fields: {} }),
      aPut({ entityId: id, hlc: aHlc(T + 3), fields: { deletedAt: null } }),
    );
    expect((await cardOf(id))?.record.schedule).toEqual(aSchedule());
  });

  it('changes without an annotation, of a foreign annotation, deletions and invalid schedules are rejected', async () => {
    const id = await makeAnnotation();
    const foreign = await makeAnnotation({}, await fixture.aReader());
    const schedule = aSchedule();
    expect(
      await statuses(
        aCard(newId(), aHlc(T), { schedule }),
        aCard(foreign, aHlc(T), { schedule }),
        aCard(id, aHlc(T), {}, { kind: 'del' }),
        aCard(id, aHlc(T), { schedule: { ...schedule, stability: 'x' } }),
        aCard(id, aHlc(T), { schedule, deck: 'mine' }),
        aCard(id, aHlc(T), { schedule: { ...schedule, mood: 'fine' } }),
      ),
    ).toEqual(Array.from({ length: 6 }, () => 'rejected'));
    expect(await cardOf(id)).toBeUndefined();
  });
});

describe('cards for Anki', () => {
  const book: BookCard = {
    id: newId(),
    title: 'A & B::论语',
    authors: '某人',
    accessModel: 'free',
    priceFen: 0,
    owned: false,
    publishedAt: 0,
    chars: 0,
    categories: [],
  };
  const exported = (input: Record<string, unknown> = {}) =>
    readExport(exportNotes({ ...fixture.deps, findBookCards: async () => [book] }, aCaller(reader), { format: 'anki', ...input }));
  const inBook = (fields: Record<string, unknown>) => makeAnnotation({ bookId: book.id, ...fields });
  const quote = (exact: string, prefix = '', suffix = '') => ({ target: aTarget({ quote: { exact, prefix, suffix } }) });
  /** Parses the file as Anki does: lines of quoted fields separated by tabs. */
  const rows = (content: string): string[][] =>
    content
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .map((line) => line.split('\t').map((field) => field.replace(/^"([\s\S]*)"$/, '$1').replaceAll('""', '"')));

  it('a card says that the text of its passage was changed in a later version', async () => {
    await inBook({ anchor: 'fuzzy', ...quote('时习之', '学而', '，不亦说乎') });
    expect(rows((await exported()).content)[0]?.[2]).toContain('<small>《A &amp; B::论语》 学而第一 · 原文有改动</small>');
  });

  it('each card is one line in which markup and field separators of the text are escaped', async () => {
    const note = await inBook({
      kind: 'note',
      body: '第一行\n第二行\t"引文" <b>',
      tags: ['考点', '第 1 章'],
      totalProgression: 0.1,
      ...quote('#学而\n时习之 a<b & "c"'),
    });
    const highlight = await inBook({ totalProgression: 0.2, chapterTitle: '', ...quote('时习之', '学而', '，不亦说乎') });
    await inBook({ kind: 'bookmark', totalProgression: 0.3, ...quote('') });
    const { content, fileName, mediaType } = await exported();
    expect([fileName, mediaType]).toEqual([expect.stringMatching(/^A & B 论语-卡片-\d{4}-\d\d-\d\d\.txt$/), 'text/plain; charset=utf-8']);
    expect(content.split('\n').slice(0, 5)).toEqual(['#separator:tab', '#html:true', '#guid column:1', '#deck column:2', '#tags column:5']);
    const sourceLine = (chapter: string): string => `<br><br><small>《A &amp; B::论语》 ${chapter}</small>`;
    expect(rows(content)).toEqual([
      [
        note,
        '书房::A & B：论语',
        `#学而<br>时习之 a&lt;b &amp; "c"${sourceLine('学而第一')}`,
        '第一行<br>第二行 "引文" &lt;b&gt;',
        '考点 第_1_章',
      ],
      [highlight, '书房::A & B：论语', `学而<b>［……］</b>，不亦说乎${sourceLine('未分章')}`, '时习之', ''],
    ]);
  });

  it('cards have the same ids at each export, match the filter, and omit cards excluded from review', async () => {
    const first = await inBook({ color: 'red', ...quote('甲', '前', '后') });
    const second = await inBook({ color: 'blue', ...quote('乙', '前', '后') });
    const ids = async (input = {}): Promise<(string | undefined)[]> => rows((await exported(input)).content).map(([id]) => id);
    expect((await ids()).toSorted()).toEqual([first, second].toSorted());
    expect((await ids()).toSorted()).toEqual([first, second].toSorted());
    expect(await ids({ color: 'red' })).toEqual([first]);
    await statuses(aCard(first, aHlc(T + 1), { isOut: true }));
    expect(await ids()).toEqual([second]);
    await statuses(aCard(second, aHlc(T + 1), { isOut: true }));
    await expect(exported()).rejects.toMatchObject({ code: 'request.invalid' });
  });
});
