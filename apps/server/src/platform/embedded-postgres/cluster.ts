/** One PostgreSQL data folder: creates it completely or not at all, configures, finds, starts and stops its server. */
import { createHash, randomUUID } from 'node:crypto';
import { chmod, chown, lstat, mkdir, open, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, explainOutput, systemCodeOf } from './embedded-postgres-error.ts';
import { isAlive, isPidInUse } from './process-lock.ts';
import { type OrdinaryUser, runProgram } from './run-as-user.ts';

export const DATABASE_USER = 'shufang';
const INITIALIZING = '.initializing-';
const PORT = 5432;
/** Maximum length of the path of a Unix socket (`sun_path`) in bytes: 107 on Linux and 103 on macOS. */
const SOCKET_PATH_MAX_BYTES = process.platform === 'darwin' ? 103 : 107;
const INITDB_TIMEOUT_MS = 120_000;
/** Time limit of a start; long, because after a crash PostgreSQL replays its log before it accepts connections. */
const START_TIMEOUT_SECONDS = 120;
const STOP_TIMEOUT_SECONDS = 60;
const LOG_MAX_BYTES = 8 * 1024 * 1024;
/** Number of attempts to start: backends of a killed postmaster use its shared memory for a moment longer. */
const START_TRIES = 40;
const START_PAUSE_MS = 250;

export interface Cluster {
  /** Folder that belongs to this program alone; the data are in its subfolder `data`. */
  folder: string;
  data: string;
  logFile: string;
  binaries: Binaries;
  user: OrdinaryUser | undefined;
}

export interface Endpoint {
  host: string;
  port: number;
}

const isMissing = (error: unknown): boolean => systemCodeOf(error) === 'ENOENT';

const readIfThere = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

const changeOwner = async (user: OrdinaryUser | undefined, file: string): Promise<void> => {
  if (user !== undefined) await chown(file, user.uid, user.gid);
};

const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

export const hasDataFolder = async (cluster: Cluster): Promise<boolean> =>
  (await readIfThere(path.join(cluster.data, 'PG_VERSION'))) !== undefined;

/**
 * Runs `initdb` in a temporary folder, which is renamed at the end: an existing data folder is complete, and remains of an interrupted
 * first start are deleted.
 */
