/**
 * The embedded PostgreSQL: real server binaries from npm, started, watched and stopped by the process that uses them.
 * [Note: embedded database] One server process per folder (`exclusive`); command-line tools attach to the same database,
 * and whoever leaves last stops it. docs/decisions/0002-embedded-postgresql.md tells why.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../logger.ts';
import { findBinaries } from './binaries.ts';
import {
  type Cluster,
  DATABASE_USER,
  type Endpoint,
  ensureDataFolder,
  findPostmaster,
  hasDataFolder,
  startPostmaster,
  stopPostmaster,
} from './cluster.ts';
import { EmbeddedPostgresError, explainFileError, systemCodeOf } from './embedded-postgres-error.ts';
import { type OrphanGuard, setOrphanGuard } from './orphan-guard.ts';
import { type ProcessLock, takeProcessLock } from './process-lock.ts';
import { findOrdinaryUser, type OrdinaryUser, runProgram } from './run-as-user.ts';

export interface EmbeddedPostgres {
  /** For `pg`: `postgres://user:password@localhost/database?host=<socket folder>`, or loopback TCP on Windows. */
  url: string;
  /** True when it was already running. */
  attached: boolean;
  /** Close the pools first. Stops the server unless another process still uses it. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** A folder of its own for the database, inside DATA_DIR; made when missing. */
  dataDir: string;
  log: Pick<Logger, 'info' | 'warn'>;
  /** False for command-line tools, which may work beside a running server; true (the server) when left out. */
  exclusive?: boolean;
}

const DATABASE = 'shufang';
const KEEPER = 'shufang-keeper';
/** Any number; the same in every server. Spells "SFSV". */
const SERVER_LOCK = 0x53_46_53_56;
/** A second server is refused within 2 s (security.md §5). */
const EXCLUSIVE_WAIT_MS = 1_000;
const ATTACH_WAIT_MS = 60_000;
const ANSWER_TIMEOUT_MS = 120_000;
/** How long a server may look alive without answering. */
const UNREACHABLE_MS = 15_000;
const RETRY_PAUSE_MS = 100;
const RESTART_PAUSE_MAX_MS = 5_000;

const urlOf = (endpoint: Endpoint, password: string, database: string): string =>
  endpoint.host.startsWith('/')
    ? `postgres://${DATABASE_USER}:${password}@localhost:${endpoint.port}/${database}?host=${encodeURIComponent(endpoint.host)}`
    : `postgres://${DATABASE_USER}:${password}@${endpoint.host}:${endpoint.port}/${database}`;

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, application_name: KEEPER, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Connects once the server answers; one that is starting, stopping or recovering says so and is asked again. */
const connectWhenReady = async (url: string): Promise<pg.Client> => {
  const giveUpAt = performance.now() + ANSWER_TIMEOUT_MS;
  for (;;) {
    try {
      return await connect(url);
    } catch (error) {
      if (systemCodeOf(error) !== '57P03' || performance.now() > giveUpAt) throw error;
      await sleep(100);
    }
  }
};

const ensureDatabase = async (endpoint: Endpoint, password: string): Promise<void> => {
  const client = await connectWhenReady(urlOf(endpoint, password, 'postgres'));
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
};

/** Makes the folder and proves that the database's user can go in. As root the folder stays ours; only what is in it is given away. */
const prepareFolder = async (dataDir: string, user: OrdinaryUser | undefined): Promise<string> => {
  try {
    await mkdir(dataDir, { recursive: true });
    const folder = await realpath(dataDir);
    await chmod(folder, user === undefined ? 0o700 : 0o711);
    if (user !== undefined) {
      const proof = await runProgram('/bin/sh', ['-c', 'cd "$0"', folder], { user, env: {}, timeoutMs: 5_000 });
      if (proof.status !== 0) throw new EmbeddedPostgresError('folderNotEnterable', folder);
    }
    return folder;
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
};

/** The database's password: made with the data folder, kept beside it. */
const readPassword = async (cluster: Cluster): Promise<string> => {
  const passwordFile = path.join(cluster.folder, 'password');
  try {
    return (await readFile(passwordFile, 'utf8')).trim();
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
    if (await hasDataFolder(cluster)) throw new EmbeddedPostgresError('passwordLost', passwordFile, { cause: error });
  }
  const password = randomBytes(24).toString('hex');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flush: true });
  return password;
};

/** Finds the running server or starts one; answers once it takes connections. */
const ensureRunning = async (cluster: Cluster, password: string): Promise<{ endpoint: Endpoint; attached: boolean }> => {
  const giveUpAt = performance.now() + UNREACHABLE_MS;
  for (;;) {
    const running = await findPostmaster(cluster);
    try {
      const endpoint = running?.endpoint ?? (await startPostmaster(cluster));
      await ensureDatabase(endpoint, password);
      return { endpoint, attached: running !== undefined };
    } catch (error) {
      const code = systemCodeOf(error);
      if (code === '28P01') throw new EmbeddedPostgresError('passwordLost', path.join(cluster.folder, 'password'), { cause: error });
      // A postmaster that was just killed or stopped can look alive for a moment.
      if (error instanceof EmbeddedPostgresError || performance.now() > giveUpAt) throw error;
      await sleep(RETRY_PAUSE_MS);
    }
  }
};

