/** Tests single steps of backups and restores on a small database: order, permissions, timeouts, and what remains after a failure. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { openFolderObjectStorage } from '../../gateways/object-storage/folder-object-storage.ts';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import { MIGRATION_LOCK, migrate } from '../migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type BackupManifest, manifestFileOf, tableFileOf } from './backup-manifest.ts';
import { type RestoreTarget, restoreBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';
import { type BackupSource, writeBackup } from './write-backup.ts';

const SCHEMA = `
  create table ring (id text primary key, next_id text);
  create table gem (id text primary key, ring_id text not null references ring (id), picture_sha256 text);
  alter table ring add foreign key (next_id) references gem (id);
  create table visit (id text primary key, gem_id text references gem (id) deferrable initially deferred);`;
const silent = (): void => undefined;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
/** Two texts whose hashes have the same first characters, so that their files are in one folder; the greater hash is first. */
const pictures = (() => {
  const seen = new Map<string, string>();
  for (let no = 0; ; no += 1) {
    const text = `picture ${no}`;
    const other = seen.get(hashOf(text).slice(0, 2));
    if (other !== undefined) return [other, text].toSorted((a, b) => (hashOf(a) < hashOf(b) ? 1 : -1));
    seen.set(hashOf(text).slice(0, 2), text);
  }
})();
const hashes = pictures.map(hashOf);

let base: string;
let migrations: string;
let first: TestDatabase;
let target: RestoreTarget & { database: TestDatabase };
let source: BackupSource;
const folderOf = (name: string): string => path.join(base, name);
const backupFolder = (): string => folderOf('backup');
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

beforeAll(async () => {
  first = await createEmptyDatabase();
});
afterAll(() => first?.drop());
beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'shufang-moments-'));
  migrations = folderOf('migrations');
  await mkdir(migrations);
  await writeFile(path.join(migrations, '0001-ring.sql'), SCHEMA);
  await migrate(first.db, migrations);
  const objects = await openFolderObjectStorage(folderOf('source/objects'));
  for (const text of pictures)
    await objects.put(contentKey(hashOf(text)), Buffer.from(text), { mediaType: 'image/png', bytes: text.length });
  await first.db.pool.query(`
    truncate ring, gem, visit;
    with r as (insert into ring values ('r', null)) insert into gem values ('g', 'r', '${hashes[0]}'), ('h', 'r', '${hashes[1]}');
    update ring set next_id = 'g'; insert into visit values ('v', 'h')`);
  const secretsFolder = folderOf('source/secrets');
  await mkdir(path.join(secretsFolder, 'folder'), { recursive: true });
  await writeFile(path.join(secretsFolder, 'server-key'), 'key');
  source = { db: first.db, objects, secretsFolder, appVersion: '1.2.3', passingObjects: [] };
  const database = await createEmptyDatabase();
  target = {
    database,
    db: database.db,
    objects: await openFolderObjectStorage(folderOf('target/objects')),
    secretsFolder: folderOf('target/secrets'),
    migrationsFolder: migrations,
    tablesThatMustBeEmpty: ['visit'],
  };
});
afterEach(async () => {
  await target.database.drop();
  await rm(base, { recursive: true, force: true });
});

const changeManifest = async (change: (manifest: BackupManifest) => void): Promise<void> => {
  const manifest = JSON.parse(await readFile(manifestFileOf(backupFolder()), 'utf8')) as BackupManifest;
  change(manifest);
  await writeFile(manifestFileOf(backupFolder()), JSON.stringify(manifest));
};
const addMigration = (sql: string): Promise<void> => writeFile(path.join(migrations, '0002-more.sql'), sql);
const restored = (): Promise<BackupManifest> => restoreBackup(target, backupFolder(), silent);
const tablesOf = async ({ db }: TestDatabase): Promise<unknown[]> =>
  (await db.pool.query("select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'")).rows;

