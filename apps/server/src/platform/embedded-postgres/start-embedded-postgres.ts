/**
 * The embedded PostgreSQL: server programs from npm, started, monitored and stopped by the process that uses them. There is one server
 * process per folder (`exclusive`). Command-line tools attach to the same database, and the last process that leaves stops it. See
 * docs/decisions/0002-embedded-postgresql.md.
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
  requireShortSocketPath,
  startPostmaster,
  stopPostmaster,
} from './cluster.ts';
import { EmbeddedPostgresError, explainFileError, systemCodeOf } from './embedded-postgres-error.ts';
import { type OrphanGuard, setOrphanGuard } from './orphan-guard.ts';
import { acquireProcessLock, type ProcessLock } from './process-lock.ts';
import { findOrdinaryUser, type OrdinaryUser, runProgram } from './run-as-user.ts';

export interface EmbeddedPostgres {
  /** Connection string for `pg`: `postgres://user:password@localhost/database?host=<socket folder>`, or loopback TCP on Windows. */
  url: string;
  /** Whether the database was already running, so that this process attached to it. */
  attached: boolean;
  /** Stops the database unless another process uses it. The connection pools must be closed before. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The database's own folder inside DATA_DIR; created if missing. */
  dataDir: string;
  log: Pick<Logger, 'info' | 'warn'>;
  /**
   * Whether a second server on the same folder is refused (default, for servers); false for command-line tools, which may run beside a
   * server.
   */
  exclusive?: boolean;
}

const DATABASE = 'shufang';
const PRESENCE_CONNECTION = 'shufang-keeper';
/** Id of the advisory lock that each server holds in the database: an arbitrary number; its bytes spell "SFSV". */
const SERVER_LOCK = 0x53_46_53_56;
/** How long a second server waits for each lock, so that it is refused within 2 s (security.md §5). */
export const EXCLUSIVE_WAIT_MS = 800;
const ATTACH_WAIT_MS = 60_000;
const READY_TIMEOUT_MS = 120_000;
/** How long a database server may be in the process table without responding. */
const UNREACHABLE_MS = 15_000;
const RETRY_PAUSE_MS = 100;
const RESTART_PAUSE_MAX_MS = 5_000;

