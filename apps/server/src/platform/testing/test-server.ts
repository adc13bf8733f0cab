/**
 * Chooses the PostgreSQL server of the tests. `TEST_DATABASE_URL` names one; else `TEST_DATABASE=external` uses the one on this machine and
 * `TEST_DATABASE=embedded` the npm binaries; by default the local one if it responds, else the embedded one.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts';
import { createLogger } from '../logger.ts';

const localServerUrl = (): string => `postgres://${encodeURIComponent(os.userInfo().username)}@127.0.0.1:5432/postgres`;

const isReachable = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    // Any error means that the server cannot be used. If `TEST_DATABASE_URL` names the server, it is used without this check, and the tests
    // report the error.
    return false;
  }
};

/** Returns the URL of the server's maintenance database, for this test process. */
export const findTestServer = async (): Promise<string> => {
  const configured = process.env['TEST_DATABASE_URL'];
  if (configured !== undefined) return configured;
  const local = localServerUrl();
  if (process.env['TEST_DATABASE'] !== 'embedded' && (await isReachable(local))) return local;
  throw new Error('no PostgreSQL for the tests: set TEST_DATABASE_URL, or run through `npm test`, which starts the embedded one');
};

/** Stops waiting for the disk at each commit, because the data of the tests need not survive a crash. */
const turnDurabilityOff = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) await client.query(`alter system set ${setting} = off`);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
};

/** Prefix of the names of this run's databases. */
export const runPrefix = (): string => `shufang_test_${process.env['TEST_RUN'] ?? 'alone'}_`;

/** Returns the folder of this run's temporary data. */
export const runFolder = (): string => path.join(os.tmpdir(), `shufang-run-${process.env['TEST_RUN'] ?? 'alone'}`);

/** Deletes what this run has left: the servers that stay open until the end of a worker (`testing/request-fixture.ts`). */
const deleteLeftovers = async (url: string): Promise<void> => {
  await rm(runFolder(), { recursive: true, force: true });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [
      runPrefix(),
    ]);
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  } finally {
    await client.end();
  }
};

/** Vitest's global setup: chooses or starts the server once for the whole run, and at the end deletes the run's data and stops that server. */
export default async function prepareTestServer(): Promise<() => Promise<void>> {
  process.env['TEST_RUN'] = randomUUID().slice(0, 8);
  await mkdir(runFolder(), { recursive: true });
  const leaveServer = async (): Promise<void> => deleteLeftovers(await findTestServer());
  if (process.env['TEST_DATABASE_URL'] !== undefined) return leaveServer;
  const choice = process.env['TEST_DATABASE'];
  const local = localServerUrl();
  if (choice === 'external' || (choice !== 'embedded' && (await isReachable(local)))) {
    process.env['TEST_DATABASE_URL'] = local;
    return leaveServer;
  }
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shufang-test-'));
  const server = await startEmbeddedPostgres({ dataDir, log: createLogger('warn') });
  await turnDurabilityOff(server.url);
  process.env['TEST_DATABASE_URL'] = server.url;
  return async () => {
    await deleteLeftovers(server.url);
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
