/** Kills the server and the database repeatedly while they write, and counts the acknowledged writes that are lost. None may be lost. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { findPostgresProcesses, killAll } from '../../apps/server/src/platform/embedded-postgres/testing/start-database-user.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import type { Figure } from './figure.ts';

const WRITER = path.join(import.meta.dirname, 'durability-writer.ts');
const REOPEN_BUDGET_MS = 10_000;
const GIVE_UP_MS = 60_000;

interface Round {
  lost: number;
  /** Time from the kill to the next acknowledged write, in milliseconds. */
  reopenMs: number;
  tallyWrong: boolean;
}

interface Site {
  /** All writers that were started; each must have ended when the series ends. */
  writers: ChildProcess[];
  folder: string;
  acknowledgements: string;
}

const readAcknowledged = async (site: Site): Promise<string[]> => {
  const lines = (await readFile(site.acknowledgements, 'utf8')).split('\n');
  // The text after the last line end was cut off by the kill, so it was never acknowledged.
  return lines.slice(0, -1);
};

const startWriter = async (site: Site): Promise<ChildProcess> => {
  const writer = spawn(process.execPath, [WRITER, site.folder, site.acknowledgements], { stdio: ['ignore', 'pipe', 'inherit'] });
  site.writers.push(writer);
  const ready = await Promise.race([once(writer.stdout, 'data').then(() => true), once(writer, 'exit').then(() => false)]);
  if (!ready) throw new Error('the writer could not start');
  return writer;
};

const waitForMore = async (site: Site, than: number): Promise<void> => {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  while ((await readAcknowledged(site)).length <= than) {
    if (performance.now() > giveUpAt) throw new Error(`no write was acknowledged for ${GIVE_UP_MS} ms`);
    await sleep(5);
  }
};

/** Waits for a random time, so that each round kills the writer at a different moment. */
const randomPause = (): Promise<void> => sleep(50 + Math.random() * 250);

/** Compares the writes acknowledged before the kill with the database, and the number of rows with the stored tally. */
const inspect = async (site: Site, acknowledged: readonly string[]): Promise<Pick<Round, 'lost' | 'tallyWrong'>> => {
  const postgres = await startEmbeddedPostgres({ dataDir: site.folder, log: createLogger('silent'), exclusive: false });
  const db = await openDatabase(postgres.url);
  try {
    const storedIds = new Set((await db.pool.query<{ id: string }>('select id from written')).rows.map(({ id }) => id));
    const tally = await db.pool.query<{ wrong: boolean }>('select (select n from tally) <> (select count(*) from written) as wrong');
    return { lost: acknowledged.filter((id) => !storedIds.has(id)).length, tallyWrong: tally.rows[0]?.wrong !== false };
  } finally {
    await db.close();
    await postgres.stop();
  }
};

const killServers = async (site: Site, rounds: number): Promise<Round[]> => {
  const results: Round[] = [];
  let writer = await startWriter(site);
  for (let round = 0; round < rounds; round += 1) {
    await waitForMore(site, (await readAcknowledged(site)).length);
    await randomPause();
    const killedAt = performance.now();
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    const acknowledged = await readAcknowledged(site);
    writer = await startWriter(site);
    await waitForMore(site, acknowledged.length);
    results.push({ reopenMs: performance.now() - killedAt, ...(await inspect(site, acknowledged)) });
  }
  return results;
};

const endWriters = async (site: Site): Promise<void> => {
  for (const writer of site.writers.splice(0)) {
    if (writer.exitCode !== null || writer.signalCode !== null) continue;
    writer.kill('SIGKILL');
    await once(writer, 'exit');
  }
};

const killDatabases = async (site: Site, rounds: number): Promise<Round[]> => {
  const results: Round[] = [];
  await startWriter(site);
  for (let round = 0; round < rounds; round += 1) {
    await waitForMore(site, (await readAcknowledged(site)).length);
    await randomPause();
    const killedAt = performance.now();
    killAll(findPostgresProcesses(site.folder));
    const acknowledged = await readAcknowledged(site);
    await waitForMore(site, acknowledged.length);
    results.push({ reopenMs: performance.now() - killedAt, ...(await inspect(site, acknowledged)) });
  }
  return results;
};

const figuresOf = (what: string, rounds: readonly Round[], acknowledged: number): Figure[] => {
  const lost = rounds.reduce((sum, round) => sum + round.lost, 0);
  const wrong = rounds.filter((round) => round.tallyWrong).length;
  const slowest = Math.max(...rounds.map((round) => round.reopenMs));
  const middle = rounds.map((round) => round.reopenMs).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;
  return [
    {
      name: `${rounds.length} × kill -9 of ${what}: acknowledged writes lost`,
      value: `${lost} of ${acknowledged}`,
      budget: '0',
      ok: lost === 0,
    },
    { name: `${rounds.length} × kill -9 of ${what}: half transactions seen`, value: String(wrong), budget: '0', ok: wrong === 0 },
    {
      name: `${rounds.length} × kill -9 of ${what}: next acknowledged write after (median, slowest)`,
      value: `${Math.round(middle)} ms, ${Math.round(slowest)} ms`,
      budget: '10000 ms',
      ok: slowest <= REOPEN_BUDGET_MS,
    },
  ];
};

/** Runs both series on a fresh embedded database in the temp folder; about two minutes. */
export const runDurability = async (rounds = 20): Promise<Figure[]> => {
  const base = await mkdtemp(path.join(os.tmpdir(), 'shufang-durability-'));
  await chmod(base, 0o755);
  const site: Site = { writers: [], folder: path.join(base, 'postgres'), acknowledgements: path.join(base, 'acknowledged') };
  await writeFile(site.acknowledgements, '');
  try {
    const servers = await killServers(site, rounds);
    const afterServers = (await readAcknowledged(site)).length;
    await endWriters(site);
    const databases = await killDatabases(site, rounds);
    const inAll = (await readAcknowledged(site)).length;
    return [...figuresOf('the server', servers, afterServers), ...figuresOf('PostgreSQL', databases, inAll - afterServers)];
  } finally {
    await endWriters(site);
    killAll(findPostgresProcesses(site.folder));
    await rm(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
};

if (import.meta.main) console.table(await runDurability(Number(process.argv[2] ?? 20)));
