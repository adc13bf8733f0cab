/** One PostgreSQL data folder: made whole or not at all, configured, started, found running, stopped. */
import { createHash, randomUUID } from 'node:crypto';
import { chmod, chown, lstat, mkdir, open, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, explainOutput, systemCodeOf } from './embedded-postgres-error.ts';
import { isAlive, isTaken } from './process-lock.ts';
import { type OrdinaryUser, runProgram } from './run-as-user.ts';

export const DATABASE_USER = 'shufang';
const INITIALIZING = '.initializing-';
const PORT = 5432;
/** `sun_path` holds 107 bytes on Linux and 103 on macOS. */
const SOCKET_PATH_MAX_BYTES = process.platform === 'darwin' ? 103 : 107;
const INITDB_TIMEOUT_MS = 120_000;
/** After a crash PostgreSQL replays its log before it answers. */
const START_TIMEOUT_SECONDS = 120;
const STOP_TIMEOUT_SECONDS = 60;
const LOG_MAX_BYTES = 8 * 1024 * 1024;
/** Backends of a killed postmaster hold its shared memory for a moment. */
const START_TRIES = 40;
const START_PAUSE_MS = 250;

export interface Cluster {
  /** The folder that is ours alone; the data lie in `data` inside it. */
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

const giveTo = async (user: OrdinaryUser | undefined, file: string): Promise<void> => {
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
 * `initdb` into a folder beside the final one, which is renamed when all is done: a data folder that exists is complete, and
 * leftovers of an interrupted first start are simply made again.
 */
export const ensureDataFolder = async (cluster: Cluster, password: string): Promise<void> => {
  const { folder, data, binaries, user } = cluster;
  const version = (await readIfThere(path.join(data, 'PG_VERSION')))?.trim();
  if (version !== undefined) {
    if (version === binaries.majorVersion) return;
    throw new EmbeddedPostgresError('otherVersion', `文件夹 ${data} 的版本是 ${version}，本程序自带 ${binaries.majorVersion}`);
  }
  // A name of its own: the programs of a first start that was killed may still be writing into theirs.
  const initializing = `${data}${INITIALIZING}${randomUUID()}`;
  const passwordFile = path.join(folder, 'initdb-password');
  for (const name of await readdir(folder)) {
    if (name.includes(INITIALIZING)) await rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
  await mkdir(initializing, { mode: 0o700 });
  await giveTo(user, initializing);
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveTo(user, passwordFile);
  try {
    // pg_trgm and case folding need a UTF-8 ctype; only Linux is sure to have one called C.UTF-8.
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

/** In the data folder when the path is short enough, else in a folder of the temp folder named after it. */
const chooseSocketFolder = async (cluster: Cluster): Promise<string> => {
  const fits = (folder: string): boolean => Buffer.byteLength(path.join(folder, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_MAX_BYTES;
  const inside = path.join(cluster.folder, 'socket');
  const hash = createHash('sha256').update(cluster.folder).digest('hex').slice(0, 16);
  const folder = fits(inside) ? inside : path.join(os.tmpdir(), `shufang-${hash}`);
  if (!fits(folder)) throw new EmbeddedPostgresError('socketPathTooLong', folder);
  const owner = cluster.user?.uid ?? process.getuid?.() ?? 0;
  try {
    await mkdir(folder, { mode: 0o700 });
    await giveTo(cluster.user, folder);
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    const found = await lstat(folder);
    if (!found.isDirectory() || found.uid !== owner) throw new EmbeddedPostgresError('socketFolderTaken', folder);
    await chmod(folder, 0o700);
  }
  return folder;
};

/** A port that is free now on the loopback address. */
const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Sized for one machine: small memory at rest, every commit on disk before it is acknowledged. Answers the socket's folder. */
const writeSettings = async (cluster: Cluster): Promise<string | undefined> => {
  const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  const socketFolder = process.platform === 'win32' ? undefined : await chooseSocketFolder(cluster);
  const where =
    socketFolder === undefined
      ? ["listen_addresses = '127.0.0.1'", `port = ${await findFreePort()}`, "unix_socket_directories = ''"]
      : [
          "listen_addresses = ''",
          `port = ${PORT}`,
          // The value is a list: double quotes keep a comma in the path from cutting it.
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
  // Beside the data folder, not in it: as root we write nothing where the database's user could have laid a link.
  await writeFile(path.join(cluster.folder, 'shufang.conf'), `${lines.join('\n')}\n`, { mode: 0o644 });
  return socketFolder;
};

/** After a crash another program may have got the number (containers start counting anew). */
const isPostgres = async (pid: number): Promise<boolean> => {
  if (!isAlive(pid)) return false;
  return process.platform !== 'linux' || (await readIfThere(`/proc/${pid}/comm`))?.startsWith('postgres') === true;
};

/**
 * PostgreSQL itself replaces the lock of a process that is gone, and looks whether its memory is still used. It only cannot tell
 * a stranger with the same number, or a killed process nobody waited for, from a living postmaster: such a lock we take away.
 */
const dropMistakenLock = async (file: string): Promise<void> => {
  const pid = Math.abs(Number((await readIfThere(file))?.split('\n')[0]));
  if (Number.isSafeInteger(pid) && pid > 0 && isTaken(pid) && !(await isPostgres(pid))) await rm(file, { force: true });
};

/** What a postmaster wrote about itself, and whether a process of that number is one. */
export const findPostmaster = async (cluster: Cluster): Promise<{ pid: number; endpoint: Endpoint } | undefined> => {
  const text = await readIfThere(path.join(cluster.data, 'postmaster.pid'));
  const [pidText, , , port, socketFolder, address] = text?.split('\n') ?? [];
  const pid = Number(pidText);
  if (pidText === undefined || !Number.isSafeInteger(pid) || pid <= 1) return undefined;
  if (!(await isPostgres(pid))) return undefined;
  const host = socketFolder === undefined || socketFolder === '' ? (address ?? '127.0.0.1') : socketFolder;
  return { pid, endpoint: { host, port: Number(port) || PORT } };
};

/** Starts the server of this data folder and waits until it answers. */
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
    await giveTo(user, logFile);
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
    const said = `${result.output}\n${(await readFile(logFile)).subarray(from).toString('utf8')}`;
    // A guard may have decided to shut down in the very moment we came.
    const mayPass = /pre-existing shared memory block|is still in use|lock file ".*" already exists|received \w+ shutdown request/i.test(
      said,
    );
    if (!mayPass || attempt >= START_TRIES) throw explainOutput(said, folder);
    await sleep(START_PAUSE_MS);
  }
};

/** Stops the server: running statements are cancelled and rolled back, everything committed is on disk. */
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
