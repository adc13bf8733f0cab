/**
 * Which PostgreSQL the tests run on. `TEST_DATABASE_URL` names one; otherwise `TEST_DATABASE=external` takes the one on this
 * machine and `TEST_DATABASE=embedded` the npm binaries; with neither, the local one if it answers, else the embedded one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts';
import { createLogger } from '../logger.ts';

const localServerUrl = (): string => `postgres://${encodeURIComponent(os.userInfo().username)}@127.0.0.1:5432/postgres`;

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    // Any reason it cannot be used is the same answer here; naming the server by hand shows the reason.
    return false;
  }
};

/** The maintenance database of the server for this test process. */
export const findTestServer = async (): Promise<string> => {
  const named = process.env['TEST_DATABASE_URL'];
  if (named !== undefined) return named;
  const local = localServerUrl();
  if (process.env['TEST_DATABASE'] !== 'embedded' && (await answers(local))) return local;
  throw new Error('no PostgreSQL for the tests: set TEST_DATABASE_URL, or run through `npm test`, which starts the embedded one');
};

/** Vitest's global set-up: chooses or starts the server once for the whole run and stops what it started. */
export default async function prepareTestServer(): Promise<() => Promise<void>> {
  const nothing = async (): Promise<void> => undefined;
  if (process.env['TEST_DATABASE_URL'] !== undefined) return nothing;
  const wanted = process.env['TEST_DATABASE'];
  const local = localServerUrl();
  if (wanted === 'external' || (wanted !== 'embedded' && (await answers(local)))) {
    process.env['TEST_DATABASE_URL'] = local;
    return nothing;
  }
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shufang-test-'));
  const server = await startEmbeddedPostgres({ dataDir, log: createLogger('warn') });
  process.env['TEST_DATABASE_URL'] = server.url;
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