export const ensureDataFolder = async (cluster: Cluster, password: string): Promise<void> => {
  const { folder, data, binaries, user } = cluster;
  const version = (await readIfThere(path.join(data, 'PG_VERSION')))?.trim();
  if (version !== undefined) {
    if (version === binaries.majorVersion) return;
    throw new EmbeddedPostgresError('otherVersion', `文件夹 ${data} 的版本是 ${version}，本程序自带 ${binaries.majorVersion}`);
  }
  // The name of the temporary folder is unique, because the programs of a killed first start may still be writing into theirs.
  const initializing = `${data}${INITIALIZING}${randomUUID()}`;
  const passwordFile = path.join(folder, 'initdb-password');
  for (const name of await readdir(folder)) {
    if (name.includes(INITIALIZING)) await rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
  await mkdir(initializing, { mode: 0o700 });
  await changeOwner(user, initializing);
  await writeFile(passwordFile, password, { mode: 0o600 });
  await changeOwner(user, passwordFile);
  try {
    // pg_trgm and case folding need a UTF-8 ctype; only Linux certainly has one named C.UTF-8.
    const locale = process.platform === 'linux' ? ['--locale=C.UTF-8'] : ['--locale=C', '--builtin-locale=C.UTF-8'];
    const result = await runProgram(
      binaries.initdb,
      [
        `--pgdata=${initializing}`,
        `--username=${DATABASE_USER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        ...locale,
        '--lc-messages=C',
        '--no-instructions',
      ],
      { user, env: binaries.env, timeoutMs: INITDB_TIMEOUT_MS },
    );
    if (result.status !== 0) throw explainOutput(result.output, folder);
  } catch (error) {
    await rm(initializing, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(passwordFile, { force: true });
  }
  const settings = path.join(initializing, 'postgresql.conf');
  await writeFile(settings, "\ninclude_if_exists = '../shufang.conf'\n", { flag: 'a', flush: true });
  await rename(initializing, data);
  await syncFolder(folder);
};

/**
 * Returns the data folder if its path is short enough for a socket, else a folder inside the system's temporary folder that is named after
 * it. Throws if both paths are too long.
 */
export const requireShortSocketPath = (clusterFolder: string): string => {
  const fits = (folder: string): boolean => Buffer.byteLength(path.join(folder, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_MAX_BYTES;
  const inside = path.join(clusterFolder, 'socket');
  const hash = createHash('sha256').update(clusterFolder).digest('hex').slice(0, 16);
  const folder = fits(inside) ? inside : path.join(os.tmpdir(), `shufang-${hash}`);
  if (process.platform !== 'win32' && !fits(folder)) throw new EmbeddedPostgresError('socketPathTooLong', folder);
  return folder;
};

const chooseSocketFolder = async (cluster: Cluster): Promise<string> => {
  const folder = requireShortSocketPath(cluster.folder);
  const owner = cluster.user?.uid ?? process.getuid?.() ?? 0;
  try {
    await mkdir(folder, { mode: 0o700 });
    await changeOwner(cluster.user, folder);
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    const found = await lstat(folder);
    if (!found.isDirectory() || found.uid !== owner) throw new EmbeddedPostgresError('socketFolderTaken', folder);
    await chmod(folder, 0o700);
  }
  return folder;
};

/** Returns a free port of the loopback address. */
const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });

/**
 * Writes settings for one machine: little memory when idle, every commit on disk before it is acknowledged. Returns the folder of the
 * socket.
 */
const writeSettings = async (cluster: Cluster): Promise<string | undefined> => {
  const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  const socketFolder = process.platform === 'win32' ? undefined : await chooseSocketFolder(cluster);
  const where =
    socketFolder === undefined
      ? ["listen_addresses = '127.0.0.1'", `port = ${await findFreePort()}`, "unix_socket_directories = ''"]
      : [
          "listen_addresses = ''",
          `port = ${PORT}`,
          // The value of `unix_socket_directories` is a list, so a comma in the path needs double quotes.
          `unix_socket_directories = ${quote(`"${socketFolder.replaceAll('"', '""')}"`)}`,
          'unix_socket_permissions = 0700',
        ];
  const lines = [
    '# Written by the server at each start; own settings belong in postgresql.conf.',
    ...where,
    'fsync = on',
    'synchronous_commit = on',
    'full_page_writes = on',
    'max_connections = 60',
    'shared_buffers = 64MB',
    'effective_cache_size = 512MB',
    'maintenance_work_mem = 64MB',
    'max_wal_size = 512MB',
    'io_method = sync',
    'jit = off',
    'max_worker_processes = 4',
    'max_parallel_workers = 2',
    'max_parallel_workers_per_gather = 1',
    'autovacuum_max_workers = 2',
    'autovacuum_vacuum_scale_factor = 0.1',
    'autovacuum_analyze_scale_factor = 0.05',
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    'log_checkpoints = off',
  ];
  // The settings file is beside the data folder and not in it, because root must not write where the database's user could have placed a
  // link.
  await writeFile(path.join(cluster.folder, 'shufang.conf'), `${lines.join('\n')}\n`, { mode: 0o644 });
  return socketFolder;
};

/** Checks that the process is PostgreSQL: after a crash its id may belong to another program (containers restart the numbering). */
const isPostgres = async (pid: number): Promise<boolean> => {
  if (!isAlive(pid)) return false;
  return process.platform !== 'linux' || (await readIfThere(`/proc/${pid}/comm`))?.startsWith('postgres') === true;
};

/**
 * Removes the lock file of a process that is not PostgreSQL. PostgreSQL itself replaces the lock of a process that has ended, but takes
 * another program with the same id, or a killed process that is still in the process table, for a running postmaster.
 */
const dropMistakenLock = async (file: string): Promise<void> => {
  const pid = Math.abs(Number((await readIfThere(file))?.split('\n')[0]));
  if (Number.isSafeInteger(pid) && pid > 0 && isPidInUse(pid) && !(await isPostgres(pid))) await rm(file, { force: true });
};

/** Returns what the postmaster wrote to its pid file, if its process is running. */
export const findPostmaster = async (cluster: Cluster): Promise<{ pid: number; endpoint: Endpoint } | undefined> => {
  const text = await readIfThere(path.join(cluster.data, 'postmaster.pid'));
  const [pidText, , , port, socketFolder, address] = text?.split('\n') ?? [];
  const pid = Number(pidText);
  if (pidText === undefined || !Number.isSafeInteger(pid) || pid <= 1) return undefined;
  if (!(await isPostgres(pid))) return undefined;
  const host = socketFolder === undefined || socketFolder === '' ? (address ?? '127.0.0.1') : socketFolder;
  return { pid, endpoint: { host, port: Number(port) || PORT } };
};

/** Starts the server of this data folder and waits until it accepts connections. */
export const startPostmaster = async (cluster: Cluster): Promise<Endpoint> => {
  const { binaries, data, folder, logFile, user } = cluster;
  const socketFolder = await writeSettings(cluster);
  const logSize = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (logSize > LOG_MAX_BYTES) await truncate(logFile);
  if (logSize === 0) {
    await writeFile(logFile, '', { mode: 0o600 });
    await changeOwner(user, logFile);
  }
  for (let attempt = 1; ; attempt += 1) {
    await dropMistakenLock(path.join(data, 'postmaster.pid'));
    if (socketFolder !== undefined) await dropMistakenLock(path.join(socketFolder, `.s.PGSQL.${PORT}.lock`));
    const from = await stat(logFile).then((found) => found.size);
    const result = await runProgram(
      binaries.pgCtl,
      ['start', '--wait', `--timeout=${START_TIMEOUT_SECONDS}`, `--pgdata=${data}`, `--log=${logFile}`, '--silent'],
      { user, env: binaries.env, timeoutMs: (START_TIMEOUT_SECONDS + 10) * 1_000 },
    );
    const running = await findPostmaster(cluster);
    if (result.status === 0 && running !== undefined) return running.endpoint;
    const output = `${result.output}\n${(await readFile(logFile)).subarray(from).toString('utf8')}`;
    // The start is tried again, because the guard process of an earlier server (`orphan-guard.ts`) may just have decided to shut down the
    // database.
    const mayPass = /pre-existing shared memory block|is still in use|lock file ".*" already exists|received \w+ shutdown request/i.test(
      output,
    );
    if (!mayPass || attempt >= START_TRIES) throw explainOutput(output, folder);
    await sleep(START_PAUSE_MS);
  }
};

/** Stops the server: running statements are canceled and rolled back; everything committed is on disk. */
export const stopPostmaster = async (cluster: Cluster): Promise<void> => {
  if ((await findPostmaster(cluster)) === undefined) return;
  const { binaries, data, folder, user } = cluster;
  const result = await runProgram(
    binaries.pgCtl,
    ['stop', '--wait', '--mode=fast', `--timeout=${STOP_TIMEOUT_SECONDS}`, `--pgdata=${data}`, '--silent'],
    { user, env: binaries.env, timeoutMs: (STOP_TIMEOUT_SECONDS + 10) * 1_000 },
  );
  if (result.status !== 0 && (await findPostmaster(cluster)) !== undefined) throw explainOutput(result.output, folder);
};
