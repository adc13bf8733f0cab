/** Tests the records of backup runs, and the search for references to objects, on a separate database. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { endBackupRun, findBackupRun, findLatestBackups, hasBackupRuns, recordManualBackup, startBackupRun } from './backup-runs.ts';
import { isObjectReferenced } from './referenced-objects.ts';

let database: TestDatabase;
let empty: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  empty = await createEmptyDatabase();
});
afterAll(async () => {
  await database?.drop();
  await empty?.drop();
});
beforeEach(() => database.db.pool.query('delete from backup_run'));

const db = () => database.db.orm;
const start = async (dueAt: number | undefined, now: number) => {
  const id = await startBackupRun(db(), { dueAt, folder: `/b/${now}` }, now);
  if (id === undefined) throw new Error('begun elsewhere');
  return id;
};

describe('a run', () => {
  it('is started by one process for each due time', async () => {
    const id = await start(5, 7);
    expect(await findBackupRun(db(), id)).toEqual({
      id,
      dueAt: 5,
      startedAt: 7,
      endedAt: undefined,
      outcome: 'running',
      folder: '/b/7',
      missingObjects: 0,
      error: undefined,
    });
    expect(await startBackupRun(db(), { dueAt: 5, folder: '/b' }, 8)).toBeUndefined();
    const unscheduled = [await start(undefined, 9), await start(undefined, 9)];
    expect(new Set(unscheduled).size).toBe(2);
    expect((await findBackupRun(db(), unscheduled[0] ?? ''))?.dueAt).toBeUndefined();
    expect(await findBackupRun(db(), 'none')).toBeUndefined();
  });

  it('ends only once, made or failed', async () => {
    const [made, failed, other] = [await start(1, 1), await start(2, 2), await start(3, 3)];
    await endBackupRun(db(), made, { outcome: 'done', missingObjects: 4 }, 11);
    await endBackupRun(db(), failed, { outcome: 'failed', error: '磁盘空间不足' }, 12);
    expect(await findBackupRun(db(), made)).toMatchObject({ outcome: 'done', endedAt: 11, missingObjects: 4, error: undefined });
    expect(await findBackupRun(db(), failed)).toMatchObject({ outcome: 'failed', endedAt: 12, missingObjects: 0, error: '磁盘空间不足' });
    expect(await findBackupRun(db(), other)).toMatchObject({ outcome: 'running', endedAt: undefined });
  });

  it('that is older than four hundred others is deleted', async () => {
    await database.db.pool.query(`insert into backup_run (id, started_at, folder) select 'r' || n, n, '/b' from generate_series(1, 400) n`);
    await endBackupRun(db(), await start(undefined, 500), { outcome: 'done' }, 501);
    const { rows } = await database.db.pool.query('select count(*)::int as runs, min(started_at)::int as oldest from backup_run');
    expect(rows).toEqual([{ runs: 400, oldest: 2 }]);
  });

  it('by hand is recorded as made if the table exists', async () => {
    const run = { folder: '/hand', missingObjects: 2, startedAt: 5, endedAt: 9 };
    await recordManualBackup(db(), run);
    const { made } = await findLatestBackups(db());
    expect(made).toEqual({ ...run, id: expect.any(String), dueAt: undefined, outcome: 'done', error: undefined });
    expect([await hasBackupRuns(db()), await hasBackupRuns(empty.db.orm)]).toEqual([true, false]);
    await expect(recordManualBackup(empty.db.orm, run)).resolves.toBeUndefined();
  });

  it('is the newest successful one by its end, or the newest ended one by its start', async () => {
    expect(await findLatestBackups(db())).toEqual({ made: undefined, last: undefined });
    const end = async (startedAt: number, outcome: 'done' | 'failed', endedAt: number) => {
      const id = await start(undefined, startedAt);
      await endBackupRun(db(), id, { outcome }, endedAt);
      return id;
    };
    const slow = await end(1, 'done', 30);
    await end(2, 'done', 20);
    const failed = await end(3, 'failed', 10);
    await start(undefined, 4);
    const { made, last } = await findLatestBackups(db());
    expect([made?.id, last?.id]).toEqual([slow, failed]);
  });
});

describe('an object', () => {
  it('is referenced if any column for hashes of any table contains it', async () => {
    const { pool } = empty.db;
    await pool.query(`create table a (sha256 text); create table b (picture_sha256 text); create table c (notsha256 text);
      create table schema_migration (sha256 text); create schema other; create table other.d (sha256 text);
      insert into a values ('one'), ('other'); insert into b values ('two'); insert into c values ('three');
      insert into schema_migration values ('four'); insert into other.d values ('five')`);
    const named = await Promise.all(['one', 'two', 'three', 'four', 'five', 'six'].map((hash) => isObjectReferenced(empty.db.orm, hash)));
    expect(named).toEqual([true, true, false, false, false, false]);
  });
});
