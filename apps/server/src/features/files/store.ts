/** The only SQL of `user_file` and `unclaimed_object`. Every query about a private file names its owner. */

import type { Queryable, Transaction } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';
import type { FileKind, StoredFile } from './user-file.ts';

interface FileRow extends Record<string, unknown> {
  id: string;
  owner_id: string;
  kind: FileKind;
  name: string;
  media_type: string;
  size_bytes: number;
  sha256: string;
  visibility: 'private' | 'public';
  created_at: number;
  expires_at: number | null;
  width: number | null;
  height: number | null;
}

const fromRow = (row: FileRow): StoredFile => ({
  id: row.id,
  ownerId: row.owner_id,
  kind: row.kind,
  name: row.name,
  mediaType: row.media_type,
  sizeBytes: row.size_bytes,
  sha256: row.sha256,
  visibility: row.visibility,
  createdAt: row.created_at,
  expiresAt: row.expires_at ?? undefined,
  pixels: row.width === null || row.height === null ? undefined : { width: row.width, height: row.height },
});

const COLUMNS = sql.raw('id, owner_id, kind, name, media_type, size_bytes, sha256, visibility, created_at, expires_at, width, height');

const select = async (db: Queryable, rest: SQL): Promise<StoredFile[]> => {
  const { rows } = await db.execute<FileRow>(sql`select ${COLUMNS} from user_file where ${rest}`);
  return rows.map(fromRow);
};

export const insertFile = async (tx: Transaction, file: StoredFile): Promise<void> => {
  await tx.execute(sql`
    insert into user_file (${COLUMNS}) values (
      ${file.id}, ${file.ownerId}, ${file.kind}, ${file.name}, ${file.mediaType}, ${file.sizeBytes}, ${file.sha256}, ${file.visibility},
      ${file.createdAt}, ${file.expiresAt ?? null}, ${file.pixels?.width ?? null}, ${file.pixels?.height ?? null})`);
};

/** Returns a file of this user that has not expired. */
export const findOwnFile = async (db: Queryable, ownerId: string, id: string, now: number): Promise<StoredFile | undefined> => {
  const [found] = await select(db, sql`id = ${id} and owner_id = ${ownerId} and (expires_at is null or expires_at > ${now})`);
  return found;
};

/** Returns the documents and pictures with these ids that have not expired, of any user; the caller checks the owner. */
export const listUploadedFiles = (db: Queryable, ids: readonly string[], now: number): Promise<StoredFile[]> =>
  select(
    db,
    sql`id = any(${sql.param([...ids])}::text[]) and kind in ('document', 'picture') and (expires_at is null or expires_at > ${now})`,
  );

/** Returns a public picture with these bytes. */
export const findPublicPicture = async (db: Queryable, sha256: string): Promise<StoredFile | undefined> => {
  const [found] = await select(db, sql`sha256 = ${sha256} and visibility = 'public' limit 1`);
  return found;
};

/** Returns the files that the user uploaded, the newest first, beginning after the file `after`. */
export const listOwnFiles = (
  db: Queryable,
  ownerId: string,
  after: Pick<StoredFile, 'createdAt' | 'id'> | undefined,
  limit: number,
): Promise<StoredFile[]> => {
  const rest = after === undefined ? sql`true` : sql`(created_at, id) < (${after.createdAt}::bigint, ${after.id})`;
  return select(
    db,
    sql`owner_id = ${ownerId} and kind in ('document', 'picture', 'avatar') and ${rest} order by created_at desc, id desc limit ${limit}`,
  );
};

/** Returns all files of a user except data exports, the oldest first. */
export const listFilesToExport = (db: Queryable, ownerId: string): Promise<StoredFile[]> =>
  select(db, sql`owner_id = ${ownerId} and kind <> 'export' order by created_at, id`);

