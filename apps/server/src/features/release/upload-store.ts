/** The only SQL on uploads of releases. */
import { newId } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface StoredUpload {
  readonly id: string;
  /** The text of `release.json`, which was checked. */
  readonly release: string;
}

/** Returns the upload of a build, locked until the transaction ends; undefined if there is none. */
export const findUploadOfBuild = async (tx: Transaction, build: string): Promise<StoredUpload | undefined> => {
  const { rows } = await tx.execute<{ id: string; release: string }>(
    sql`select id, release_text as release from release_upload where build = ${build} for update`,
  );
  return rows[0];
};

/** Creates the upload of a build that has none. Returns its id; if it was created meanwhile, that of the other one. */
export const createUpload = async (
  tx: Transaction,
  { build, release, now }: { build: string; release: string; now: number },
): Promise<string> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into release_upload (id, build, release_text, changed_at) values (${newId(now)}, ${build}, ${release}, ${now})
    on conflict (build) do update set changed_at = excluded.changed_at returning id`);
  return rows[0]?.id ?? '';
};

export const findUpload = async (db: Queryable, id: string): Promise<StoredUpload | undefined> => {
  const { rows } = await db.execute<{ id: string; release: string }>(
    sql`select id, release_text as release from release_upload where id = ${id}`,
  );
  return rows[0];
};

/** Locks an upload until the transaction ends. Returns false if it does not exist any more. */
export const lockUpload = async (tx: Transaction, id: string, now: number): Promise<boolean> => {
  const { rows } = await tx.execute(sql`update release_upload set changed_at = ${now} where id = ${id} returning id`);
  return rows.length > 0;
};

export interface StoredPart {
  readonly fileName: string;
  readonly offset: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Lists the parts of an upload in the order of their files and offsets. */
export const listParts = async (db: Queryable, uploadId: string): Promise<StoredPart[]> => {
  const { rows } = await db.execute<{ fileName: string; offset: number; bytes: number; sha256: string }>(sql`
    select file_name as "fileName", part_offset as offset, part_bytes as bytes, sha256 from release_upload_part
    where upload_id = ${uploadId} order by file_name, part_offset`);
  return rows;
};

export const insertPart = async (tx: Transaction, uploadId: string, { fileName, offset, bytes, sha256 }: StoredPart): Promise<void> => {
  await tx.execute(sql`insert into release_upload_part (upload_id, file_name, part_offset, part_bytes, sha256)
    values (${uploadId}, ${fileName}, ${offset}, ${bytes}, ${sha256})`);
};

/** Deletes an upload with the list of its parts. */
export const deleteUpload = async (db: Queryable, id: string): Promise<void> => {
  await db.execute(sql`delete from release_upload where id = ${id}`);
};

/** Lists the ids of uploads that were not changed since. */
export const listUploadsBefore = async (db: Queryable, before: number): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`select id from release_upload where changed_at < ${before}`);
  return rows.map(({ id }) => id);
};