describe('a backup', () => {
  it('is readable only by its owner, and contains its parts and no folder inside the secrets', async () => {
    await writeBackup(source, backupFolder(), silent);
    const names = (await readdir(backupFolder(), { recursive: true })).toSorted();
    const [shared = ''] = hashes.map((hash) => hash.slice(0, 2));
    expect(names).toEqual(
      [
        'backup.json',
        'objects',
        path.join('objects', shared),
        ...hashes.map((hash) => path.join('objects', shared, hash.slice(2))),
        'secrets',
        path.join('secrets', 'server-key'),
        'tables',
        ...['gem', 'ring', 'visit'].map((table) => path.join('tables', `${table}.jsonl.gz`)),
      ].toSorted(),
    );
    for (const name of ['.', ...names]) {
      const found = await stat(path.join(backupFolder(), name));
      expect([name, found.mode & 0o777]).toEqual([name, found.isDirectory() ? 0o700 : 0o600]);
    }
  });

  it('lists its objects and the missing ones by hash, and reports its progress', async () => {
    const lines: string[] = [];
    const made = await writeBackup(source, backupFolder(), (line) => lines.push(line));
    expect(made.objects.map((object) => object.sha256)).toEqual(hashes.toSorted());
    expect(lines).toEqual(['  数据表 gem：2 行', '  数据表 ring：1 行', '  数据表 visit：1 行', '  文件共 2 个']);
    for (const hash of hashes) await source.objects.delete(contentKey(hash));
    lines.length = 0;
    const without = await writeBackup(source, folderOf('without'), (line) => lines.push(line));
    expect([without.objects, without.missingObjects]).toEqual([[], hashes.toSorted()]);
    expect(lines.at(-1)).toBe('  文件共 0 个');
    expect(lines).toHaveLength(4);
  });

  it('reports progress after every five hundred objects', async () => {
    const texts = Array.from({ length: 501 }, (_, no) => `many ${no}`);
    const bodies = new Map([...pictures, ...texts].map((text) => [contentKey(hashOf(text)), text]));
    const get: ObjectStorage['get'] = async (key) => {
      const body = Buffer.from(bodies.get(key) ?? '');
      return { stream: Readable.from([body]), bytes: body.length, totalBytes: body.length };
    };
    await first.db.pool.query("insert into gem select 'm' || n, 'r', h from unnest($1::text[]) with ordinality u (h, n)", [
      texts.map(hashOf),
    ]);
    const lines: string[] = [];
    await writeBackup({ ...source, objects: { ...source.objects, get } }, backupFolder(), (line) => lines.push(line));
    expect(lines.filter((line) => line.startsWith('  文件'))).toEqual(['  文件 500 / 503', '  文件共 503 个']);
  });

  it('appears at its path only when it is complete, even if an empty folder was there', async () => {
    await mkdir(backupFolder());
    const seen: [boolean, string[]][] = [];
    await writeBackup(source, backupFolder(), () =>
      seen.push([existsSync(backupFolder()), readdirSync(base).filter((name) => name.startsWith('backup'))]),
    );
    for (const moment of seen) expect(moment).toEqual([false, [expect.stringMatching(/^backup\.partial-[0-9a-f]{8}$/)]]);
    expect((await readdir(base)).filter((name) => name.startsWith('backup'))).toEqual(['backup']);
  });

  it('is rejected if its path is a file or a broken link, or if the database has none of our tables', async () => {
    await writeFile(backupFolder(), '');
    expect(await errorOf(writeBackup(source, backupFolder(), silent))).toMatchObject({
      name: 'BackupError',
      message: `这个位置已有一个文件：${backupFolder()}。请换一个位置`,
      cause: { code: 'ENOTDIR' },
    });
    await symlink('loop', folderOf('loop'));
    await expect(writeBackup(source, folderOf('loop'), silent)).rejects.toThrow('ELOOP');
    await expect(writeBackup({ ...source, db: target.db }, folderOf('other'), silent)).rejects.toThrow('没有可备份的内容');
    expect((await readdir(base)).toSorted()).toEqual(['backup', 'loop', 'migrations', 'source', 'target']);
  });

  it('may have no secrets; a file at the path of their folder is an error', async () => {
    const made = await writeBackup({ ...source, secretsFolder: folderOf('none') }, backupFolder(), silent);
    expect(made.secrets).toEqual([]);
    const wrong = { ...source, secretsFolder: path.join(source.secretsFolder, 'server-key') };
    expect(await errorOf(writeBackup(wrong, folderOf('other'), silent))).toMatchObject({ name: 'BackupError', cause: { code: 'ENOTDIR' } });
  });

  it('holds no transaction while objects are copied', async () => {
    const states: unknown[] = [];
    const [own] = (await first.db.pool.query<{ name: string }>('select current_database() as name')).rows;
    const get: ObjectStorage['get'] = async (key, range) => {
      const { rows } = await target.db.pool.query(
        "select 1 from pg_stat_activity where datname = $1 and state like 'idle in transaction%'",
        [own?.name],
      );
      states.push(rows);
      return source.objects.get(key, range);
    };
    await writeBackup({ ...source, objects: { ...source.objects, get } }, backupFolder(), silent);
    expect(states).toEqual([[], []]);
  });

  it('that is interrupted throws the reason, even if its folder was removed, and releases its connection', async () => {
    const stop = (): void => {
      for (const name of readdirSync(base)) if (name.startsWith('backup')) rmSync(folderOf(name), { recursive: true });
      throw new Error('unplugged');
    };
    await expect(writeBackup(source, backupFolder(), stop)).rejects.toThrow('unplugged');
    await first.db.pool.query("insert into visit values ('later')");
  });
});

