/**
 * Tests that a server with users, a book and annotations can be backed up and restored elsewhere: no data is lost, and users can continue
 * reading.
 */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { completeSignIn } from '../features/account/complete-sign-in.ts';
import { createUser } from '../features/account/create-users.ts';
import { importFile } from '../features/publication/import/import-file.ts';
import { makeEpub } from '../features/publication/testing/make-epub.ts';
import { aHlc, aPut, aTarget, newMarkFields } from '../features/sync/testing/sync-fixture.ts';
import { readConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts';
import { assembleAccount } from './assemble-account.ts';
import { buildServer } from './build-server.ts';
import { backup, backupVerify, PASSING_OBJECTS, restore } from './cli/backup.ts';
import { importDependenciesOf } from './import-dependencies.ts';
import { openPlatform } from './open-platform.ts';

const silent = (): void => undefined;
let base: string;
let first: TestDatabase;
let token: string;
let bookId: string;
const others: TestDatabase[] = [];

const envOf = (database: TestDatabase, name: string): NodeJS.ProcessEnv => ({
  DATABASE_URL: database.url,
  DATA_DIR: path.join(base, name),
  LOG_LEVEL: 'silent',
});

const withServer = async <T>(env: NodeJS.ProcessEnv, work: (server: FastifyInstance) => Promise<T>): Promise<T> => {
  const platform = await openPlatform(readConfig(env), createLogger('silent'));
  const server = await buildServer(platform);
  try {
    return await work(server);
  } finally {
    await server.close();
    await platform.close();
  }
};

const callAs = async (server: FastifyInstance, url: string, body?: object): Promise<{ code: string; payload: unknown }> => {
  const response = await server.inject({
    method: body === undefined ? 'GET' : 'POST',
    url,
    headers: { host: 'localhost:8080', origin: 'http://localhost:8080', authorization: `dp-token ${token}`, 'x-device-code': 'web' },
    ...(body === undefined ? {} : { payload: body }),
  });
  return response.json();
};

const freshDatabase = async (make: () => Promise<TestDatabase>): Promise<TestDatabase> => {
  const made = await make();
  others.push(made);
  return made;
};

/** Restores the backup as an operator does: with no other connections to the database. */
const restoreAlone = async (folder: string, database: TestDatabase, env: NodeJS.ProcessEnv): Promise<boolean> => {
  const name = new URL(database.url).pathname.slice(1);
  await first.db.pool.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [name]);
  return (await restore.prepareBare([folder])(env, silent)).ok;
};

/** Returns the tables of a backup with their counts and hashes, and its objects. */
const contentOf = (data: unknown): unknown => {
  const { tables, objects } = data as { tables: { name: string }[]; objects: number };
  // After the restore, the audit log has one event more than in the backup: the restore itself.
  const others = tables.filter(({ name }) => name !== 'audit_event');
  return { objects, tables: others.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
};
const auditEventsOf = async ({ db }: TestDatabase): Promise<string[]> =>
  (await db.pool.query<{ action: string }>('select action from audit_event order by at, id')).rows.map(({ action }) => action);

beforeAll(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'shufang-backup-'));
  first = await createTestDatabase();
  const env = envOf(first, 'first');
  const platform = await openPlatform(readConfig(env), createLogger('silent'));
  const account = assembleAccount(platform);
  const user = await createUser(account, { tel: '13900001111', password: 'Mei-hua-7788', nickname: '读者', role: 'reader' });
  token = (await completeSignIn(account, { ...user, avatar: '' }, { deviceCode: 'web', deviceId: undefined, userAgent: '' })).dpAuthToken;
  const file = path.join(base, '论语.epub');
  await writeFile(file, makeEpub());
  const job = await importFile(importDependenciesOf(platform), file, { publish: true });
  bookId = String(job.bookId);
  const { rows } = await platform.db.pool.query<{ href: string }>("select manifest #>> '{readingOrder,0,href}' as href from book_version");
  await platform.close();
  await withServer(env, async (server) => {
    const fields = {
      ...newMarkFields(),
      bookId,
      versionId: job.versionId,
      body: '第一行\n“引号”与 \\ 反斜线 𠮷',
      target: aTarget({ href: String(rows[0]?.href) }),
    };
    const response = await callAs(server, '/api/sync/push', {
      deviceId: 'devicea',
      ops: [aPut({ entityId: '01k00000000000000000000001', hlc: aHlc(Date.now()), fields })],
    });
    if (!JSON.stringify(response).includes('"applied"')) throw new Error(`no annotation was created: ${JSON.stringify(response)}`);
  });
});
afterEach(async () => {
  for (const database of others.splice(0)) await database.drop();
});
afterAll(async () => {
  await first.drop();
  await rm(base, { recursive: true, force: true });
});

