import 'fake-indexeddb/auto';
import { hlc } from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adoptAnonymous, countAnonymousThings } from './adopt-anonymous.ts';
import { findDraft, noteDraftKey, saveDraft } from './drafts.ts';
import { findRecord, listAnnotationRecords, listReviewCardRecords, ReaderDatabase } from './reader-database.ts';
import { aMark, BOOK_ID } from './testing/a-mark.ts';
import { ANONYMOUS_OWNER } from './use-owner.ts';
import { noteForeignStamp, writeChange } from './write-change.ts';

let db: ReaderDatabase;
beforeEach(() => {
  db = new ReaderDatabase(`write-change-${Math.random()}`);
});
afterEach(async () => db.delete());

const put = (owner: string, mark = aMark(), nowMs = 1_000) =>
  writeChange(db, { owner, entity: 'annotation', entityId: mark.id, bookId: mark.bookId, kind: 'put', fields: mark }, nowMs);

describe('writing a change', () => {
  test('leaves record and outbox entry on disk together, stamped by the clock', async () => {
    const mark = aMark();
    await put('lin', mark);
    const stored = await findRecord(db, 'lin', 'annotation', mark.id);
    const [entry] = await db.outbox.toArray();
    expect(stored?.record).toEqual(mark);
    expect(entry).toMatchObject({ owner: 'lin', state: 'waiting', op: { kind: 'put', fields: mark } });
    expect(hlc.safeParse(entry?.op.hlc).success).toBe(true);
    expect(stored?.clocks.color).toBe(entry?.op.hlc);
  });

  test('stamps go up though the clock of the machine goes back, and stay ahead of what the server sent', async () => {
    await put('lin', aMark(), 5_000);
    await put('lin', aMark(), 4_000);
    await noteForeignStamp(db, '0000000009000-0000-zzzzzz');
    await put('lin', aMark(), 4_500);
    const stamps = (await db.outbox.orderBy('n').toArray()).map((entry) => entry.op.hlc);
    expect(stamps).toEqual([...stamps].sort());
    expect(new Set(stamps).size).toBe(3);
    expect(stamps[2]?.startsWith('0000000009000-0001-')).toBe(true);
  });

  test('a deletion keeps the text on disk and bringing back clears its mark', async () => {
    const mark = aMark({ body: '重要' });
    const base = { owner: 'lin', entity: 'annotation', entityId: mark.id, bookId: mark.bookId } as const;
    await put('lin', mark);
    await writeChange(db, { ...base, kind: 'del', fields: {} }, 2_000);
    expect((await findRecord(db, 'lin', 'annotation', mark.id))?.record).toMatchObject({ body: '重要', deletedAt: 2_000 });
    await writeChange(db, { ...base, kind: 'put', fields: { deletedAt: null } }, 3_000);
    expect((await findRecord(db, 'lin', 'annotation', mark.id))?.record).toEqual(mark);
    expect((await db.outbox.orderBy('n').toArray()).map((entry) => entry.op.kind)).toEqual(['put', 'del', 'put']);
  });

  test('a newer place replaces the one still waiting, other changes stay', async () => {
    await put('lin');
    for (const progression of [0.1, 0.2, 0.3]) {
      await writeChange(db, {
        owner: 'lin',
        entity: 'progress',
        entityId: BOOK_ID,
        bookId: BOOK_ID,
        kind: 'put',
        fields: { bookId: BOOK_ID, locator: { href: 'a', locations: { progression } }, updatedAt: 1 },
      });
    }
    const entries = await db.outbox.orderBy('n').toArray();
    expect(entries.map((entry) => entry.entity)).toEqual(['annotation', 'progress']);
    expect(entries[1]?.op.fields).toMatchObject({ locator: { locations: { progression: 0.3 } } });
  });

  test('two people on one machine do not see each other', async () => {
    await put('lin');
    await put('mei');
    expect(await listAnnotationRecords(db, 'lin')).toHaveLength(1);
    expect(await listAnnotationRecords(db, 'mei', BOOK_ID)).toHaveLength(1);
  });
});

describe('marks made before signing in', () => {
  test('move to the person who agrees, with their outbox entries, and leave nothing behind', async () => {
    const mark = aMark();
    await put(ANONYMOUS_OWNER, mark);
    expect((await countAnonymousThings(db)).marks).toBe(1);
    expect(await adoptAnonymous(db, 'lin')).toBe(1);
    expect(await countAnonymousThings(db)).toEqual({ marks: 0, books: 0 });
    expect((await db.outbox.toArray()).map((entry) => [entry.owner, entry.entityId])).toEqual([['lin', mark.id]]);
    expect((await listAnnotationRecords(db, 'lin'))[0]).toEqual(mark);
  });

  test('take with them where their review cards stand, also under a name of their own', async () => {
    const [fresh, known] = [aMark(), aMark()];
    await put('lin', known);
    for (const mark of [fresh, known]) {
      await put(ANONYMOUS_OWNER, mark);
      await writeChange(db, {
        owner: ANONYMOUS_OWNER,
        entity: 'reviewCard',
        entityId: mark.id,
        bookId: BOOK_ID,
        kind: 'put',
        fields: { isOut: true },
      });
    }
    await adoptAnonymous(db, 'lin');
    const marks = await listAnnotationRecords(db, 'lin');
    const cards = await listReviewCardRecords(db, 'lin');
    expect(marks).toHaveLength(3);
    expect([...cards.keys()].toSorted()).toEqual(
      marks
        .map(({ id }) => id)
        .filter((id) => id !== known.id)
        .toSorted(),
    );
    expect(await listReviewCardRecords(db, ANONYMOUS_OWNER)).toEqual(new Map());
  });

  test('take the text with them that is being typed', async () => {
    const mark = aMark();
    await put(ANONYMOUS_OWNER, mark);
    await saveDraft(db, ANONYMOUS_OWNER, noteDraftKey(mark.id), '还没有写完');
    await adoptAnonymous(db, 'lin');
    expect(await findDraft(db, 'lin', noteDraftKey(mark.id))).toMatchObject({ body: '还没有写完' });
    expect(await findDraft(db, ANONYMOUS_OWNER, noteDraftKey(mark.id))).toBeUndefined();
  });
});
