/** Hands what was marked before signing in to the person who signed in and agreed. */
import { newId } from '@shufang/contract';
import { ANONYMOUS_OWNER, findRecord, listAnnotationRecords, type ReaderDatabase, type StoredRecord } from './reader-database.ts';
import { writeChange } from './write-change.ts';

/** How many living marks were made on this device without an account. */
export const countAnonymousMarks = async (db: ReaderDatabase): Promise<number> =>
  (await listAnnotationRecords(db, ANONYMOUS_OWNER)).filter((mark) => mark.deletedAt === undefined).length;

/** Moves marks, and places in books the person has no place in, to `owner`. Whatever of it fails leaves everything as it was. */
export const adoptAnonymousMarks = async (db: ReaderDatabase, owner: string, nowMs: number = Date.now()): Promise<number> =>
  db.transaction('rw', db.records, db.outbox, db.meta, db.drafts, async () => {
    let adopted = 0;
    const rows = await db.records.where('[owner+entity]').anyOf([ANONYMOUS_OWNER, 'annotation'], [ANONYMOUS_OWNER, 'progress']).toArray();
    for (const row of rows) {
      if (row.entity === 'annotation') {
        const { record } = row as StoredRecord<'annotation'>;
        if (record.deletedAt !== undefined) continue;
        const id = (await findRecord(db, owner, 'annotation', record.id)) ? newId(nowMs) : record.id;
        await writeChange(
          db,
          { owner, entity: 'annotation', entityId: id, bookId: record.bookId, kind: 'put', fields: { ...record, id } },
          nowMs,
        );
        adopted += 1;
      } else if (!(await findRecord(db, owner, 'progress', row.entityId))) {
        const { record } = row as StoredRecord<'progress'>;
        await writeChange(
          db,
          { owner, entity: 'progress', entityId: row.entityId, bookId: row.bookId, kind: 'put', fields: { ...record } },
          nowMs,
        );
      }
    }
    await forgetAnonymous(db);
    return adopted;
  });

const forgetAnonymous = async (db: ReaderDatabase): Promise<void> => {
  await db.records.where('[owner+entity]').anyOf([ANONYMOUS_OWNER, 'annotation'], [ANONYMOUS_OWNER, 'progress']).delete();
  await db.outbox.where('[owner+state]').equals([ANONYMOUS_OWNER, 'waiting']).delete();
};
