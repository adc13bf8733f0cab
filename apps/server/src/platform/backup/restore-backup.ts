/**
 * Restores a backup into an empty installation: the database in one transaction, then objects and secrets. After a failure the installation
 * is as empty as before.
 */
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { forEachAtMost, type ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import { type Database, sqlStateOf } from '../database.ts';
import {
  applyMigrationFile,
  isBeforeBaseline,
  MIGRATION_LOCK,
  MIGRATION_TABLE_SQL,
  type MigrationFile,
  readMigrations,
} from '../migrate.ts';
import {
  BackupError,
  type BackupManifest,
  explainFileError,
  objectFileOf,
  secretFileOf,
  systemCodeOf,
  tableFileOf,
} from './backup-manifest.ts';
import { planFilling } from './foreign-keys.ts';
import { countRows, listTables, loadTable, quoteName } from './table-rows.ts';
import { verifyBackup } from './verify-backup.ts';
import { MIGRATION_TABLE } from './write-backup.ts';

export interface RestoreTarget {
  readonly db: Pick<Database, 'pool'>;
  readonly objects: ObjectStorage;
  readonly secretsFolder: string;
  readonly migrationsFolder: string;
  /** Tables by which the target is recognized as empty: each must be missing or have no rows. */
  readonly tablesThatMustBeEmpty: readonly string[];
}

type ReportProgress = (line: string) => void;
const PARALLEL_PUTS = 8;
const LOCK_WAIT_MS = 10_000;
const OBJECT_TYPE = 'application/octet-stream';

/**
 * Returns the migration files that were applied before the backup was made, and the later ones. Throws `BackupError` if this version of the
 * server cannot restore the backup.
 */
const splitMigrations = async (folder: string, manifest: BackupManifest): Promise<{ before: MigrationFile[]; after: MigrationFile[] }> => {
  if (isBeforeBaseline(manifest.migrations)) {
    throw new BackupError(`备份由旧版本（${manifest.appVersion}）制作，本版本不能恢复它。请用制作它的版本恢复`);
  }
  const files = await readMigrations(folder);
  for (const applied of manifest.migrations) {
    const file = files.find((candidate) => candidate.name === applied.name);
    if (file === undefined) throw new BackupError(`备份来自更新的版本（${applied.name}），请使用同样新或更新的程序恢复`);
    if (file.sha256 !== applied.sha256) throw new BackupError(`迁移文件 ${applied.name} 与备份时不同，无法恢复。请使用未改动的程序`);
  }
  const inBackup = new Set(manifest.migrations.map((applied) => applied.name));
  return { before: files.filter((file) => inBackup.has(file.name)), after: files.filter((file) => !inBackup.has(file.name)) };
};

const requireEmptyTarget = async (client: pg.ClientBase, target: RestoreTarget): Promise<string[]> => {
  const tables = await listTables(client);
  if (tables.length > 0 && !tables.includes(MIGRATION_TABLE)) {
    throw new BackupError('这个数据库里有不属于书房的数据表，请换一个空的数据库');
  }
  for (const table of target.tablesThatMustBeEmpty) {
    if (tables.includes(table) && (await countRows(client, table)) > 0) {
      throw new BackupError('这里已有账号或图书，只能恢复到空的位置。请换一个数据文件夹（DATA_DIR）或空的数据库');
    }
  }
  const others = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'shufang' and pid <> pg_backend_pid()",
  );
  if (others.rows.length > 0) throw new BackupError('有书房服务正在使用这个数据库，请先停止它再恢复');
  return tables;
};

