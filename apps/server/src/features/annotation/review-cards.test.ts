/** Review cards between devices, and taken along to Anki. */
import { type BookCard, type CardStanding, newId, type SyncChange, type SyncOp } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { aHlc, aPut, aTarget, createSyncScene, newMarkFields, type SyncScene } from '../sync/testing/sync-scene.ts';
import { exportNotes } from './export-notes.ts';

let database: TestDatabase;
let scene: SyncScene;
let reader: string;
let T: number;

beforeAll(async () => {
  database = await createTestDatabase();
  scene = createSyncScene(database.db);
  T = scene.time.now;
});
beforeEach(async () => {
  reader = await scene.aReader();
});
afterAll(() => database.drop());

const aMark = async (fields: Record<string, unknown> = {}, who = reader): Promise<string> => {
  const entityId = newId();
  const { results } = await scene.push(who, [aPut({ entityId, hlc: aHlc(T), fields: { ...newMarkFields(), ...fields } })]);
  expect(results).toMatchObject([{ status: 'applied' }]);
  return entityId;
};
const aStanding = (parts: Partial<CardStanding> = {}): CardStanding => ({
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
const statuses = async (...ops: SyncOp[]): Promise<string[]> => (await scene.push(reader, ops)).results.map(({ status }) => status);
const cardOf = async (markId: string): Promise<Extract<SyncChange, { entity: 'reviewCard' }> | undefined> => {
  for (const change of (await scene.pull(reader)).changes) {
    if (change.entity === 'reviewCard' && change.entityId === markId) return change as Extract<SyncChange, { entity: 'reviewCard' }>;
  }
  return undefined;
};

describe('where a card stands', () => {
  it('goes to the later rating as a whole, whether the card is taken out by itself', async () => {
    const id = await aMark();
    const later = aStanding({ reviews: 3, dueAt: T + 9 });
    expect(await statuses(aCard(id, aHlc(T + 5, 'devicea'), { standing: later }))).toEqual(['applied']);
    expect(await statuses(aCard(id, aHlc(T + 3, 'deviceb'), { standing: aStanding(), isOut: true }))).toEqual(['merged']);
    expect(await cardOf(id)).toMatchObject({
      record: { standing: later, isOut: true },
      clocks: { standing: aHlc(T + 5, 'devicea'), isOut: aHlc(T + 3, 'deviceb') },
    });
  });

  it('is new again when the only rating is taken back', async () => {
    const id = await aMark();
    await statuses(aCard(id, aHlc(T + 1), { standing: aStanding() }), aCard(id, aHlc(T + 2), { standing: null, isOut: false }));
    expect((await cardOf(id))?.record).toEqual({});
  });

  it('leaves the mark as it was: neither changed nor sent again', async () => {
    const id = await aMark();
    const before = await scene.mark(reader, id);
    await statuses(aCard(id, aHlc(T + 100), { standing: aStanding() }));
    expect(await scene.mark(reader, id)).toEqual(before);
  });

  it('stays while the mark lies in the bin', async () => {
    const id = await aMark();
    await statuses(
      aCard(id, aHlc(T + 1), { standing: aStanding() }),
      aPut({ entityId: id, kind: 'del', hlc: aHlc(T + 2), fields: {} }),
      aPut({ entityId: id, hlc: aHlc(T + 3), fields: { deletedAt: null } }),
    );
    expect((await cardOf(id))?.record.standing).toEqual(aStanding());
  });

  it('is refused without a mark, for the mark of another, for a deletion, and when it is no standing', async () => {
    const id = await aMark();
    const foreign = await aMark({}, await scene.aReader());
    const standing = aStanding();
    expect(
      await statuses(
        aCard(newId(), aHlc(T), { standing }),
        aCard(foreign, aHlc(T), { standing }),
        aCard(id, aHlc(T), {}, { kind: 'del' }),
        aCard(id, aHlc(T), { standing: { ...standing, stability: 'x' } }),
        aCard(id, aHlc(T), { standing, deck: 'mine' }),
        aCard(id, aHlc(T), { standing: { ...standing, mood: 'fine' } }),
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
    exportNotes({ ...scene.deps, findBookCards: async () => [book] }, reader, { format: 'anki', ...input });
  const inBook = (fields: Record<string, unknown>) => aMark({ bookId: book.id, ...fields });
  const quote = (exact: string, prefix = '', suffix = '') => ({ target: aTarget({ quote: { exact, prefix, suffix } }) });
  /** As Anki reads it: lines of quoted fields between tabs. */
  const rows = (content: string): string[][] =>
    content
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .map((line) => line.split('\t').map((field) => field.replace(/^"([\s\S]*)"$/, '$1').replaceAll('""', '"')));

  it('are a line each, with everything that could be taken for mark-up or another field put out of the way', async () => {
    const note = await inBook({
      kind: 'note',
      body: '第一行\n第二行\t"引文" <b>',
      tags: ['考点', '第 1 章'],
      totalProgression: 0.1,
      ...quote('#学而\n时习之 a<b & "c"'),
    });
    const words = await inBook({ totalProgression: 0.2, chapterTitle: '', ...quote('时习之', '学而', '，不亦说乎') });
    await inBook({ kind: 'bookmark', totalProgression: 0.3, ...quote('') });
    const { content, fileName, mediaType } = await exported();
    expect([fileName, mediaType]).toEqual([expect.stringMatching(/^A & B 论语-卡片-\d{4}-\d\d-\d\d\.txt$/), 'text/plain; charset=utf-8']);
    expect(content.split('\n').slice(0, 5)).toEqual(['#separator:tab', '#html:true', '#guid column:1', '#deck column:2', '#tags column:5']);
    const place = (chapter: string): string => `<br><br><small>《A &amp; B::论语》 ${chapter}</small>`;
    expect(rows(content)).toEqual([
      [
        note,
        '书房::A & B：论语',
        `#学而<br>时习之 a&lt;b &amp; "c"${place('学而第一')}`,
        '第一行<br>第二行 "引文" &lt;b&gt;',
        '考点 第_1_章',
      ],
      [words, '书房::A & B：论语', `学而<b>［……］</b>，不亦说乎${place('未分章')}`, '时习之', ''],
    ]);
  });

  it('have the same ids each time, keep to the filter, and leave out what was taken out of the cards', async () => {
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
