/**
 * Makes a backup beside a running server: a snapshot of the database, the objects it refers to, and the secrets. An incomplete backup never
 * appears at its path.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { forEachAtMost, ObjectNotFoundError, type ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Database } from '../database.ts';
import {
  BackupError,
  type BackupManifest,
  explainFileError,
  FORMAT_VERSION,
  manifestFileOf,
  objectFileOf,
  secretFileOf,
  systemCodeOf,
  tableFileOf,
} from './backup-manifest.ts';
import { dumpTable, listTables, quoteName } from './table-rows.ts';

export interface BackupSource {
  readonly db: Pick<Database, 'pool'>;
  readonly objects: ObjectStorage;
  /** Path of `DATA_DIR/secrets`; the folder may be absent. */
  readonly secretsFolder: string;
  readonly appVersion: string;
  /**
   * Columns (`table.column`) whose object may be missing from the store. The object of every other column named `sha256` or `…_sha256` must
   * exist.
   */
  readonly passingObjects: readonly string[];
}

type ReportProgress = (line: string) => void;
/** The table of applied migrations, which the manifest lists; it is not dumped like other tables. */
export const MIGRATION_TABLE = 'schema_migration';
const PARALLEL_COPIES = 8;
const REPORT_EVERY_OBJECTS = 500;

/** Returns the hashes of the objects that rows refer to, each with true if the object must exist and false if it may be missing. */
export const listReferencedObjects = async (client: pg.ClientBase, passing: readonly string[]): Promise<Map<string, boolean>> => {
  const columns = await client.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and table_name <> $1 and (column_name = 'sha256' or column_name like '%\\_sha256') order by 1, 2`,
    [MIGRATION_TABLE],
  );
  const referenced = new Map<string, boolean>();
  for (const { table_name: table, column_name: column } of columns.rows) {
    const name = pg.escapeIdentifier(column);
    const { rows } = await client.query<{ sha256: string }>(
      `select distinct ${name} as sha256 from ${quoteName(table)} where ${name} ~ '^[0-9a-f]{64}$' order by 1`,
    );
    const isNeeded = !passing.includes(`${table}.${column}`);
    for (const { sha256 } of rows) referenced.set(sha256, isNeeded || referenced.get(sha256) === true);
  }
  return referenced;
};

const dumpDatabase = async (
  client: pg.ClientBase,
  folder: string,
  report: ReportProgress,
): Promise<Pick<BackupManifest, 'tables' | 'migrations' | 'sequences'>> => {
  const names = await listTables(client);
  if (!names.includes(MIGRATION_TABLE)) throw new BackupError('数据库里还没有书房的数据，没有可备份的内容');
  const migrations = await client.query<{ name: string; sha256: string }>(`select name, sha256 from ${MIGRATION_TABLE} order by name`);
  const sequences = await client.query<{ name: string; lastValue: string }>(
    `select sequencename as name, last_value::text as "lastValue" from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  );
  const tables: BackupManifest['tables'] = [];
  for (const name of names) {
    if (name === MIGRATION_TABLE) continue;
    const digest = await dumpTable(client, name, tableFileOf(folder, name));
    tables.push({ name, ...digest });
    report(`  数据表 ${name}：${digest.rows} 行`);
  }
  return { tables, migrations: migrations.rows, sequences: sequences.rows };
};

/** Copies one object. Returns undefined if the store does not have it. Throws `BackupError` if its bytes do not match its hash. */
const copyObject = async (objects: ObjectStorage, folder: string, sha256: string): Promise<number | undefined> => {
  let found: Awaited<ReturnType<ObjectStorage['get']>>;
  try {
    found = await objects.get(contentKey(sha256));
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return undefined;
    throw error;
  }
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const file = objectFileOf(folder, sha256);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await pipeline(found.stream, hashing, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  if (hash.digest('hex') !== sha256) throw new BackupError(`文件 ${sha256} 的内容与其校验值不符，存储可能已损坏。请先用 doctor --all 检查`);
  return found.bytes;
};

const copyObjects = async (
  source: BackupSource,
  folder: string,
  referenced: ReadonlyMap<string, boolean>,
  report: ReportProgress,
): Promise<Pick<BackupManifest, 'objects' | 'missingObjects'>> => {
  const copied = new Map<string, number>();
  await forEachAtMost(PARALLEL_COPIES, referenced.keys(), async (sha256) => {
    const bytes = await copyObject(source.objects, folder, sha256);
    if (bytes === undefined) return;
    copied.set(sha256, bytes);
    if (copied.size % REPORT_EVERY_OBJECTS === 0) report(`  文件 ${copied.size} / ${referenced.size}`);
  });
  report(`  文件共 ${copied.size} 个`);
  const hashes = [...referenced.keys()].toSorted();
  return {
    objects: hashes.flatMap((sha256) => {
      const bytes = copied.get(sha256);
      return bytes === undefined ? [] : [{ sha256, bytes }];
    }),
    missingObjects: hashes.filter((sha256) => referenced.get(sha256) === true && !copied.has(sha256)),
  };
};

const copySecrets = async (secretsFolder: string, folder: string): Promise<BackupManifest['secrets']> => {
  const entries = await readdir(secretsFolder, { withFileTypes: true }).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw error;
  });
  const secrets: BackupManifest['secrets'] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(path.join(secretsFolder, entry.name));
    await writeFile(secretFileOf(folder, entry.name), bytes, { mode: 0o600, flush: true });
    secrets.push({ name: entry.name, sha256: createHash('sha256').update(bytes).digest('hex') });
  }
  return secrets;
};

const takeSnapshot = async (source: BackupSource, folder: string, say: ReportProgress): Promise<BackupManifest> => {
  const client = await source.db.pool.connect();
  try {
    await client.query('begin transaction isolation level repeatable read, read only');
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const createdAt = new Date().toISOString();
    const database = await dumpDatabase(client, folder, say);
    const named = await listReferencedObjects(client, source.passingObjects);
    await client.query('commit');
    const copied = await copyObjects(source, folder, named, say);
    const secrets = await copySecrets(source.secretsFolder, folder);
    return { formatVersion: FORMAT_VERSION, createdAt, appVersion: source.appVersion, ...database, ...copied, secrets };
  } finally {
    // The connection is closed and not returned to the pool, because closing ends its transaction in any state.
    client.release(true);
  }
};

const refuseUsedFolder = async (folder: string): Promise<void> => {
  try {
    if ((await readdir(folder)).length > 0) throw new BackupError(`文件夹已存在且不为空：${folder}。请换一个位置`);
    await rmdir(folder);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOTDIR') throw new BackupError(`这个位置已有一个文件：${folder}。请换一个位置`, { cause: error });
    if (systemCodeOf(error) !== 'ENOENT') throw explainFileError(error, folder);
  }
};

/** Makes the backup in `folder`, which must be absent or empty. Throws `BackupError` and then leaves nothing behind. */
export const writeBackup = async (source: BackupSource, folder: string, report: ReportProgress): Promise<BackupManifest> => {
  await refuseUsedFolder(folder);
  const partial = `${folder}.partial-${randomBytes(4).toString('hex')}`;
  try {
    for (const part of ['tables', 'objects', 'secrets']) await mkdir(path.join(partial, part), { recursive: true, mode: 0o700 });
    const manifest = await takeSnapshot(source, partial, report);
    await writeFile(manifestFileOf(partial), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
    await rename(partial, folder);
    if (process.platform !== 'win32') {
      const parent = await open(path.dirname(folder), 'r');
      try {
        await parent.sync();
      } finally {
        await parent.close();
      }
    }
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw explainFileError(error, folder);
  }
};