const fillDatabase = async (
  client: pg.ClientBase,
  target: RestoreTarget,
  folder: string,
  manifest: BackupManifest,
  report: ReportProgress,
): Promise<void> => {
  const { before, after } = await splitMigrations(target.migrationsFolder, manifest);
  const old = await requireEmptyTarget(client, target);
  if (old.length > 0) await client.query(`drop table ${old.map(quoteName).join(', ')} cascade`);
  await client.query(MIGRATION_TABLE_SQL);
  for (const file of before) await applyMigrationFile(client, file);

  const tables = (await listTables(client)).filter((table) => table !== MIGRATION_TABLE);
  const unknown = manifest.tables.find((table) => !tables.includes(table.name));
  if (unknown !== undefined) throw new BackupError(`备份中的数据表 ${unknown.name} 在本程序中不存在`);
  // Deferred constraint checks run now, because a table with pending checks cannot be truncated.
  await client.query('set constraints all immediate');
  await client.query('set constraints all deferred');
  // Rows inserted by migrations are deleted, because the backup contains them as well, in their state at that time.
  if (tables.length > 0) await client.query(`truncate ${tables.map(quoteName).join(', ')}`);
  const plan = await planFilling(client, tables);
  await plan.loosen();
  for (const table of plan.tables) {
    const expected = manifest.tables.find((candidate) => candidate.name === table);
    if (expected === undefined) continue;
    await loadTable(client, table, tableFileOf(folder, table));
    const found = await countRows(client, table);
    if (found !== expected.rows) throw new BackupError(`数据表 ${table} 恢复了 ${found} 行，应为 ${expected.rows} 行`);
    report(`  数据表 ${table}：${found} 行`);
  }
  await plan.tighten();
  for (const { name, lastValue } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2::bigint)', [quoteName(name), lastValue]);
  }
  for (const file of after) await applyMigrationFile(client, file);
};

/**
 * Adds the objects that the target does not have. Their keys are collected in `addedKeys` even if a later one fails, so that the caller can
 * delete them.
 */
const putObjects = async (target: RestoreTarget, folder: string, manifest: BackupManifest, addedKeys: string[]): Promise<void> => {
  await forEachAtMost(PARALLEL_PUTS, manifest.objects, async ({ sha256, bytes }) => {
    const key = contentKey(sha256);
    if ((await target.objects.head(key)) !== undefined) return;
    addedKeys.push(key);
    await target.objects.put(key, createReadStream(objectFileOf(folder, sha256)), { mediaType: OBJECT_TYPE, bytes });
  });
};

/** Replaces the secrets that an empty installation may have generated. Returns the function that undoes this. */
const replaceSecrets = async (target: RestoreTarget, folder: string, manifest: BackupManifest): Promise<() => Promise<void>> => {
  if (manifest.secrets.length === 0) return async () => undefined;
  await mkdir(path.dirname(target.secretsFolder), { recursive: true });
  const fresh = `${target.secretsFolder}.restoring`;
  const previous = `${target.secretsFolder}.previous`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  try {
    for (const { name } of manifest.secrets) await copyFile(secretFileOf(folder, name), path.join(fresh, name));
    const hadSome = await readdir(target.secretsFolder).then(
      () => true,
      (error: unknown) => {
        if (systemCodeOf(error) === 'ENOENT') return false;
        throw error;
      },
    );
    await rm(previous, { recursive: true, force: true });
    if (hadSome) await rename(target.secretsFolder, previous);
    await rename(fresh, target.secretsFolder);
    return async () => {
      await rm(target.secretsFolder, { recursive: true });
      if (hadSome) await rename(previous, target.secretsFolder);
    };
  } catch (error) {
    await rm(fresh, { recursive: true });
    throw error;
  }
};

/** Restores `folder`. Throws `BackupError`, also for a damaged backup, which is detected before anything is changed. */
export const restoreBackup = async (target: RestoreTarget, folder: string, report: ReportProgress): Promise<BackupManifest> => {
  report('核对备份');
  const { manifest, findings } = await verifyBackup(folder, report);
  if (findings.length > 0) throw new BackupError(`备份已损坏，没有恢复任何内容：\n${findings.slice(0, 20).join('\n')}`);
  report('恢复');
  const addedKeys: string[] = [];
  let undoSecrets: (() => Promise<void>) | undefined;
  const client = await target.db.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = ${LOCK_WAIT_MS}`,
    );
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await fillDatabase(client, target, folder, manifest, report);
    await putObjects(target, folder, manifest, addedKeys);
    report(`  文件 ${manifest.objects.length} 个`);
    undoSecrets = await replaceSecrets(target, folder, manifest);
    await client.query('commit');
  } catch (error) {
    // An error of the rollback is ignored: if the connection broke, the database server has already rolled back.
    await client.query('rollback').catch(() => undefined);
    await undoSecrets?.();
    for (const key of addedKeys) await target.objects.delete(key);
    if (sqlStateOf(error) === '55P03') throw new BackupError('数据库正被其他程序使用，等待超时。请停止它们再恢复', { cause: error });
    throw explainFileError(error, target.secretsFolder);
  } finally {
    client.release(true);
  }
  await rm(`${target.secretsFolder}.previous`, { recursive: true, force: true });
  return manifest;
};