const urlOf = (endpoint: Endpoint, password: string, database: string): string =>
  endpoint.host.startsWith('/')
    ? `postgres://${DATABASE_USER}:${password}@localhost:${endpoint.port}/${database}?host=${encodeURIComponent(endpoint.host)}`
    : `postgres://${DATABASE_USER}:${password}@${endpoint.host}:${endpoint.port}/${database}`;

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, application_name: PRESENCE_CONNECTION, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Returns a connection as soon as the database accepts connections; retries while it is starting, stopping or recovering. */
const connectWhenReady = async (url: string): Promise<pg.Client> => {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    try {
      return await connect(url);
    } catch (error) {
      if (systemCodeOf(error) !== '57P03' || performance.now() > deadline) throw error;
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

/**
 * Creates the data folder and checks that the database's user can enter it. If this process runs as root, the folder itself remains owned
 * by root; only its content is owned by the database's user.
 */
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

/** Creates the data folder and checks that a database can be created in it. Throws `EmbeddedPostgresError`. */
export const checkEmbeddedFolder = async (dataDir: string): Promise<void> => {
  const user = await findOrdinaryUser();
  requireShortSocketPath(await prepareFolder(path.resolve(dataDir), user));
};

/** Returns the database's password, which is created with the data folder and stored beside it. */
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

/** Finds the running database server or starts one; resolves when it accepts connections. */
const ensureRunning = async (cluster: Cluster, password: string): Promise<{ endpoint: Endpoint; attached: boolean }> => {
  const deadline = performance.now() + UNREACHABLE_MS;
  for (;;) {
    const running = await findPostmaster(cluster);
    try {
      const endpoint = running?.endpoint ?? (await startPostmaster(cluster));
      await ensureDatabase(endpoint, password);
      return { endpoint, attached: running !== undefined };
    } catch (error) {
      const code = systemCodeOf(error);
      if (code === '28P01') throw new EmbeddedPostgresError('passwordLost', path.join(cluster.folder, 'password'), { cause: error });
      // The attempt is repeated, because a postmaster that was just killed or stopped can be in the process table for a moment.
      if (error instanceof EmbeddedPostgresError || performance.now() > deadline) throw error;
      await sleep(RETRY_PAUSE_MS);
    }
  }
};

/**
 * Opens the connection that registers this process as one that uses the database; an exclusive one also holds the server lock in the
 * database.
 */
const openPresenceConnection = async (url: string, folder: string, exclusive: boolean): Promise<pg.Client> => {
  const presence = await connectWhenReady(url);
  if (!exclusive) return presence;
  const deadline = performance.now() + EXCLUSIVE_WAIT_MS;
  for (;;) {
    const { rows } = await presence.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [SERVER_LOCK]);
    if (rows[0]?.locked === true) return presence;
    // The database session of a server process that was just killed may still hold the server lock, so the attempt is repeated.
    if (performance.now() > deadline) {
      await presence.end();
      throw new EmbeddedPostgresError('inUse', folder);
    }
    await sleep(RETRY_PAUSE_MS);
  }
};

const lockOrRefuse = async (file: string, waitMs: number, failure: 'inUse' | 'busy', folder: string): Promise<ProcessLock> => {
  const lock = await acquireProcessLock(file, waitMs);
  if ('heldBy' in lock) throw new EmbeddedPostgresError(failure, `${folder}（进程 ${lock.heldBy}）`);
  return lock;
};

/** Starts the embedded PostgreSQL of `dataDir` or attaches to it. Throws `EmbeddedPostgresError` with a Chinese message. */
export const startEmbeddedPostgres = async ({ dataDir, log, exclusive = true }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const user = await findOrdinaryUser();
  const folder = await prepareFolder(path.resolve(dataDir), user);
  const locks: ProcessLock[] = [];
  const releaseAll = async (): Promise<void> => {
    for (const lock of locks.splice(0).toReversed()) await lock.release();
  };
  const control = path.join(folder, 'control.lock');
  try {
    if (exclusive) locks.push(await lockOrRefuse(path.join(folder, 'server.lock'), 0, 'inUse', folder));
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
    // This process registers as a user of the database before it attaches to a running one. Otherwise the guard of a server that was just
    // killed could find no registered process and shut the database down while this process attaches.
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
    const { url, attached, watch } = await startOrAttach(cluster, password);
    log.info({ folder, attached }, 'embedded PostgreSQL is ready');
    return {
      url,
      attached,
      async stop() {
        // Monitoring ends before the control lock is acquired, because monitoring may be restarting the database server and then holds this
        // lock.
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

  /**
   * Finds or starts the database server and monitors it. If that fails after the server has started, stops the server again: this process
   * still holds the control lock, so no other process uses it yet.
   */
  async function startOrAttach(cluster: Cluster, password: string) {
    const wasRunning = (await findPostmaster(cluster)) !== undefined;
    try {
      const { endpoint, attached } = await ensureRunning(cluster, password);
      const url = urlOf(endpoint, password, DATABASE);
      return { url, attached, watch: await watchServer(cluster, password, url) };
    } catch (error) {
      if (!wasRunning) await stopPostmaster(cluster);
      throw error;
    }
  }

  /** Monitors the database server over one connection: if the server dies it is restarted, and the pools reconnect by themselves. */
  async function watchServer(
    cluster: Cluster,
    password: string,
    url: string,
  ): Promise<{ end(): Promise<void>; leave(): Promise<boolean> }> {
    const leaving = new AbortController();
    let repairing: Promise<void> = Promise.resolve();
    let presence: pg.Client | undefined;

    const follow = (client: pg.Client): void => {
      presence = client;
      client.once('end', () => {
        if (leaving.signal.aborted || presence !== client) return;
        presence = undefined;
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
            follow(await openPresenceConnection(url, folder, exclusive));
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

    follow(await openPresenceConnection(url, folder, exclusive));
    return {
      async end() {
        leaving.abort();
        await repairing;
      },
      /** Closes the monitoring connection. Returns true if no other process uses the database server. */
      async leave() {
        if (presence === undefined) return true;
        const { rows } = await presence.query<{ others: number }>(
          'select count(*)::int as others from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
          [PRESENCE_CONNECTION],
        );
        await presence.end();
        return rows[0]?.others === 0;
      },
    };
  }
};
