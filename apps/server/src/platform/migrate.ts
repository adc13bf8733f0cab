/** Brings a database to the schema of this code: numbered SQL files, each once, in order, under an advisory lock. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Database } from './database.ts';

/** Any number will do; all processes must use the same one. Spells "SFMG". */
export const MIGRATION_LOCK = 0x53_46_4d_47;
export const MIGRATION_TABLE_SQL =
  'create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())';
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

export interface MigrationFile {
  name: string;
  sql: string;
  sha256: string;
}

/** The message is Chinese and meant for whoever starts the server. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** Reads the migration files of `folder` in order. A file that is not named `NNNN-name.sql`, or a number used twice, is refused. */
export const readMigrations = async (folder: string): Promise<MigrationFile[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const wrong = names.find((name) => !FILE_NAME.test(name));
  if (wrong !== undefined) throw new MigrationError(`迁移文件名不合规：${wrong}，应形如 0001-accounts.sql`);
  const twin = names.find((name, index) => index > 0 && name.slice(0, 4) === names[index - 1]?.slice(0, 4));
  if (twin !== undefined) throw new MigrationError(`迁移文件编号重复：${twin}`);
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(path.join(folder, name));
      return { name, sql: bytes.toString('utf8'), sha256: createHash('sha256').update(bytes).digest('hex') };
    }),
  );
};

/** Runs one file and notes it, inside the transaction the caller has begun. */
export const applyMigrationFile = async (client: pg.ClientBase, file: MigrationFile): Promise<void> => {
  await client.query(file.sql);
  await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [file.name, file.sha256]);
};

/** What an upgrade is about to do: it waits for another process, or applies one of the files that are missing; `no` from 1. */
export type MigrationStep =
  | { readonly kind: 'waits' }
  | { readonly kind: 'applies'; readonly name: string; readonly no: number; readonly of: number };

const ignoreSteps = (): void => undefined;

/**
 * Applies what is missing; answers the names applied now. Processes that start together wait for one another. Throws
 * `MigrationError` when an applied file was edited, when the database is newer than the code, or when a file fails
 * (that file is rolled back whole, the ones before it stay). `onStep`: told before each step of an upgrade; a new database is none.
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
    const known = new Map(files.map((file) => [file.name, file]));
    for (const row of applied.rows) {
      const file = known.get(row.name);
      if (file === undefined) {
        throw new MigrationError(`数据库已由更新的版本升级过（${row.name}），当前程序较旧，请使用新版本启动`);
      }
      if (file.sha256 !== row.sha256) {
        throw new MigrationError(`迁移文件 ${row.name} 在执行之后被修改过。已执行的迁移不可改动，请恢复原文件，并把改动写进新的迁移文件`);
      }
    }
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
    // Closing the connection frees the lock, whatever state the session is in.
    client.release(true);
  }
};