/** Opens the connection that marks this process as a user; an exclusive one also holds the server lock in the database. */
const openKeeper = async (url: string, folder: string, exclusive: boolean): Promise<pg.Client> => {
  const keeper = await connectWhenReady(url);
  if (!exclusive) return keeper;
  const giveUpAt = performance.now() + EXCLUSIVE_WAIT_MS;
  for (;;) {
    const { rows } = await keeper.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [SERVER_LOCK]);
    if (rows[0]?.locked === true) return keeper;
    // The session of a server killed a moment ago may still be there.
    if (performance.now() > giveUpAt) {
      await keeper.end();
      throw new EmbeddedPostgresError('inUse', folder);
    }
    await sleep(RETRY_PAUSE_MS);
  }
};

const lockOrRefuse = async (file: string, waitMs: number, failure: 'inUse' | 'busy', folder: string): Promise<ProcessLock> => {
  const lock = await takeProcessLock(file, waitMs);
  if ('heldBy' in lock) throw new EmbeddedPostgresError(failure, `${folder}（进程 ${lock.heldBy}）`);
  return lock;
};

/** Starts the embedded PostgreSQL of `dataDir` or attaches to it. Throws `EmbeddedPostgresError` with a Chinese message. */
export const startEmbeddedPostgres = async ({ dataDir, log, exclusive = true }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const user = await findOrdinaryUser();
  const folder = await prepareFolder(path.resolve(dataDir), user);
  const held: ProcessLock[] = [];
  const releaseAll = async (): Promise<void> => {
    for (const lock of held.splice(0).toReversed()) await lock.release();
  };
  const control = path.join(folder, 'control.lock');
  try {
    if (exclusive) held.push(await lockOrRefuse(path.join(folder, 'server.lock'), 0, 'inUse', folder));
    const starting = await lockOrRefuse(control, exclusive ? EXCLUSIVE_WAIT_MS : ATTACH_WAIT_MS, 'busy', folder);
    try {
      return await startLocked();
    } finally {
      await starting.release();
    }
  } catch (error) {
    await releaseAll();
    throw explainFileError(error, folder);
  }

  async function startLocked(): Promise<EmbeddedPostgres> {
    const binaries = await findBinaries({ linksFolder: path.join(folder, 'libraries'), user });
    const cluster: Cluster = { folder, data: path.join(folder, 'data'), logFile: path.join(folder, 'postgres.log'), binaries, user };
    // First of all we are a user: the guard of a server killed a moment ago must not shut down what we are about to attach to.
    const guard = await setOrphanGuard(folder, path.join(cluster.data, 'postmaster.pid'));
    try {
      return await startGuarded(cluster, guard);
    } catch (error) {
      await guard.dismiss();
      throw error;
    }
  }

  async function startGuarded(cluster: Cluster, guard: OrphanGuard): Promise<EmbeddedPostgres> {
    const password = await readPassword(cluster);
    await ensureDataFolder(cluster, password);
    const { endpoint, attached } = await ensureRunning(cluster, password);
    const url = urlOf(endpoint, password, DATABASE);
    const watch = await watchServer(cluster, password, url);
    log.info({ folder, attached }, 'embedded PostgreSQL is ready');
    return {
      url,
      attached,
      async stop() {
        // A repair under way needs the lock that the stop takes next.
        await watch.end();
        const lock = await lockOrRefuse(control, ATTACH_WAIT_MS, 'busy', folder);
        try {
          const isLast = await watch.leave();
          if (isLast) await stopPostmaster(cluster);
          await guard.dismiss();
        } finally {
          await lock.release();
          await releaseAll();
        }
      },
    };
  }

  /** Keeps the keeper connection up: when the server dies under us it is started again, and the pools find it by themselves. */
  async function watchServer(
    cluster: Cluster,
    password: string,
    url: string,
  ): Promise<{ end(): Promise<void>; leave(): Promise<boolean> }> {
    const leaving = new AbortController();
    let repairing: Promise<void> = Promise.resolve();
    let keeper: pg.Client | undefined;

    const follow = (client: pg.Client): void => {
      keeper = client;
      client.once('end', () => {
        if (leaving.signal.aborted || keeper !== client) return;
        keeper = undefined;
        log.warn({ folder }, 'embedded PostgreSQL was lost, starting it again');
        repairing = repair();
      });
    };

    const repair = async (): Promise<void> => {
      for (let pauseMs = RETRY_PAUSE_MS; !leaving.signal.aborted; pauseMs = Math.min(pauseMs * 2, RESTART_PAUSE_MAX_MS)) {
        try {
          const lock = await lockOrRefuse(control, ATTACH_WAIT_MS, 'busy', folder);
          try {
            if (leaving.signal.aborted) return;
            await ensureRunning(cluster, password);
            follow(await openKeeper(url, folder, exclusive));
          } finally {
            await lock.release();
          }
          log.info({ folder }, 'embedded PostgreSQL is back');
          return;
        } catch (error) {
          log.warn({ err: error, folder }, 'embedded PostgreSQL could not be started again yet');
          await sleep(pauseMs);
        }
      }
    };

    follow(await openKeeper(url, folder, exclusive));
    return {
      async end() {
        leaving.abort();
        await repairing;
      },
      /** Gives the keeper up; true when no other process uses the server. */
      async leave() {
        if (keeper === undefined) return true;
        const { rows } = await keeper.query<{ others: number }>(
          'select count(*)::int as others from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
          [KEEPER],
        );
        await keeper.end();
        return rows[0]?.others === 0;
      },
    };
  }
};
