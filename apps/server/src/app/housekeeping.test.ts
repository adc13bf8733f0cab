import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { LIMITS, newId } from '@shufang/contract';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aHlc, aPut, createSyncScene, newMarkFields, type SyncScene } from '../features/sync/testing/sync-scene.ts';
import { openFolderObjectStorage } from '../gateways/object-storage/folder-object-storage.ts';
import { readConfig } from '../platform/config.ts';
import { createInProcessEvents } from '../platform/events.ts';
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts';
import { sweepOnce } from './housekeeping.ts';

let database: TestDatabase;
let scene: SyncScene;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-sweep-'));
  database = await createTestDatabase();
  scene = createSyncScene(database.db);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const sweepWith = async (log: pino.Logger): Promise<void> => {
  const objects = await openFolderObjectStorage(path.join(folder, 'objects'));
  const config = readConfig({ DATA_DIR: folder });
  await sweepOnce({ db: database.db, clock: scene.deps.clock, events: createInProcessEvents(log), objects, log, config });
};

it('takes away what is 180 days old and nothing younger, and one failure does not stop the rest', async () => {
  const reader = await scene.aReader();
  const id = newId();
  const { now } = scene.time;
  await scene.push(reader, [
    aPut({ entityId: id, hlc: aHlc(now), fields: { ...newMarkFields(), body: '旧' } }),
    aPut({ entityId: id, kind: 'del', hlc: aHlc(now + 1), fields: {} }),
  ]);
  const errors: unknown[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const sweep = () => sweepWith(log);

  scene.time.now = now + LIMITS.tombstoneDays * 86_400_000;
  await sweep();
  expect((await scene.mark(reader, id)).record.body).toBe('旧');

  scene.time.now += 1;
  await database.db.orm.execute(sql`alter table sync_op rename to sync_op_away`);
  await sweep();
  await database.db.orm.execute(sql`alter table sync_op_away rename to sync_op`);
  expect(errors).toHaveLength(1);
  expect((await scene.mark(reader, id)).record.body).toBe('');

  await sweep();
  const { rows } = await database.db.orm.execute<{ count: number }>(sql`select count(*) as count from sync_op`);
  expect(rows[0]?.count).toBe(0);
});

it('forgets proofs and sessions a moment after their time, and the folders of imports that were killed', async () => {
  const reader = await scene.aReader();
  const { now } = scene.time;
  const { orm } = database.db;
  for (const [name, expiresAt] of [
    ['old', now - 61_000],
    ['new', now + 1],
  ] as const) {
    await orm.execute(sql`insert into sent_code values (${name}, 'login', '', 0, 0, ${expiresAt}, null)`);
    await orm.execute(sql`insert into captcha_challenge values (${name}, 'image', '', 0, ${expiresAt})`);
    await orm.execute(sql`insert into password_nonce values (${name}, 0, ${expiresAt})`);
    // Both are no longer handed out; the new one is within its overlap.
    await orm.execute(sql`insert into rsa_key values (${name}, '', '', 0, ${now - 100_000}, ${expiresAt})`);
    await orm.execute(sql`insert into ended_session values (${name}, ${reader}, 'signedOut', 0, ${expiresAt})`);
    await orm.execute(sql`insert into session values (${reader}, ${name === 'old' ? 'web' : 'pc'}, ${name}, null, 0, ${expiresAt}, 0)`);
    const left = path.join(folder, 'tmp', `import-${name}`);
    await mkdir(left, { recursive: true });
    if (name === 'old') await utimes(left, 0, 0);
  }
  await sweepWith(pino({ level: 'silent' }));
  const { rows } = await orm.execute<{ name: string }>(sql`
    select target as name from sent_code union all select key from captcha_challenge union all select nonce from password_nonce
    union all select kid from rsa_key union all select sid from ended_session union all select sid from session`);
  expect(rows.map((row) => row.name)).toEqual(['new', 'new', 'new', 'new', 'new', 'new']);
  expect(await readdir(path.join(folder, 'tmp'))).toEqual(['import-new']);
});
