/** Applies the numbered SQL files of the schema to a database: each once, in order, under an advisory lock. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Database } from './database.ts';

/** Id of the advisory lock of migrations: an arbitrary number that all processes share; its bytes spell "SFMG". */
export const MIGRATION_LOCK = 0x53_46_4d_47;
export const MIGRATION_TABLE_SQL =
  'create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())';
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

export interface MigrationFile {
  name: string;
  sql: string;
  sha256: string;
}

/** An error of a migration, with a Chinese message for the operator who starts the server. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** Returns the migration files of `folder` in order. Throws `MigrationError` for a file not named `NNNN-name.sql` and for a number used twice. */
export const readMigrations = async (folder: string): Promise<MigrationFile[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const wrong = names.find((name) => !FILE_NAME.test(name));
  if (wrong !== undefined) throw new MigrationError(`迁移文件名不合规：${wrong}，应形如 0001-account.sql`);
  const twin = names.find((name, index) => index > 0 && name.slice(0, 4) === names[index - 1]?.slice(0, 4));
  if (twin !== undefined) throw new MigrationError(`迁移文件编号重复：${twin}`);
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(path.join(folder, name));
      return { name, sql: bytes.toString('utf8'), sha256: createHash('sha256').update(bytes).digest('hex') };
    }),
  );
};

/** Runs one migration file and records it, within the transaction of the caller. */
export const applyMigrationFile = async (client: pg.ClientBase, file: MigrationFile): Promise<void> => {
  await client.query(file.sql);
  await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [file.name, file.sha256]);
};

/** The first migration of the versions whose migrations were replaced by one baseline per slice. There is no upgrade from those versions. */
const FIRST_MIGRATION_BEFORE_BASELINE = '0001-accounts.sql';

/** Returns true for the migrations of a database or backup made by a version before the baseline. */
export const isBeforeBaseline = (applied: readonly Pick<MigrationFile, 'name'>[]): boolean =>
  applied.some(({ name }) => name === FIRST_MIGRATION_BEFORE_BASELINE);

/** The next step of an upgrade: it waits for another process, or applies one of the missing files (`no` counts from 1). */
export type MigrationStep =
  | { readonly kind: 'waits' }
  | { readonly kind: 'applies'; readonly name: string; readonly no: number; readonly of: number };

/** Returns why this version cannot use a database with these migrations, or `undefined` when it can. Start and `doctor` both call it. */
export const findMigrationProblem = (
  files: readonly MigrationFile[],
  applied: readonly Pick<MigrationFile, 'name' | 'sha256'>[],
): { text: string; advice: string } | undefined => {
  if (isBeforeBaseline(applied)) {
    return {
      text: '这个数据库由旧版本建立，本版本不能升级它',
      advice:
        '如需保留数据，请先用原来的版本备份或导出；要使用本版本，请换一个空的数据文件夹（DATA_DIR）或空的数据库（DATABASE_URL）再启动',
    };
  }
  const hashes = new Map(files.map((file) => [file.name, file.sha256]));
  for (const { name, sha256 } of applied) {
    if (!hashes.has(name)) return { text: `数据库已由更新的版本升级过（${name}），当前程序较旧`, advice: '请使用新版本启动' };
    if (hashes.get(name) !== sha256)
      return { text: `迁移文件 ${name} 在执行之后被修改过`, advice: '已执行的迁移不可改动，请恢复原文件，并把改动写进新的迁移文件' };
  }
  return undefined;
};

const ignoreSteps = (): void => undefined;
/** An error of the unlock is ignored, because the connection is then closed, which releases its locks. */
const ignoreUnlockError = (): void => undefined;

/**
 * Applies the missing files. Returns their names. Processes that start at the same time wait for each other. Calls `onStep` before each
 * step of an upgrade; creating the schema of a new database is not an upgrade. Throws `MigrationError` when an applied file was edited,
 * when the database is newer than the code or older than the baseline, or when a file fails: that file is rolled back, earlier ones stay.
 */
export const migrate = async (
  db: Pick<Database, 'pool'>,
  folder: string,
  onStep: (step: MigrationStep) => Promise<void> | void = ignoreSteps,
): Promise<string[]> => {
  const files = await readMigrations(folder);
  const client = await db.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [MIGRATION_LOCK]);
    if (rows[0]?.isFree !== true) {
      await onStep({ kind: 'waits' });
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    }
    await client.query(MIGRATION_TABLE_SQL);
    const applied = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration');
    const problem = findMigrationProblem(files, applied.rows);
    if (problem !== undefined) throw new MigrationError(`${problem.text}。${problem.advice}`);
    const done = new Set(applied.rows.map((row) => row.name));
    const missing = files.filter((file) => !done.has(file.name));
    for (const [index, file] of missing.entries()) {
      if (done.size > 0) await onStep({ kind: 'applies', name: file.name, no: index + 1, of: missing.length });
      try {
        await client.query('begin');
        await applyMigrationFile(client, file);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new MigrationError(`执行迁移 ${file.name} 失败，已撤销：${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
    }
    return missing.map((file) => file.name);
  } finally {
    // The lock is released explicitly: closing the connection also releases it, but only after this function has returned, so the next call
    // would find it taken.
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(ignoreUnlockError);
    client.release(true);
  }
};
