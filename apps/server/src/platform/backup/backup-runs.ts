/** Records successful and failed backups. Contains the only SQL on `backup_run`. */
import { newId } from '@shufang/contract';
import type { Queryable } from '../database.ts';
import { sql } from '../sql.ts';

/** Maximum number of recorded runs; older ones are deleted. */
const STORED_RUNS_MAX = 400;

export interface BackupRun {
  readonly id: string;
  readonly dueAt: number | undefined;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly outcome: 'running' | 'done' | 'failed';
  readonly folder: string;
  readonly missingObjects: number;
  readonly error: string | undefined;
}

interface Row extends Record<string, unknown> {
  id: string;
  due_at: string | null;
  started_at: string;
  ended_at: string | null;
  outcome: BackupRun['outcome'];
  folder: string;
  missing_objects: number;
  error: string | null;
}

const ofRow = (row: Row): BackupRun => ({
  id: row.id,
  dueAt: row.due_at === null ? undefined : Number(row.due_at),
  startedAt: Number(row.started_at),
  endedAt: row.ended_at === null ? undefined : Number(row.ended_at),
  outcome: row.outcome,
  folder: row.folder,
  missingObjects: row.missing_objects,
  error: row.error ?? undefined,
});

/**
 * Records the start of a backup. Returns the id of the run, or undefined if another process has already started the run for this due time.
 */
export const startBackupRun = async (
  db: Queryable,
  run: { readonly dueAt: number | undefined; readonly folder: string },
  now: number,
): Promise<string | undefined> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into backup_run (id, due_at, started_at, folder) values (${newId(now)}, ${run.dueAt ?? null}, ${now}, ${run.folder})
    on conflict (due_at) do nothing returning id`);
  return rows[0]?.id;
};

/** Returns whether the database has the table of backup runs; a database that was not upgraded yet has none. */
export const hasBackupRuns = async (db: Queryable): Promise<boolean> => {
  const { rows } = await db.execute(sql`select 1 where to_regclass('public.backup_run') is not null`);
  return rows.length > 0;
};

/** Records a backup made by the command line; does nothing in a database without the table. */
export const recordManualBackup = async (
  db: Queryable,
  run: { readonly folder: string; readonly missingObjects: number; readonly startedAt: number; readonly endedAt: number },
): Promise<void> => {
  if (!(await hasBackupRuns(db))) return;
  await db.execute(sql`
    insert into backup_run (id, started_at, ended_at, outcome, folder, missing_objects)
    values (${newId(run.startedAt)}, ${run.startedAt}, ${run.endedAt}, 'done', ${run.folder}, ${run.missingObjects})`);
};

export const findBackupRun = async (db: Queryable, id: string): Promise<BackupRun | undefined> => {
  const { rows } = await db.execute<Row>(sql`select * from backup_run where id = ${id}`);
  return rows[0] && ofRow(rows[0]);
};

export const endBackupRun = async (
  db: Queryable,
  id: string,
  end: { readonly outcome: 'done' | 'failed'; readonly missingObjects?: number; readonly error?: string },
  now: number,
): Promise<void> => {
  await db.execute(sql`
    update backup_run set outcome = ${end.outcome}, ended_at = ${now}, missing_objects = ${end.missingObjects ?? 0}, error = ${end.error ?? null}
    where id = ${id}`);
  await db.execute(sql`delete from backup_run where id in (select id from backup_run order by started_at desc offset ${STORED_RUNS_MAX})`);
};

/** Returns the newest successful backup and the newest run. */
export const findLatestBackups = async (
  db: Queryable,
): Promise<{ readonly made: BackupRun | undefined; readonly last: BackupRun | undefined }> => {
  const { rows: made } = await db.execute<Row>(sql`select * from backup_run where outcome = 'done' order by ended_at desc limit 1`);
  const { rows: last } = await db.execute<Row>(sql`select * from backup_run where outcome <> 'running' order by started_at desc limit 1`);
  return { made: made[0] && ofRow(made[0]), last: last[0] && ofRow(last[0]) };
};
