/** The only SQL of `data_export`: requested data exports and their progress. */
import type { DataExport } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

interface ExportRow extends Record<string, unknown> {
  id: string;
  state: DataExport['state'];
  progress: number;
  file_id: string | null;
  size_bytes: number | null;
  created_at: number;
  touched_at: number;
  expires_at: number | null;
}

export interface StoredExport extends DataExport {
  /** When the running job last updated the export, UTC ms. */
  readonly touchedAt: number;
}

const COLUMNS = sql.raw('id, state, progress, file_id, size_bytes, created_at, touched_at, expires_at');
const underWay = sql.raw("state in ('queued', 'running')");

const fromRow = (row: ExportRow): StoredExport => ({
  id: row.id,
  state: row.state,
  progress: row.progress,
  createdAt: row.created_at,
  sizeBytes: row.size_bytes,
  fileId: row.file_id,
  expiresAt: row.expires_at,
  touchedAt: row.touched_at,
});

/** Inserts a data export into the queue; returns false if one of this user is in progress. */
export const insertExport = async (tx: Transaction, { id, userId, now }: { id: string; userId: string; now: number }): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    insert into data_export (id, user_id, state, created_at, touched_at) values (${id}, ${userId}, 'queued', ${now}, ${now})
    on conflict (user_id) where state in ('queued', 'running') do nothing`);
  return rowCount === 1;
};

export const findNewestExport = async (db: Queryable, userId: string): Promise<StoredExport | undefined> => {
  const { rows } = await db.execute<ExportRow>(
    sql`select ${COLUMNS} from data_export where user_id = ${userId} order by created_at desc, id desc limit 1`,
  );
  return rows[0] && fromRow(rows[0]);
};

/** Marks data exports that were not updated since a given time as failed. */
export const failDeadExports = async (tx: Transaction, userId: string, touchedBefore: number): Promise<void> => {
  await tx.execute(
    sql`update data_export set state = 'failed' where user_id = ${userId} and ${underWay} and touched_at < ${touchedBefore}`,
  );
};

/** Marks an export as running. Returns its user; undefined if it has ended. An export whose run was interrupted starts again. */
export const startExport = async (db: Queryable, id: string, now: number): Promise<string | undefined> => {
  const { rows } = await db.execute<{ user_id: string }>(
    sql`update data_export set state = 'running', progress = 0, touched_at = ${now} where id = ${id} and ${underWay} returning user_id`,
  );
  return rows[0]?.user_id;
};

/** Records that the export is still running, with its progress. Returns false if it has ended or was deleted and the run must stop. */
export const touchExport = async (db: Queryable, id: string, progress: number, now: number): Promise<boolean> => {
  const { rowCount } = await db.execute(
    sql`update data_export set progress = ${progress}, touched_at = ${now} where id = ${id} and state = 'running'`,
  );
  return rowCount === 1;
};

/** Stores the file of a completed data export. Returns false if the export has ended or was deleted. */
export const finishExport = async (
  tx: Transaction,
  id: string,
  file: { id: string; sizeBytes: number; expiresAt: number },
  now: number,
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    update data_export set state = 'ready', progress = 1, file_id = ${file.id}, size_bytes = ${file.sizeBytes},
      expires_at = ${file.expiresAt}, touched_at = ${now}
    where id = ${id} and state = 'running'`);
  return rowCount === 1;
};

export const failExport = async (db: Queryable, id: string): Promise<void> => {
  await db.execute(sql`update data_export set state = 'failed' where id = ${id} and ${underWay}`);
};

/** Returns the data exports of a user with their states. */
export const listExportsOf = async (db: Queryable, userId: string): Promise<Pick<StoredExport, 'id' | 'state' | 'createdAt'>[]> => {
  const { rows } = await db.execute<ExportRow>(sql`select ${COLUMNS} from data_export where user_id = ${userId} order by created_at, id`);
  return rows.map((row) => ({ id: row.id, state: row.state, createdAt: row.created_at }));
};

export const deleteExportsOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from data_export where user_id = ${userId}`);
};
