import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, sqlStateOf } from './database.ts';
import { MIGRATION_LOCK, MIGRATION_TABLE_SQL, MigrationError, migrate } from './migrate.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const FIRST = 'create table shelf (id text primary key);';
const SECOND = "insert into shelf values ('a'); create type mood as enum ('calm');";

describe('migrations', () => {
  let folder: string;
  let empty: TestDatabase;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-migrations-'));
    empty = await createEmptyDatabase();
    await writeFile(path.join(folder, '0001-first.sql'), FIRST);
    await writeFile(path.join(folder, '0002-second.sql'), SECOND);
  });
  afterEach(async () => {
    await empty.drop();
    await rm(folder, { recursive: true });
  });

  const shelf = async (): Promise<unknown[]> => (await empty.db.pool.query('select id from shelf')).rows;

  it('run in order, once each', async () => {
    expect(await migrate(empty.db, folder)).toEqual(['0001-first.sql', '0002-second.sql']);
    expect(await migrate(empty.db, folder)).toEqual([]);
    expect(await shelf()).toEqual([{ id: 'a' }]);
  });

  it('report each step of an upgrade, and nothing for a new database', async () => {
    const steps: unknown[] = [];
    const follow = (step: unknown): void => void steps.push(step);
    await migrate(empty.db, folder, follow);
    expect(steps).toEqual([]);
    await writeFile(path.join(folder, '0003-third.sql'), 'create table third ();');
    await writeFile(path.join(folder, '0004-fourth.sql'), 'create table fourth ();');
    await migrate(empty.db, folder, follow);
    expect(steps).toEqual([
      { kind: 'applies', name: '0003-third.sql', no: 1, of: 2 },
      { kind: 'applies', name: '0004-fourth.sql', no: 2, of: 2 },
    ]);
  });

  it('report that another process is migrating', async () => {
    const other = await empty.db.pool.connect();
    await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const steps: unknown[] = [];
    const migrated = await migrate(empty.db, folder, (step) => {
      steps.push(step);
      other.release(true);
    });
    expect(steps).toEqual([{ kind: 'waits' }]);
    expect(migrated).toHaveLength(2);
  });

  it.each([1, 2, 3, 4])('run once if six processes start at the same time, round %i', async () => {
    const starting = Array.from({ length: 6 }, async () => {
      const db = await openDatabase(empty.url);
      try {
        return await migrate(db, folder);
      } finally {
        await db.close();
      }
    });
    const done = await Promise.all(starting);
    expect(done.flat()).toEqual(['0001-first.sql', '0002-second.sql']);
    expect(await shelf()).toEqual([{ id: 'a' }]);
  });

  it('with an edited file are rejected by its name before anything is run', async () => {
    await migrate(empty.db, folder);
    await writeFile(path.join(folder, '0001-first.sql'), `${FIRST} -- changed`);
    await writeFile(path.join(folder, '0003-third.sql'), 'create table third ();');
    await expect(migrate(empty.db, folder)).rejects.toThrow('0001-first.sql 在执行之后被修改过');
    const { rows } = await empty.db.pool.query("select to_regclass('third') as found");
    expect(rows).toEqual([{ found: null }]);
  });

  it('of a newer version are rejected', async () => {
    await migrate(empty.db, folder);
    await rm(path.join(folder, '0002-second.sql'));
    await expect(migrate(empty.db, folder)).rejects.toThrow('更新的版本');
  });

  it('of a version before the baseline are rejected with what to do, and the database is unchanged', async () => {
    await empty.db.pool.query(MIGRATION_TABLE_SQL);
    await empty.db.pool.query("insert into schema_migration (name, sha256) values ('0001-accounts.sql', ''), ('0105-later.sql', '')");
    const refused = await migrate(empty.db, folder).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(MigrationError);
    expect(String(refused)).toMatch(/由旧版本建立.*备份或导出.*DATA_DIR.*DATABASE_URL/);
    const { rows } = await empty.db.pool.query("select to_regclass('shelf') as found, (select count(*) from schema_migration) as applied");
    expect(rows).toEqual([{ found: null, applied: 2 }]);
  });

  it('release the lock as soon as an upgrade has returned or failed', async () => {
    const isLocked = async (): Promise<boolean> => {
      const { rows } = await empty.db.pool.query<{ locks: number }>(
        "select count(*)::int as locks from pg_locks join pg_database d on d.oid = database where locktype = 'advisory' and datname = current_database()",
      );
      return rows[0]?.locks !== 0;
    };
    await migrate(empty.db, folder);
    expect(await isLocked()).toBe(false);
    await writeFile(path.join(folder, '0003-third.sql'), 'select nonsense');
    await expect(migrate(empty.db, folder)).rejects.toThrow('0003-third.sql');
    expect(await isLocked()).toBe(false);
  });

  it('roll back a failing file completely, retain the earlier ones, and continue at the next start', async () => {
    await writeFile(path.join(folder, '0002-second.sql'), "insert into shelf values ('b'); select nonsense;");
    const failed = await migrate(empty.db, folder).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(MigrationError);
    expect(sqlStateOf(failed)).toBe('42703');
    expect(await shelf()).toEqual([]);
    await writeFile(path.join(folder, '0002-second.sql'), SECOND);
    expect(await migrate(empty.db, folder)).toEqual(['0002-second.sql']);
  });

  it.each(['0002-twin.sql', '3-short.sql', 'notes.sql'])('reject the file name %s', async (name) => {
    await writeFile(path.join(folder, name), 'select 1;');
    await expect(migrate(empty.db, folder)).rejects.toThrow(name);
  });
});

describe('a test database', () => {
  it('has every migration of the product and no shared rows', async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await one.db.pool.query('create table only_here (id bigint)');
    const { rows } = await two.db.pool.query(
      "select to_regclass('only_here') as found, (select count(*) from schema_migration) as applied",
    );
    expect(rows[0]).toMatchObject({ found: null });
    expect(rows[0].applied).toBeGreaterThan(0);
    await Promise.all([one.drop(), two.drop()]);
  });
});
