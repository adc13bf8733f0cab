/**
 * Tests the start on an empty database, and on one that was created by a server version older than the baseline (the oldest schema that can
 * be upgraded).
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { MIGRATION_TABLE_SQL, readMigrations } from '../platform/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../platform/testing/test-database.ts';
import { explainFailure } from './explain-failure.ts';
import { openPlatform } from './open-platform.ts';
import { MIGRATIONS_FOLDER, openConfiguredDatabase } from './open-stores.ts';

const log = createLogger('silent');
const REFUSAL = /^这个数据库由旧版本建立，本版本不能升级它。.*备份或导出.*DATA_DIR.*DATABASE_URL/;

let folder: string;
let external: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-start-'));
  // If the tests run as root, the embedded database runs as another user, who must have access to the folder.
  await chmod(folder, 0o755);
  external = await createEmptyDatabase();
});
afterEach(async () => {
  await external.drop();
  await rm(folder, { recursive: true, force: true });
});

const configOf = (server: 'embedded' | 'external') =>
  readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...(server === 'external' ? { DATABASE_URL: external.url } : {}) });

it('creates the schema in an empty database, and starts again on it', async () => {
  const files = await readMigrations(MIGRATIONS_FOLDER);
  for (const _ of ['first start', 'second start']) {
    const platform = await openPlatform(configOf('external'), log);
    const { rows } = await platform.db.pool.query<{ name: string }>('select name from schema_migration order by name');
    await platform.close();
    expect(rows.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
  }
});

it.each(['embedded', 'external'] as const)('rejects an old %s database with what to do, and does not change it', async (server) => {
  const config = configOf(server);
  const old = await openConfiguredDatabase(config, log, true);
  await old.db.pool.query(MIGRATION_TABLE_SQL);
  await old.db.pool.query("insert into schema_migration (name, sha256) values ('0001-accounts.sql', '')");
  await old.close();

  const refused = await openPlatform(config, log).catch((error: unknown) => error);
  expect(explainFailure(refused)).toMatch(REFUSAL);

  const after = await openConfiguredDatabase(config, log, true);
  const { rows } = await after.db.pool.query("select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'");
  await after.close();
  expect(rows).toEqual([{ relname: 'schema_migration' }]);
});