/** Returns size and number of the files that count towards the user's quota: all that the user uploaded. */
export const sumFiles = async (db: Queryable, ownerId: string): Promise<{ bytes: number; count: number }> => {
  const { rows } = await db.execute<{ bytes: number; count: number }>(sql`
    select coalesce(sum(size_bytes), 0)::bigint as bytes, count(*) as count from user_file where owner_id = ${ownerId} and kind not in ('export', 'invoice')`);
  return rows[0] ?? { bytes: 0, count: 0 };
};

/** Locks the user's files until the transaction ends, so that concurrent uploads cannot exceed the quota. */
export const lockFilesOf = async (tx: Transaction, ownerId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`user files ${ownerId}`}, 0))`);
};

/** Deletes rows of files and records that their objects may be unclaimed, in one statement; returns the number of rows. */
const removeWhere = async (db: Queryable, where: SQL, now: number): Promise<number> => {
  const { rows } = await db.execute<{ removed: number }>(sql`
    with removed as (delete from user_file where ${where} returning sha256),
      noted as (
        insert into unclaimed_object (content_hash, since) select distinct sha256, ${now}::bigint from removed
        on conflict (content_hash) do update set since = greatest(unclaimed_object.since, excluded.since))
    select count(*)::int as removed from removed`);
  return rows[0]?.removed ?? 0;
};

export const removeOwnFile = (db: Queryable, ownerId: string, id: string, now: number): Promise<number> =>
  removeWhere(db, sql`owner_id = ${ownerId} and id = ${id} and kind in ('document', 'picture', 'avatar')`, now);

/** Deletes all avatars of a user but the given one. */
export const removeOtherAvatars = (db: Queryable, ownerId: string, currentId: string | null, now: number): Promise<number> =>
  removeWhere(db, sql`owner_id = ${ownerId} and kind = 'avatar' and id is distinct from ${currentId}`, now);

export const removeOtherExports = (db: Queryable, ownerId: string, currentId: string, now: number): Promise<number> =>
  removeWhere(db, sql`owner_id = ${ownerId} and kind = 'export' and id <> ${currentId}`, now);

export const removeFilesOf = (db: Queryable, ownerId: string, now: number): Promise<number> =>
  removeWhere(db, sql`owner_id = ${ownerId}`, now);

export const removeExpiredFiles = (db: Queryable, now: number): Promise<number> => removeWhere(db, sql`expires_at <= ${now}`, now);

/**
 * Records that an object is about to be stored. Waits for a sweep that is deleting the same object, so that it is stored afterwards; the
 * sweep then ignores the object for a day.
 */
export const noteUnclaimedObject = async (db: Queryable, sha256: string, now: number): Promise<void> => {
  await db.execute(sql`
    insert into unclaimed_object (content_hash, since) values (${sha256}, ${now})
    on conflict (content_hash) do update set since = greatest(unclaimed_object.since, excluded.since)`);
};

export const listObjectsUnclaimedBefore = async (db: Queryable, before: number, limit: number): Promise<string[]> => {
  const { rows } = await db.execute<{ content_hash: string }>(
    sql`select content_hash from unclaimed_object where since < ${before} order by since limit ${limit}`,
  );
  return rows.map((row) => row.content_hash);
};

/**
 * Deletes the record that an object may be unclaimed, and locks it until the transaction ends; returns false if it was renewed or deleted
 * meanwhile.
 */
export const takeUnclaimedObject = async (tx: Transaction, sha256: string, before: number): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`delete from unclaimed_object where content_hash = ${sha256} and since < ${before}`);
  return rowCount === 1;
};

/** Returns the size of the stored files of users; files with equal content are one object. */
export const countUserFileBytes = async (db: Queryable): Promise<number> => {
  const { rows } = await db.execute<{ bytes: string }>(
    sql`select coalesce(sum(size_bytes), 0) as bytes from (select distinct on (sha256) size_bytes from user_file) object`,
  );
  return Number(rows[0]?.bytes ?? 0);
};
