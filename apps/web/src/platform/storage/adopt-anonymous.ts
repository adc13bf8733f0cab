/** Moves anonymous data of this device (annotations, progress, shelf) to a user who signed in and agreed. */
import { furthestOf, newId, type SyncEntity } from '@shufang/contract';
import { Dexie } from 'dexie';
import { ANONYMOUS_OWNER } from './anonymous-owner.ts';
import { findDraft, noteDraftKey, saveDraft } from './drafts.ts';
import { findRecord, listAnnotationRecords, listRecords, type ReaderDatabase, type StoredRecord } from './reader-database.ts';
import { writeChange } from './write-change.ts';

const ADOPTED: readonly SyncEntity[] = [
  'annotation',
  'progress',
  'shelfItem',
  'shelfGroup',
  'favorite',
  'reviewCard',
  'practiceAnswer',
  'interactiveState',
];
const adoptedKeys = ADOPTED.map((entity) => [ANONYMOUS_OWNER, entity]);

export interface AnonymousData {
  readonly annotations: number;
  /** Number of books that are on the shelf, were read, or are favorites. */
  readonly books: number;
}

/** Counts the anonymous data of this device. */
export const countAnonymousData = async (db: ReaderDatabase): Promise<AnonymousData> => {
  const annotations = (await listAnnotationRecords(db, ANONYMOUS_OWNER)).filter((annotation) => annotation.deletedAt === undefined);
  const [items, progressRecords, favorites] = await Promise.all([
    listRecords(db, ANONYMOUS_OWNER, 'shelfItem'),
    listRecords(db, ANONYMOUS_OWNER, 'progress'),
    listRecords(db, ANONYMOUS_OWNER, 'favorite'),
  ]);
  const books = new Set([
    ...items.filter((item) => item.onShelf === true).map((item) => item.bookId),
    ...progressRecords.map((progress) => progress.bookId),
    ...favorites.filter((favorite) => favorite.deletedAt === undefined).map((favorite) => favorite.targetId),
  ]);
  return { annotations: annotations.length, books: books.size };
};

/**
 * Moves the data of the anonymous user to `owner`: annotations with their drafts and review cards, shelf, favorites, answers to practice questions, and positions in books
 * in which `owner` has none. Books that were read are put on the shelf. Records of `owner` win over those of the anonymous user. Returns
 * the number of annotations. All in one transaction: after a failure nothing has changed.
 */
export const adoptAnonymous = async (db: ReaderDatabase, owner: string, nowMs: number = Date.now()): Promise<number> =>
  db.transaction('rw', db.records, db.outbox, db.meta, db.drafts, async () => {
    let adopted = 0;
    /**
     * New id of each adopted annotation, by the id that it had before. Rows are sorted by entity, so an annotation is adopted before the
     * review card that needs its new id.
     */
    const annotationIds = new Map<string, string>();
    const rows = await db.records.where('[owner+entity]').anyOf(adoptedKeys).toArray();
    const exists = async (entity: SyncEntity, id: string): Promise<boolean> => (await findRecord(db, owner, entity, id)) !== undefined;
    const put = async <E extends SyncEntity>(row: StoredRecord<E>, entityId: string, fields: Record<string, unknown>): Promise<void> => {
      await writeChange(db, { owner, entity: row.entity, entityId, bookId: row.bookId, kind: 'put', fields: fields as never }, nowMs);
    };
    for (const row of rows) {
      if (row.entity === 'annotation') {
        const { record } = row as StoredRecord<'annotation'>;
        if (record.deletedAt !== undefined) continue;
        const id = (await exists('annotation', record.id)) ? newId(nowMs) : record.id;
        await put(row, id, { ...record, id });
        annotationIds.set(record.id, id);
        const draft = await findDraft(db, ANONYMOUS_OWNER, noteDraftKey(record.id));
        if (draft) await saveDraft(db, owner, noteDraftKey(id), draft.body, draft.updatedAt);
        adopted += 1;
      } else if ('deletedAt' in row.record && row.record.deletedAt !== undefined) {
        continue;
      } else if (row.entity === 'reviewCard') {
        const id = annotationIds.get(row.entityId);
        if (id !== undefined) await put(row, id, { ...row.record });
      } else if (row.entity === 'favorite') {
        // A favorite that the user had removed is restored, because it was added again here.
        await put(row, row.entityId, { ...row.record, deletedAt: null });
      } else if (row.entity === 'progress' && (await exists('progress', row.entityId))) {
        // The position of the user stays, but what was read counts.
        const own = (await findRecord(db, owner, 'progress', row.entityId))?.record;
        const furthest = furthestOf(own, (row as StoredRecord<'progress'>).record);
        if (own !== undefined && furthest !== furthestOf(own)) await put(row, row.entityId, { ...own, furthest });
      } else if (!(await exists(row.entity, row.entityId))) {
        await put(row, row.entityId, { ...row.record });
      }
    }
    for (const { entity, bookId } of rows) {
      if (entity !== 'progress' || (await exists('shelfItem', bookId))) continue;
      const fields = { bookId, onShelf: true, addedAt: nowMs };
      await writeChange(db, { owner, entity: 'shelfItem', entityId: bookId, bookId, kind: 'put', fields }, nowMs);
    }
    await db.records.where('[owner+entity]').anyOf(adoptedKeys).delete();
    await db.drafts.where('[owner+key]').between([ANONYMOUS_OWNER, Dexie.minKey], [ANONYMOUS_OWNER, Dexie.maxKey]).delete();
    await db.outbox.where('[owner+state]').equals([ANONYMOUS_OWNER, 'waiting']).delete();
    return adopted;
  });