it.each([
  ['a database with nothing in it', createEmptyDatabase],
  ['a database that a first start has prepared', createTestDatabase],
])('restores all data into %s', async (_, make) => {
  const folder = path.join(base, `backup-${others.length}-${_.length}`);
  const made = await backup.prepareBare([folder])(envOf(first, 'first'), silent);
  expect(made.ok).toBe(true);
  expect(await backupVerify.prepareBare([folder])({}, silent)).toMatchObject({ ok: true, data: { findings: [] } });

  const second = await freshDatabase(make);
  const env = envOf(second, `second-${_.length}`);
  await second.db.pool.query('select 1');
  await expect(restore.prepareBare([folder])(env, silent)).rejects.toThrow('请先停止它');
  expect(await restoreAlone(folder, second, env)).toBe(true);

  const again = await backup.prepareBare([`${folder}-again`])(env, silent);
  expect(contentOf(again.data)).toEqual(contentOf(made.data));
  expect(await auditEventsOf(second)).toEqual([...(await auditEventsOf(first)), 'backup.restore']);
  expect((made.data as { tables: { name: string; rows: number }[] }).tables).toContainEqual(
    expect.objectContaining({ name: 'annotation', rows: 1 }),
  );
  await withServer(env, async (server) => {
    expect(await callAs(server, '/api/note/query')).toMatchObject({
      code: 'success',
      payload: { items: [{ body: '第一行\n“引号”与 \\ 反斜线 𠮷' }] },
    });
    const opened = await callAs(server, `/api/learn/open?bookId=${bookId}`);
    expect(opened).toMatchObject({ code: 'success', payload: { book: { title: '论语选读' } } });
  });

  await expect(restoreAlone(folder, second, env)).rejects.toThrow('已有账号或图书');
});

// `content_sha256` is the hash of a decompressed text, or of bytes in the same row, and names no file.
it('has every column that names a file in the list of required or optional objects', async () => {
  const { rows } = await first.db.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%sha256%' and column_name <> 'content_sha256' and table_name <> 'schema_migration' order by 1`,
  );
  const needed = [
    'app_version.bundle_sha256',
    'app_version.file_sha256',
    'app_version.portable_sha256',
    'book.cover_sha256',
    'book_collection.picture_sha256',
    'book_material.sha256',
    'book_version.source_sha256',
    'home_slot.picture_sha256',
    'publication_resource.sha256',
    'user_file.sha256',
  ];
  expect(rows.map((row) => row.name)).toEqual([...needed, ...PASSING_OBJECTS].toSorted());
});

it('leaves nothing behind when the restore fails halfway', async () => {
  const folder = path.join(base, 'backup-broken');
  await backup.prepareBare([folder])(envOf(first, 'first'), silent);
  const second = await freshDatabase(createEmptyDatabase);
  const env = envOf(second, 'broken');
  await second.db.pool.query('create table stranger (id int)');
  await expect(restoreAlone(folder, second, env)).rejects.toThrow('不属于书房的数据表');
  await second.db.pool.query('drop table stranger');

  await second.db.pool.query('create view search_passage as select 1 as id');
  await expect(restoreAlone(folder, second, env)).rejects.toThrow('search_passage');
  const { rows } = await second.db.pool.query<{ relname: string }>(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  expect(rows).toEqual([]);
  const left = await readdir(path.join(base, 'broken', 'objects'), { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
});
