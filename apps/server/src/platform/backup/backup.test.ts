/** Tests backups of small tables on a real database: cyclic references, large rows, damage, and unsuitable targets. */

import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { startFauxqs } from 'fauxqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { openFolderObjectStorage } from '../../gateways/object-storage/folder-object-storage.ts';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import { openS3ObjectStorage } from '../../gateways/object-storage/s3-object-storage.ts';
import { migrate } from '../migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../testing/test-database.ts';
import { BackupError, manifestFileOf, objectFileOf, readManifest, tableFileOf } from './backup-manifest.ts';
import { type RestoreTarget, restoreBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';
import { type BackupSource, writeBackup } from './write-backup.ts';

const SCHEMA = `
  create table shelf (id text primary key, parent_id text references shelf (id), best_id int);
  create table book (id int primary key generated always as identity, shelf_id text not null references shelf (id), title text not null,
    facts jsonb, raw json, bytes bytea, price double precision, big bigint, tags text[], at timestamptz,
    title_length int generated always as (char_length(title)) stored, picture_sha256 text);
  alter table shelf add foreign key (best_id) references book (id) deferrable initially deferred;
  create table person (id text primary key);`;

const picture = Buffer.from('a picture');
const pictureHash = createHash('sha256').update(picture).digest('hex');
const silent = (): void => undefined;

let base: string;
let databases: TestDatabase[];
let migrations: string;
let source: BackupSource;

const openStores = async (name: string): Promise<{ database: TestDatabase; objects: ObjectStorage; secretsFolder: string }> => {
  const database = await createEmptyDatabase();
  databases.push(database);
  const objects = await openFolderObjectStorage(path.join(base, name, 'objects'));
  return { database, objects, secretsFolder: path.join(base, name, 'secrets') };
};

const openTarget = async (name: string): Promise<RestoreTarget & { database: TestDatabase }> => {
  const stores = await openStores(name);
  return { ...stores, db: stores.database.db, migrationsFolder: migrations, tablesThatMustBeEmpty: ['person'] };
};

beforeEach(async () => {
  databases = [];
  base = await mkdtemp(path.join(os.tmpdir(), 'shufang-backup-'));
  migrations = path.join(base, 'migrations');
  await mkdir(migrations);
  await writeFile(path.join(migrations, '0001-shelf.sql'), SCHEMA);
  const { database, objects, secretsFolder } = await openStores('source');
  await migrate(database.db, migrations);
  await database.db.pool.query(`
    insert into shelf select 'b' || n, case when n > 0 then 'b' || (n - 1) end from generate_series(0, 450) n order by n desc;
    insert into book (shelf_id, title, facts, raw, bytes, price, big, tags, at, picture_sha256)
      select 'b0', repeat('厚', 10000) || n, '{"a":1.10}', E'{"b" :\\n 2}', '\\x00ff', 0.1, 9007199254740993, array['一','"二"'], '2026-01-02 03:04:05.678901+08',
        case when n = 1 then '${pictureHash}' end from generate_series(1, 300) n;
    update shelf set best_id = 7 where id = 'b3';
    insert into person values ('p')`);
  await objects.put(contentKey(pictureHash), picture, { mediaType: 'image/png', bytes: picture.length });
  await mkdir(secretsFolder);
  await writeFile(path.join(secretsFolder, 'server-key'), 'key');
  source = { db: database.db, objects, secretsFolder, appVersion: '0.0.0', passingObjects: [] };
});
afterEach(async () => {
  for (const database of databases) await database.drop();
  await rm(base, { recursive: true, force: true });
});

const backupFolder = (): string => path.join(base, 'backup');

describe('a backup', () => {
  it('is restored completely, with tables that refer to each other and to themselves, computed columns and sequences', async () => {
    const made = await writeBackup(source, backupFolder(), silent);
    expect(made.tables.map(({ name, rows }) => [name, rows])).toEqual([
      ['book', 300],
      ['person', 1],
      ['shelf', 451],
    ]);
    const target = await openTarget('target');
    await restoreBackup(target, backupFolder(), silent);
    const again = await writeBackup({ ...source, db: target.db, objects: target.objects }, path.join(base, 'again'), silent);
    expect(again).toMatchObject({ tables: made.tables, objects: made.objects, sequences: made.sequences, secrets: made.secrets });
    const added = await target.db.pool.query("insert into book (shelf_id, title) values ('b0', '新') returning id, title_length");
    expect(added.rows).toEqual([{ id: 301, title_length: 1 }]);
    // After the restore, the foreign keys are enforced and deferred as they were before it.
    await expect(target.db.pool.query("insert into shelf values ('x', 'nowhere')")).rejects.toThrow(/foreign key/);
    const { rows } = await target.db.pool.query("select conname, condeferred from pg_constraint where contype = 'f' order by 1");
    expect(rows).toEqual([
      { conname: 'book_shelf_id_fkey', condeferred: false },
      { conname: 'shelf_best_id_fkey', condeferred: true },
      { conname: 'shelf_parent_id_fkey', condeferred: false },
    ]);
    expect(await readFile(path.join(target.secretsFolder, 'server-key'), 'utf8')).toBe('key');
  });

  it('can be made from an S3-compatible store and restored to one, and reports an unreachable store', async () => {
    const made = await writeBackup(source, backupFolder(), silent);
    const server = await startFauxqs({ port: 0, logger: false });
    const settings = {
      endpoint: server.address,
      bucket: 'books',
      region: 'us-east-1',
      accessKeyId: 'test',
      secretAccessKey: 'test',
      pathStyle: true,
    };
    server.createBucket('books');
    const objects = await openS3ObjectStorage(settings);
    const target = { ...(await openTarget('target')), objects };
    await restoreBackup(target, backupFolder(), silent);
    const again = await writeBackup({ ...source, db: target.db, objects }, path.join(base, 'again'), silent);
    expect(again.objects).toEqual(made.objects);
    await server.stop();
    await expect(writeBackup({ ...source, db: target.db, objects }, path.join(base, 'third'), silent)).rejects.toThrow('文件存储没有应答');
    objects.close();
  });

  it('is a snapshot of one moment, whatever is written meanwhile', async () => {
    const late: Promise<unknown>[] = [];
    const made = await writeBackup(source, backupFolder(), (line) => {
      if (line.includes('book')) late.push(source.db.pool.query("insert into person values ('late')"));
    });
    await Promise.all(late);
    expect(late).toHaveLength(1);
    expect(made.tables.find((table) => table.name === 'person')?.rows).toBe(1);
  });

  it('is upgraded to a newer schema when a newer program restores it', async () => {
    await writeBackup(source, backupFolder(), silent);
    await writeFile(
      path.join(migrations, '0002-title.sql'),
      'alter table book rename column title to name; alter table shelf add note text',
    );
    const target = await openTarget('target');
    await restoreBackup(target, backupFolder(), silent);
    const { rows } = await target.db.pool.query('select count(name)::int as books from book');
    expect(rows).toEqual([{ books: 300 }]);
  });

  it('from a newer program is rejected by an older one', async () => {
    await writeFile(path.join(migrations, '0002-note.sql'), 'alter table shelf add note text');
    await migrate(source.db, migrations);
    await writeBackup(source, backupFolder(), silent);
    await rm(path.join(migrations, '0002-note.sql'));
    await expect(restoreBackup(await openTarget('target'), backupFolder(), silent)).rejects.toThrow('更新的版本');
  });

  it('lists missing objects and is valid nevertheless', async () => {
    await source.objects.delete(contentKey(pictureHash));
    const made = await writeBackup(source, backupFolder(), silent);
    expect(made).toMatchObject({ objects: [], missingObjects: [pictureHash] });
    expect((await verifyBackup(backupFolder(), silent)).findings).toEqual([]);
    expect(
      (await writeBackup({ ...source, passingObjects: ['book.picture_sha256'] }, path.join(base, 'b2'), silent)).missingObjects,
    ).toEqual([]);
  });

  it('is not made over existing data, and leaves nothing when it fails', async () => {
    await mkdir(backupFolder());
    await writeFile(path.join(backupFolder(), 'thesis.doc'), '');
    await expect(writeBackup(source, backupFolder(), silent)).rejects.toThrow('不为空');
    await rm(backupFolder(), { recursive: true });
    await source.objects.delete(contentKey(pictureHash));
    await source.objects.put(contentKey(pictureHash), Buffer.from('another'), { mediaType: 'image/png', bytes: 7 });
    await expect(writeBackup(source, backupFolder(), silent)).rejects.toThrow('校验值不符');
    expect((await readdir(base)).filter((name) => name.startsWith('backup'))).toEqual([]);
  });

  it('reports that its path is no folder', async () => {
    await writeFile(path.join(base, 'file'), '');
    await expect(writeBackup(source, path.join(base, 'file', 'backup'), silent)).rejects.toThrow(BackupError);
    await expect(readManifest(path.join(base, 'nowhere'))).rejects.toThrow('没有完整的备份');
  });
});

describe('a damaged backup', () => {
  beforeEach(async () => {
    await writeBackup(source, backupFolder(), silent);
  });

  it.each([
    ['a table that was changed', () => writeFile(tableFileOf(backupFolder(), 'person'), 'not packed'), '数据表 person'],
    ['a table that is gone', () => rm(tableFileOf(backupFolder(), 'book')), '数据表 book'],
    ['an object that was changed', () => appendFile(objectFileOf(backupFolder(), pictureHash), '!'), `文件 ${pictureHash}`],
    ['a secret that was changed', () => appendFile(path.join(backupFolder(), 'secrets', 'server-key'), '!'), '密钥文件 server-key'],
  ])('is detected: %s; and nothing of it is restored', async (_, damage, named) => {
    await damage();
    const { findings } = await verifyBackup(backupFolder(), silent);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toContain(named);
    const target = await openTarget('target');
    await expect(restoreBackup(target, backupFolder(), silent)).rejects.toThrow('备份已损坏');
    expect((await target.db.pool.query("select 1 from pg_class where relnamespace = 'public'::regnamespace")).rows).toEqual([]);
  });

  it.each([
    ['rows', { rows: 2 }, '数据表 person 有 1 行，应为 2 行'],
    ['content', { sha256: 'a'.repeat(64) }, '数据表 person 的内容已改变'],
  ])('is detected by its own count and hash: another %s of a table', async (_, other, finding) => {
    const file = manifestFileOf(backupFolder());
    const manifest = JSON.parse(await readFile(file, 'utf8')) as { tables: { name: string }[] };
    for (const table of manifest.tables) if (table.name === 'person') Object.assign(table, other);
    await writeFile(file, JSON.stringify(manifest));
    expect((await verifyBackup(backupFolder(), silent)).findings).toEqual([finding]);
  });

  it('is detected when a row of a table was replaced by one of the same length', async () => {
    const file = tableFileOf(backupFolder(), 'person');
    await writeFile(file, gzipSync('{"id":"q"}\n'));
    expect((await verifyBackup(backupFolder(), silent)).findings).toEqual(['数据表 person 的内容已改变']);
    await writeFile(file, gzipSync('{"id":"p"}\n{"id":"q"}\n'));
    expect((await verifyBackup(backupFolder(), silent)).findings).toEqual(['数据表 person 有 2 行，应为 1 行']);
  });

  it('is detected when an object or a secret is missing or was replaced by one of the same length', async () => {
    const secret = path.join(backupFolder(), 'secrets', 'server-key');
    await writeFile(objectFileOf(backupFolder(), pictureHash), 'b picture');
    await writeFile(secret, 'kez');
    expect((await verifyBackup(backupFolder(), silent)).findings).toEqual([
      `文件 ${pictureHash} 的内容已改变`,
      '密钥文件 server-key 的内容已改变',
    ]);
    await rm(objectFileOf(backupFolder(), pictureHash));
    await rm(secret);
    expect((await verifyBackup(backupFolder(), silent)).findings).toEqual([
      expect.stringContaining(`文件 ${pictureHash} 无法读取：ENOENT`),
      expect.stringContaining('密钥文件 server-key 无法读取：ENOENT'),
    ]);
  });

  it('whose manifest contains a path outside is rejected', async () => {
    const text = await readFile(manifestFileOf(backupFolder()), 'utf8');
    await writeFile(manifestFileOf(backupFolder()), text.replace('"server-key"', '"../../key"'));
    await expect(verifyBackup(backupFolder(), silent)).rejects.toThrow('备份清单的内容不正确');
  });
});

describe('a restore', () => {
  const restored = (target: RestoreTarget): Promise<unknown> => restoreBackup(target, backupFolder(), silent);
  const tablesOf = async ({ database }: { database: TestDatabase }): Promise<unknown[]> =>
    (await database.db.pool.query("select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'")).rows;

  it('is rejected by a program whose migration differs from that of the backup', async () => {
    await writeBackup(source, backupFolder(), silent);
    await writeFile(path.join(migrations, '0001-shelf.sql'), `${SCHEMA} -- changed since`);
    const target = await openTarget('target');
    await expect(restored(target)).rejects.toThrow('迁移文件 0001-shelf.sql 与备份时不同');
    expect(await tablesOf(target)).toEqual([]);
  });

  it('is rejected for a backup of a version before the baseline, and nothing is created', async () => {
    await source.db.pool.query("insert into schema_migration (name, sha256) values ('0001-accounts.sql', repeat('0', 64))");
    await writeBackup(source, backupFolder(), silent);
    const target = await openTarget('target');
    await expect(restored(target)).rejects.toThrow('备份由旧版本（0.0.0）制作，本版本不能恢复它');
    expect(await tablesOf(target)).toEqual([]);
  });

  it('fails when the database accepts fewer rows than the backup has', async () => {
    await writeFile(
      path.join(migrations, '0002-deaf.sql'),
      `create function drop_row() returns trigger language plpgsql as 'begin return null; end';
       create trigger deaf before insert on person for each row execute function drop_row();`,
    );
    await migrate(source.db, migrations);
    await writeBackup(source, backupFolder(), silent);
    const target = await openTarget('target');
    await expect(restored(target)).rejects.toThrow('数据表 person 恢复了 0 行，应为 1 行');
    expect(await tablesOf(target)).toEqual([]);
  });

  it('is rejected if accounts exist, or if the tables are not ours', async () => {
    await writeBackup(source, backupFolder(), silent);
    const used = await openTarget('used');
    await migrate(used.db, migrations);
    await used.db.pool.query("insert into person values ('here')");
    await expect(restored(used)).rejects.toThrow('这里已有账号或图书');
    expect((await used.db.pool.query('select id from person')).rows).toEqual([{ id: 'here' }]);
    const foreign = await openTarget('foreign');
    await foreign.db.pool.query('create table theirs (id int)');
    await expect(restored(foreign)).rejects.toThrow('不属于书房的数据表');
    expect(await tablesOf(foreign)).toHaveLength(1);
  });

  it('replaces empty tables and the secrets that an empty installation has generated', async () => {
    await writeBackup(source, backupFolder(), silent);
    const target = await openTarget('target');
    await migrate(target.db, migrations);
    await mkdir(target.secretsFolder, { recursive: true });
    await writeFile(path.join(target.secretsFolder, 'server-key'), 'own');
    await writeFile(path.join(target.secretsFolder, 'another'), 'own');
    await restored(target);
    expect((await target.db.pool.query('select count(*)::int as books from book')).rows).toEqual([{ books: 300 }]);
    expect(await readdir(target.secretsFolder)).toEqual(['server-key']);
    expect(await readFile(path.join(target.secretsFolder, 'server-key'), 'utf8')).toBe('key');
    expect((await readdir(path.dirname(target.secretsFolder))).toSorted()).toEqual(['objects', 'secrets']);
  });

  it('is rejected while a server is connected to the database', async () => {
    await writeBackup(source, backupFolder(), silent);
    const target = await openTarget('target');
    const client = await target.database.db.pool.connect();
    await client.query("set application_name = 'shufang'");
    await expect(restored(target)).rejects.toThrow('有书房服务正在使用这个数据库');
    await client.query("set application_name = 'another'");
    await restored(target);
    client.release(true);
  });

  it('does not change an existing object, even if it fails', async () => {
    await writeBackup(source, backupFolder(), silent);
    const target = await openTarget('target');
    await target.objects.put(contentKey(pictureHash), picture, { mediaType: 'image/png', bytes: picture.length });
    await expect(restored({ ...target, db: { pool: failAtCommit(target.database) } })).rejects.toThrow('no commit today');
    expect(await target.objects.head(contentKey(pictureHash))).toBeDefined();
    // The failed restore has removed the secrets it wrote: the target had none before.
    await expect(readdir(target.secretsFolder)).rejects.toThrow('ENOENT');
  });

  it('reports that it has the same rows and tables as the backup', async () => {
    await writeBackup(source, backupFolder(), silent);
    const lines: string[] = [];
    await restoreBackup(await openTarget('target'), backupFolder(), (line) => lines.push(line));
    expect(lines).toEqual([
      '核对备份',
      '  已核对数据表 3 个',
      '  已核对文件 1 个',
      '恢复',
      expect.stringMatching(/数据表 \w+：\d+ 行/),
      expect.stringMatching(/数据表 \w+：\d+ 行/),
      expect.stringMatching(/数据表 \w+：\d+ 行/),
      '  文件 1 个',
    ]);
    expect(lines.slice(4, 7).toSorted()).toEqual(['  数据表 book：300 行', '  数据表 person：1 行', '  数据表 shelf：451 行']);
  });
});

describe('a failed restore', () => {
  it('leaves rows, objects and secrets as they were', async () => {
    await writeBackup(source, backupFolder(), silent);
    const target = await openTarget('target');
    await mkdir(target.secretsFolder, { recursive: true });
    await writeFile(path.join(target.secretsFolder, 'server-key'), 'own');
    const failing = { ...target, db: { pool: failAtCommit(target.database) } };
    await expect(restoreBackup(failing, backupFolder(), silent)).rejects.toThrow('no commit today');
    expect((await target.db.pool.query("select 1 from pg_class where relnamespace = 'public'::regnamespace")).rows).toEqual([]);
    expect(await target.objects.head(contentKey(pictureHash))).toBeUndefined();
    expect(await readFile(path.join(target.secretsFolder, 'server-key'), 'utf8')).toBe('own');
  });
});

/** Returns a pool whose connections fail at commit. */
const failAtCommit = ({ db }: TestDatabase): TestDatabase['db']['pool'] =>
  new Proxy(db.pool, {
    get(pool, name) {
      if (name !== 'connect') return Reflect.get(pool, name) as unknown;
      return async () => {
        const client = await pool.connect();
        return new Proxy(client, {
          get(target, key) {
            const value = Reflect.get(target, key) as unknown;
            if (key !== 'query' || typeof value !== 'function') return typeof value === 'function' ? value.bind(target) : value;
            return (text: string, ...rest: unknown[]) =>
              text === 'commit' ? Promise.reject(new Error('no commit today')) : Reflect.apply(value, target, [text, ...rest]);
          },
        });
      };
    },
  });
