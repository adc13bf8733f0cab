/** Hands what was marked, read and shelved before signing in to the person who signed in and agreed. */
import { newId, type SyncEntity } from '@shufang/contract';
import { Dexie } from 'dexie';
import { findDraft, noteDraftKey, saveDraft } from './drafts.ts';
import { findRecord, listAnnotationRecords, listRecords, type ReaderDatabase, type StoredRecord } from './reader-database.ts';
import { ANONYMOUS_OWNER } from './use-owner.ts';
import { writeChange } from './write-change.ts';

const ADOPTED: readonly SyncEntity[] = ['annotation', 'progress', 'shelfItem', 'shelfGroup', 'favorite', 'reviewCard'];
const adoptedKeys = ADOPTED.map((entity) => [ANONYMOUS_OWNER, entity]);

export interface AnonymousThings {
  readonly marks: number;
  /** On the shelf, read in, or a favourite. */
  readonly books: number;
}

/** How much was made on this device without an account. */
export const countAnonymousThings = async (db: ReaderDatabase): Promise<AnonymousThings> => {
  const marks = (await listAnnotationRecords(db, ANONYMOUS_OWNER)).filter((mark) => mark.deletedAt === undefined);
  const [items, places, favorites] = await Promise.all([
    listRecords(db, ANONYMOUS_OWNER, 'shelfItem'),
    listRecords(db, ANONYMOUS_OWNER, 'progress'),
    listRecords(db, ANONYMOUS_OWNER, 'favorite'),
  ]);
  const books = new Set([
    ...items.filter((item) => item.onShelf === true).map((item) => item.bookId),
    ...places.map((place) => place.bookId),
    ...favorites.filter((favorite) => favorite.deletedAt === undefined).map((favorite) => favorite.targetId),
  ]);
  return { marks: marks.length, books: books.size };
};

/**
 * Moves marks with the texts being typed for them and their review cards, shelf and favourites, and places in books the person has no place in, to `owner`; the books that were read lie on the shelf
 * then, as they did here. What the person's own shelf says of a book counts more. Answers how many marks; whatever of it fails leaves
 * everything as it was.
 */
export const adoptAnonymous = async (db: ReaderDatabase, owner: string, nowMs: number = Date.now()): Promise<number> =>
  db.transaction('rw', db.records, db.outbox, db.meta, db.drafts, async () => {
    let adopted = 0;
    /** What the marks are called from now on. They come before their cards: rows are in the order of their kinds. */
    const markIds = new Map<string, string>();
    const rows = await db.records.where('[owner+entity]').anyOf(adoptedKeys).toArray();
    const isKnown = async (entity: SyncEntity, id: string): Promise<boolean> => (await findRecord(db, owner, entity, id)) !== undefined;
    const put = async <E extends SyncEntity>(row: StoredRecord<E>, entityId: string, fields: Record<string, unknown>): Promise<void> => {
      await writeChange(db, { owner, entity: row.entity, entityId, bookId: row.bookId, kind: 'put', fields: fields as never }, nowMs);
    };
    for (const row of rows) {
      if (row.entity === 'annotation') {
        const { record } = row as StoredRecord<'annotation'>;
        if (record.deletedAt !== undefined) continue;
        const id = (await isKnown('annotation', record.id)) ? newId(nowMs) : record.id;
        await put(row, id, { ...record, id });
        markIds.set(record.id, id);
        const draft = await findDraft(db, ANONYMOUS_OWNER, noteDraftKey(record.id));
        if (draft) await saveDraft(db, owner, noteDraftKey(id), draft.body, draft.updatedAt);
        adopted += 1;
      } else if ('deletedAt' in row.record && row.record.deletedAt !== undefined) {
        continue;
      } else if (row.entity === 'reviewCard') {
        const id = markIds.get(row.entityId);
        if (id !== undefined) await put(row, id, { ...row.record });
      } else if (row.entity === 'favorite') {
        // One the person let go of comes back: it was kept again here.
        await put(row, row.entityId, { ...row.record, deletedAt: null });
      } else if (!(await isKnown(row.entity, row.entityId))) {
        await put(row, row.entityId, { ...row.record });
      }
    }
    for (const { entity, bookId } of rows) {
      if (entity !== 'progress' || (await isKnown('shelfItem', bookId))) continue;
      const fields = { bookId, onShelf: true, addedAt: nowMs };
      await writeChange(db, { owner, entity: 'shelfItem', entityId: bookId, bookId, kind: 'put', fields }, nowMs);
    }
    await db.records.where('[owner+entity]').anyOf(adoptedKeys).delete();
    await db.drafts.where('[owner+key]').between([ANONYMOUS_OWNER, Dexie.minKey], [ANONYMOUS_OWNER, Dexie.maxKey]).delete();
    await db.outbox.where('[owner+state]').equals([ANONYMOUS_OWNER, 'waiting']).delete();
    return adopted;
  });
