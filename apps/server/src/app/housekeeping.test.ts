import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { newId } from '@shufang/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SYNC_LIMITS } from '../features/sync/limits.ts';
import { aHlc, aPut, createSyncFixture, newMarkFields, type SyncFixture } from '../features/sync/testing/sync-fixture.ts';
import { openFolderObjectStorage } from '../gateways/object-storage/folder-object-storage.ts';
import { readConfig } from '../platform/config.ts';
import { createInProcessEvents } from '../platform/events.ts';
import { sql } from '../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts';
import { sweepOnce } from './housekeeping.ts';

let database: TestDatabase;
let sync: SyncFixture;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-sweep-'));
  database = await createTestDatabase();
  sync = createSyncFixture(database.db);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const sweepWith = async (log: pino.Logger): Promise<void> => {
  const objects = await openFolderObjectStorage(path.join(folder, 'objects'));
  const config = readConfig({ DATA_DIR: folder });
  await sweepOnce({ db: database.db, clock: sync.deps.clock, events: createInProcessEvents(log), objects, log, config });
};

it('deletes rows older than 180 days and nothing newer, and one failure does not stop the rest', async () => {
  const reader = await sync.aReader();
  const id = newId();
  const { now } = sync.time;
  await sync.push(reader, [
    aPut({ entityId: id, hlc: aHlc(now), fields: { ...newMarkFields(), body: '旧' } }),
    aPut({ entityId: id, kind: 'del', hlc: aHlc(now + 1), fields: {} }),
  ]);
  const errors: unknown[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const sweep = () => sweepWith(log);

  sync.time.now = now + SYNC_LIMITS.tombstoneDays * 86_400_000;
  await sweep();
  expect((await sync.mark(reader, id)).record.body).toBe('旧');

  sync.time.now += 1;
  await database.db.orm.execute(sql`alter table sync_op rename to sync_op_away`);
  await sweep();
  await database.db.orm.execute(sql`alter table sync_op_away rename to sync_op`);
  expect(errors).toHaveLength(1);
  expect((await sync.mark(reader, id)).record.body).toBe('');

  await sweep();
  const { rows } = await database.db.orm.execute<{ count: number }>(sql`select count(*) as count from sync_op`);
  expect(rows[0]?.count).toBe(0);
});

it('deletes expired proofs and sessions, and the folders of imports that were killed', async () => {
  const reader = await sync.aReader();
  const { now } = sync.time;
  const { orm } = database.db;
  for (const [name, expiresAt] of [
    ['old', now - 61_000],
    ['new', now + 1],
  ] as const) {
    await orm.execute(sql`insert into sent_code values (${name}, 'login', '', 0, 0, ${expiresAt}, null)`);
    await orm.execute(sql`insert into captcha_challenge values (${name}, 'image', '', 0, ${expiresAt})`);
    await orm.execute(sql`insert into password_nonce values (${name}, 0, ${expiresAt})`);
    // The server issues neither of these RSA keys any more, but it still accepts the one named `new`, so the sweep must not delete that
    // one.
    await orm.execute(sql`insert into rsa_key values (${name}, '', '', 0, ${now - 100_000}, ${expiresAt})`);
    await orm.execute(sql`insert into ended_session values (${name}, ${reader}, 'signedOut', 0, ${expiresAt})`);
    await orm.execute(sql`insert into session (user_id, device_type, sid, public_id, created_at, expires_at, last_seen_at)
      values (${reader}, ${name === 'old' ? 'web' : 'pc'}, ${name}, ${name}, 0, ${expiresAt}, 0)`);
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
