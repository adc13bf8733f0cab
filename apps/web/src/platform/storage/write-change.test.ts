import 'fake-indexeddb/auto';
import { hlc } from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adoptAnonymous, countAnonymousData } from './adopt-anonymous.ts';
import { ANONYMOUS_OWNER } from './anonymous-owner.ts';
import { findDraft, noteDraftKey, saveDraft } from './drafts.ts';
import { findRecord, listAnnotationRecords, listRecords, listReviewCardRecords, ReaderDatabase } from './reader-database.ts';
import { anAnnotation, BOOK_ID } from './testing/an-annotation.ts';
import { observeRemoteStamp, writeChange } from './write-change.ts';

let db: ReaderDatabase;
beforeEach(() => {
  db = new ReaderDatabase(`write-change-${Math.random()}`);
});
afterEach(async () => db.delete());

const put = (owner: string, annotation = anAnnotation(), nowMs = 1_000) =>
  writeChange(
    db,
    { owner, entity: 'annotation', entityId: annotation.id, bookId: annotation.bookId, kind: 'put', fields: annotation },
    nowMs,
  );

describe('a written change', () => {
  test('is stored as record and outbox entry in one transaction, with a timestamp', async () => {
    const annotation = anAnnotation();
    await put('lin', annotation);
    const stored = await findRecord(db, 'lin', 'annotation', annotation.id);
    const [entry] = await db.outbox.toArray();
    expect(stored?.record).toEqual(annotation);
    expect(entry).toMatchObject({ owner: 'lin', state: 'waiting', op: { kind: 'put', fields: annotation } });
    expect(hlc.safeParse(entry?.op.hlc).success).toBe(true);
    expect(stored?.clocks.color).toBe(entry?.op.hlc);
  });

  test('has an increasing timestamp although the device’s clock is set back, and later than those of the server', async () => {
    await put('lin', anAnnotation(), 5_000);
    await put('lin', anAnnotation(), 4_000);
    await observeRemoteStamp(db, '0000000009000-0000-zzzzzz');
    await put('lin', anAnnotation(), 4_500);
    const stamps = (await db.outbox.orderBy('n').toArray()).map((entry) => entry.op.hlc);
    expect(stamps).toEqual([...stamps].sort());
    expect(new Set(stamps).size).toBe(3);
    expect(stamps[2]?.startsWith('0000000009000-0001-')).toBe(true);
  });

  test('that deletes a record keeps its text, and restoring it removes the deletion', async () => {
    const annotation = anAnnotation({ body: '重要' });
    const base = { owner: 'lin', entity: 'annotation', entityId: annotation.id, bookId: annotation.bookId } as const;
    await put('lin', annotation);
    await writeChange(db, { ...base, kind: 'del', fields: {} }, 2_000);
    expect((await findRecord(db, 'lin', 'annotation', annotation.id))?.record).toMatchObject({ body: '重要', deletedAt: 2_000 });
    await writeChange(db, { ...base, kind: 'put', fields: { deletedAt: null } }, 3_000);
    expect((await findRecord(db, 'lin', 'annotation', annotation.id))?.record).toEqual(annotation);
    expect((await db.outbox.orderBy('n').toArray()).map((entry) => entry.op.kind)).toEqual(['put', 'del', 'put']);
  });

  test('of a reading position replaces the pending one, and other changes stay', async () => {
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

  test('of the position keeps the furthest one when the reader pages back, in the record and in what is sent', async () => {
    for (const totalProgression of [0.2, 0.6, 0.1]) {
      await writeChange(db, {
        owner: 'lin',
        entity: 'progress',
        entityId: BOOK_ID,
        bookId: BOOK_ID,
        kind: 'put',
        fields: { bookId: BOOK_ID, locator: { href: 'a', locations: { totalProgression } }, updatedAt: 1 },
      });
    }
    const [record] = await listRecords(db, 'lin', 'progress');
    expect([record?.locator.locations.totalProgression, record?.furthest]).toEqual([0.1, 0.6]);
    expect((await db.outbox.toArray()).map(({ op }) => op.fields['furthest'])).toEqual([0.6]);
  });

  test('of one user is not visible to another user of the device', async () => {
    await put('lin');
    await put('mei');
    expect(await listAnnotationRecords(db, 'lin')).toHaveLength(1);
    expect(await listAnnotationRecords(db, 'mei', BOOK_ID)).toHaveLength(1);
  });
});

describe('annotations created before signing in', () => {
  test('move to the user who agrees, with their outbox entries, and leave nothing behind', async () => {
    const annotation = anAnnotation();
    await put(ANONYMOUS_OWNER, annotation);
    expect((await countAnonymousData(db)).annotations).toBe(1);
    expect(await adoptAnonymous(db, 'lin')).toBe(1);
    expect(await countAnonymousData(db)).toEqual({ annotations: 0, books: 0 });
    expect((await db.outbox.toArray()).map((entry) => [entry.owner, entry.entityId])).toEqual([['lin', annotation.id]]);
    expect((await listAnnotationRecords(db, 'lin'))[0]).toEqual(annotation);
  });

  test('move with the schedules of their review cards, also under a new id', async () => {
    const [fresh, known] = [anAnnotation(), anAnnotation()];
    await put('lin', known);
    for (const annotation of [fresh, known]) {
      await put(ANONYMOUS_OWNER, annotation);
      await writeChange(db, {
        owner: ANONYMOUS_OWNER,
        entity: 'reviewCard',
        entityId: annotation.id,
        bookId: BOOK_ID,
        kind: 'put',
        fields: { isOut: true },
      });
    }
    await adoptAnonymous(db, 'lin');
    const annotations = await listAnnotationRecords(db, 'lin');
    const cards = await listReviewCardRecords(db, 'lin');
    expect(annotations).toHaveLength(3);
    expect([...cards.keys()].toSorted()).toEqual(
      annotations
        .map(({ id }) => id)
        .filter((id) => id !== known.id)
        .toSorted(),
    );
    expect(await listReviewCardRecords(db, ANONYMOUS_OWNER)).toEqual(new Map());
  });

  test('count what was read, while the position of the user stays', async () => {
    const progress = (owner: string, at: number, furthest: number) =>
      writeChange(db, {
        owner,
        entity: 'progress',
        entityId: BOOK_ID,
        bookId: BOOK_ID,
        kind: 'put',
        fields: {
          bookId: BOOK_ID,
          versionId: BOOK_ID,
          locator: { href: 'a.xhtml', locations: { totalProgression: at } },
          furthest,
          updatedAt: 1,
        },
      });
    await progress('lin', 0.2, 0.3);
    await progress(ANONYMOUS_OWNER, 0.5, 0.8);
    await adoptAnonymous(db, 'lin');
    expect((await findRecord(db, 'lin', 'progress', BOOK_ID))?.record).toMatchObject({
      locator: { locations: { totalProgression: 0.2 } },
      furthest: 0.8,
    });
  });

  test('move with their unsaved text', async () => {
    const annotation = anAnnotation();
    await put(ANONYMOUS_OWNER, annotation);
    await saveDraft(db, ANONYMOUS_OWNER, noteDraftKey(annotation.id), '还没有写完');
    await adoptAnonymous(db, 'lin');
    expect(await findDraft(db, 'lin', noteDraftKey(annotation.id))).toMatchObject({ body: '还没有写完' });
    expect(await findDraft(db, ANONYMOUS_OWNER, noteDraftKey(annotation.id))).toBeUndefined();
  });
});