describe('a damaged backup', () => {
  it('is detected by the size of an object, and the first twenty findings are reported', async () => {
    await writeBackup(source, backupFolder(), silent);
    await changeManifest((manifest) => {
      for (const object of manifest.objects) object.bytes += 1;
    });
    expect((await verifyBackup(backupFolder(), silent)).findings.toSorted()).toEqual(
      hashes.map((hash) => `文件 ${hash} 的内容已改变`).toSorted(),
    );
    await changeManifest((manifest) => {
      manifest.objects = Array.from({ length: 21 }, (_, no) => ({ sha256: hashOf(`none ${no}`), bytes: 1 }));
    });
    const error = await errorOf(restored());
    const lines = error instanceof Error ? error.message.split('\n') : [];
    expect([lines.length, lines[0]]).toEqual([21, '备份已损坏，没有恢复任何内容：']);
  });
});

describe('a restore', () => {
  it('fills tables that refer to each other, replaces rows that migrations insert, and restores the list of migrations', async () => {
    const made = await writeBackup(source, backupFolder(), silent);
    await first.db.pool.query('drop schema public cascade; create schema public');
    await writeFile(
      path.join(migrations, '0001-ring.sql'),
      `${SCHEMA} insert into ring values ('own', null); insert into visit values ('own', null); update visit set gem_id = null;
       insert into gem values ('own', 'own', null); update visit set gem_id = 'own'`,
    );
    await changeManifest((manifest) => {
      manifest.migrations = [];
    });
    await migrate(first.db, migrations);
    const [applied] = (await first.db.pool.query<{ sha256: string }>('select sha256 from schema_migration')).rows;
    await changeManifest((manifest) => {
      manifest.migrations = [{ name: '0001-ring.sql', sha256: applied?.sha256 ?? '' }];
    });
    await restored();
    const again = await writeBackup({ ...source, db: target.db, objects: target.objects }, folderOf('again'), silent);
    expect(again.tables).toEqual(made.tables);
    expect(again.migrations).toEqual([{ name: '0001-ring.sql', sha256: applied?.sha256 }]);
    expect(
      (
        await target.db.pool.query(
          'select distinct condeferrable as waits from pg_constraint where conrelid = $1::regclass and contype = $2',
          ['ring', 'f'],
        )
      ).rows,
    ).toEqual([{ waits: false }]);
    await first.db.pool.query('drop schema public cascade; create schema public');
  });

  it('is rejected if the program lacks a table; a table that the backup lacks is empty', async () => {
    await writeBackup(source, backupFolder(), silent);
    await changeManifest((manifest) => {
      manifest.tables = manifest.tables.filter((table) => table.name !== 'visit');
    });
    await restored();
    expect((await target.db.pool.query('select id from visit')).rows).toEqual([]);
    await copyFile(tableFileOf(backupFolder(), 'ring'), tableFileOf(backupFolder(), 'unknown'));
    await changeManifest((manifest) => {
      manifest.tables.push(...manifest.tables.flatMap((table) => (table.name === 'ring' ? [{ ...table, name: 'unknown' }] : [])));
    });
    expect(await errorOf(restored())).toMatchObject({ name: 'BackupError', message: '备份中的数据表 unknown 在本程序中不存在' });
  });

  it('waits ten seconds for locks, has no other timeouts, and holds the migration lock', async () => {
    await writeBackup(source, backupFolder(), silent);
    await addMigration(`create table moment as select current_setting('lock_timeout') as waits, current_setting('statement_timeout') as runs,
      current_setting('idle_in_transaction_session_timeout') as idles,
      (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and objid = ${MIGRATION_LOCK}) as locks`);
    await restored();
    expect((await target.db.pool.query('select * from moment')).rows).toEqual([{ waits: '10s', runs: '0', idles: '0', locks: 1 }]);
  });

  it('reports that the database is in use if waiting timed out', async () => {
    await writeBackup(source, backupFolder(), silent);
    await addMigration("do $$ begin raise exception 'waited' using errcode = '55P03'; end $$");
    expect(await errorOf(restored())).toMatchObject({
      name: 'BackupError',
      message: '数据库正被其他程序使用，等待超时。请停止它们再恢复',
      cause: { code: '55P03', message: 'waited' },
    });
    expect(await tablesOf(target.database)).toEqual([]);
  });

  it('of a backup without tables and secrets leaves existing secrets unchanged', async () => {
    await first.db.pool.query('drop schema public cascade; create schema public');
    await rm(path.join(migrations, '0001-ring.sql'));
    await migrate(first.db, migrations);
    await writeBackup({ ...source, secretsFolder: folderOf('none') }, backupFolder(), silent);
    await mkdir(target.secretsFolder);
    await writeFile(path.join(target.secretsFolder, 'own'), 'own');
    expect(await restored()).toMatchObject({ tables: [], secrets: [] });
    expect(await readdir(target.secretsFolder)).toEqual(['own']);
    await first.db.pool.query('drop schema public cascade; create schema public');
  });

  it('writes objects with their size, and secrets readable only by their owner, over remains of an interrupted restore', async () => {
    await writeBackup(source, backupFolder(), silent);
    const put: unknown[] = [];
    const recording: ObjectStorage = {
      ...target.objects,
      put: (key, body, options) => {
        put.push(options);
        return target.objects.put(key, body, options);
      },
    };
    const secretsFolder = folderOf('new/deep/secrets');
    await mkdir(path.join(`${secretsFolder}.restoring`, 'left'), { recursive: true });
    await mkdir(path.join(`${secretsFolder}.previous`, 'left'), { recursive: true });
    await mkdir(path.join(secretsFolder, 'own'), { recursive: true });
    await restoreBackup({ ...target, objects: recording, secretsFolder }, backupFolder(), silent);
    expect(put).toEqual(pictures.map((text) => ({ mediaType: 'application/octet-stream', bytes: text.length })));
    expect(await readdir(path.dirname(secretsFolder))).toEqual(['secrets']);
    expect(await readdir(secretsFolder)).toEqual(['server-key']);
    expect((await stat(secretsFolder)).mode & 0o777).toBe(0o700);
  });

  it('creates the parent folders of the secrets', async () => {
    await writeBackup(source, backupFolder(), silent);
    await restoreBackup({ ...target, secretsFolder: folderOf('new/deep/secrets') }, backupFolder(), silent);
    expect(await readdir(folderOf('new/deep/secrets'))).toEqual(['server-key']);
    expect(target.db.pool.totalCount).toBe(0);
  });

  it('that cannot move the secrets leaves no copy of them, and rolls back before it deletes objects', async () => {
    await writeBackup(source, backupFolder(), silent);
    await symlink('secrets', target.secretsFolder);
    const free: unknown[] = [];
    const recording: ObjectStorage = {
      ...target.objects,
      delete: async (key) => {
        free.push(...(await target.db.pool.query('select pg_try_advisory_xact_lock($1) as free', [MIGRATION_LOCK])).rows);
        return target.objects.delete(key);
      },
    };
    await expect(restoreBackup({ ...target, objects: recording }, backupFolder(), silent)).rejects.toThrow('ELOOP');
    expect(free).toEqual([{ free: true }, { free: true }]);
    expect((await readdir(folderOf('target'))).toSorted()).toEqual(['objects', 'secrets']);
    await rm(target.secretsFolder);
    await writeFile(target.secretsFolder, '');
    expect(await errorOf(restored())).toMatchObject({ name: 'BackupError', message: `路径中有一段不是文件夹：${target.secretsFolder}` });
  });
});
