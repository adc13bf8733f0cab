/** The checks of `doctor`. Each returns findings: what is right or wrong, and what to do about it. */
import { randomUUID } from 'node:crypto';
import { access, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { frameAssets } from '@shufang/reading-engine/assets';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import { findLatestBackups, hasBackupRuns } from '../../platform/backup/backup-runs.ts';
import { listReferencedObjects } from '../../platform/backup/write-backup.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { checkEmbeddedFolder } from '../../platform/embedded-postgres/start-embedded-postgres.ts';
import { createLogger } from '../../platform/logger.ts';
import { findMigrationProblem, readMigrations } from '../../platform/migrate.ts';
import { openRedis, waitUntilReady } from '../../platform/redis-connection.ts';
import { embeddedPostgresLines } from '../embedded-postgres-notice.ts';
import { MIGRATIONS_FOLDER, openConfiguredDatabase, openConfiguredObjects } from '../open-stores.ts';
import { readSecret } from '../secrets.ts';
import { webClientFolder } from '../serve-web-client.ts';
import { findStartRefusal } from '../start-refusals.ts';
import { PASSING_OBJECTS } from './backup.ts';

export interface Finding {
  readonly ok: boolean;
  /** Name of the check in one or two words. */
  readonly name: string;
  /** What the check found. */
  readonly text: string;
  /** What to do about the finding; only for errors and warnings. */
  readonly advice?: string;
  /** Whether the finding is a warning, which does not prevent the server from starting. */
  readonly isWarning?: true;
}

const NODE_MAJOR_MIN = 24;
const FREE_BYTES_MIN = 1024 ** 3;
const POSTGRES_VERSION_MIN = 150_000;
const CLOCK_SKEW_MAX_MS = 2_000;
const SAMPLE_OBJECTS = 200;
const REDIS_WAIT_MS = 1_500;
const HEALTH_TIMEOUT_MS = 3_000;

const right = (name: string, text: string): Finding => ({ ok: true, name, text });
const wrong = (name: string, text: string, advice: string): Finding => ({ ok: false, name, text, advice });
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error));

export const warned = (name: string, [text = '', ...advice]: readonly string[]): Finding => ({
  ok: true,
  isWarning: true,
  name,
  text,
  advice: advice.map((line) => line.trim()).join('\n    '),
});

/** Returns a finding for a check that could not be run. */
export const failed = (name: string, error: unknown, advice: string): Finding => wrong(name, reasonOf(error), advice);

export const checkNode = (version: string): Finding =>
  Number.parseInt(version.replace(/^v/, ''), 10) >= NODE_MAJOR_MIN
    ? right('Node.js', version)
    : wrong('Node.js', `版本 ${version}`, `需要 ${NODE_MAJOR_MIN} 或更高版本；用 npm start 启动会自动使用合适的版本`);

export const checkDataFolder = async (dataDir: string): Promise<Finding> => {
  const probe = path.join(dataDir, `.doctor-${randomUUID()}`);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(probe, 'probe', { flush: true });
    await rm(probe);
    const { bavail, bsize } = await statfs(dataDir);
    const freeGib = ((bavail * bsize) / 1024 ** 3).toFixed(1);
    if (bavail * bsize < FREE_BYTES_MIN) return wrong('数据文件夹', `${dataDir} 只剩 ${freeGib} GiB`, '请清理磁盘，至少留出 1 GiB');
    return right('数据文件夹', `${dataDir} 可写，剩余 ${freeGib} GiB`);
  } catch (error) {
    return failed('数据文件夹', error, `请检查 ${dataDir} 的权限与剩余空间，或用 DATA_DIR 指定另一个文件夹`);
  }
};

/** Checks the schema as the start of the server does (`findMigrationProblem`). */
const checkMigrations = async (db: Database): Promise<Finding> => {
  const files = await readMigrations(MIGRATIONS_FOLDER);
  const known = await db.pool.query<{ found: boolean }>("select to_regclass('public.schema_migration') is not null as found");
  if (known.rows[0]?.found !== true) return right('数据结构', '数据库是空的，首次启动时建立');
  const { rows } = await db.pool.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration order by name');
  const problem = findMigrationProblem(files, rows);
  if (problem !== undefined) return wrong('数据结构', problem.text, problem.advice);
  const missing = files.length - rows.length;
  return right('数据结构', missing === 0 ? `已是最新（${rows.at(-1)?.name ?? '空'}）` : `还有 ${missing} 步升级，下次启动时自动执行`);
};

const checkDemoPassword = async (config: Config, db: Database): Promise<Finding> => {
  const known = await db.pool.query<{ found: boolean }>("select to_regclass('public.user_account') is not null as found");
  if (config.mode !== 'production' || known.rows[0]?.found !== true) return right('演示密码', '生产模式才不允许');
  const refusal = await findStartRefusal(config, db, { record: false });
  return refusal === undefined ? right('演示密码', '没有账号使用') : wrong('演示密码', refusal.text, refusal.advice);
};

const checkClock = async (db: Database): Promise<Finding> => {
  const before = Date.now();
  const { rows } = await db.pool.query<{ ms: number }>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms');
  const skewMs = Math.round((rows[0]?.ms ?? 0) - (before + Date.now()) / 2);
  return Math.abs(skewMs) <= CLOCK_SKEW_MAX_MS
    ? right('时钟', `与数据库相差 ${Math.abs(skewMs)} 毫秒`)
    : wrong('时钟', `与数据库相差 ${(skewMs / 1000).toFixed(1)} 秒`, '请在两台机器上启用时间同步（NTP）');
};

const checkObjects = async (db: Database, objects: ObjectStorage, all: boolean): Promise<Finding> => {
  const client = await db.pool.connect();
  try {
    const known = await client.query<{ found: boolean }>("select to_regclass('public.schema_migration') is not null as found");
    if (known.rows[0]?.found !== true) return right('图书文件', '还没有图书');
    const needed = [...(await listReferencedObjects(client, PASSING_OBJECTS))].filter(([, isNeeded]) => isNeeded).map(([sha256]) => sha256);
    // Checks only a sample of the stored objects, at even intervals of their sorted hashes. It is representative, because the order of
    // hashes is unrelated to the books.
    const step = all ? 1 : Math.max(1, Math.floor(needed.length / SAMPLE_OBJECTS));
    const looked = needed.filter((_, index) => index % step === 0);
    const missing: string[] = [];
    for (const sha256 of looked) if ((await objects.head(contentKey(sha256))) === undefined) missing.push(sha256);
    if (missing.length > 0) {
      return wrong(
        '图书文件',
        `缺少 ${missing.length} 个，例如 ${missing[0]}`,
        '请从备份中取回 objects 文件夹里的同名文件，或重新导入有关的图书',
      );
    }
    return right(
      '图书文件',
      `查了 ${looked.length} 个，共 ${needed.length} 个，都在${all || looked.length === needed.length ? '' : '（加 --all 可全部检查）'}`,
    );
  } finally {
    client.release();
  }
};

const checkProbeObject = async (objects: ObjectStorage, location: string): Promise<Finding> => {
  const key = `doctor/${randomUUID()}`;
  const body = Buffer.from('书房');
  try {
    await objects.put(key, body, { mediaType: 'text/plain', bytes: body.length });
    const back = await buffer((await objects.get(key)).stream);
    await objects.delete(key);
    if (!back.equals(body) || (await objects.head(key)) !== undefined) throw new Error('读回或删除的结果不对');
    return right('文件存储', `${location} 可写、可读、可删`);
  } catch (error) {
    return failed('文件存储', error, '请检查存储的地址、密钥与权限（读取、写入、删除、列出），以及剩余空间');
  }
};

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Checks the version of PostgreSQL. In production it warns about the embedded one, which gets security updates later. */
export const judgeDatabase = ({ databaseUrl, mode }: Pick<Config, 'databaseUrl' | 'mode'>, number: number, version: string): Finding => {
  const kind = databaseUrl === undefined ? '内置 PostgreSQL' : '外部 PostgreSQL';
  if (!(number >= POSTGRES_VERSION_MIN)) return wrong('数据库', `${kind} ${version} 过旧`, '需要 PostgreSQL 15 或更高版本');
  if (databaseUrl !== undefined || mode === 'demo') return right('数据库', `${kind} ${version} 可以连接`);
  const [name, advice] = embeddedPostgresLines(version);
  return warned('数据库', [`${name} 可以连接`, advice]);
};

/** Maximum age of the last scheduled backup: one day, and two hours for making a large backup. */
const BACKUP_AGE_MAX_MS = 26 * 3_600_000;
/** Maximum age of the last backup if no backups are scheduled: the operator or another program then runs the backup command. */
const MANUAL_BACKUP_AGE_MAX_MS = 8 * 86_400_000;

/** Checks the time of the last backup and the schedule. Returns undefined if the database has no table of backup runs yet. */
export const checkBackups = async (
  db: Pick<Database, 'orm'>,
  { backup, mode }: Pick<Config, 'backup' | 'mode'>,
  now: number,
): Promise<Finding | undefined> => {
  if (!(await hasBackupRuns(db.orm))) return undefined;
  const { made, last } = await findLatestBackups(db.orm);
  const time = (ms: number): string =>
    new Date(ms).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' });
  const found = made?.endedAt === undefined ? '还没有做过' : `最近一次 ${time(made.endedAt)}，在 ${made.folder}`;
  const ageMs = made?.endedAt === undefined ? Number.POSITIVE_INFINITY : now - made.endedAt;
  if (backup === undefined) {
    if (ageMs <= MANUAL_BACKUP_AGE_MAX_MS || mode === 'demo') return right('备份', `${found}；没有设定时备份`);
    return warned('备份', [`${found}；没有设定时备份`, '请设 BACKUP_DIR，或每天运行 backup 命令']);
  }
  if (last?.outcome === 'failed')
    return wrong(
      '备份',
      `${found}；${time(last.startedAt)} 的定时备份失败：${last.error ?? ''}`,
      `请检查 ${backup.folder} 的空间与权限，以及服务日志`,
    );
  if (last === undefined) return right('备份', '定时备份已设，服务启动后先做一次');
  if (ageMs > BACKUP_AGE_MAX_MS) return wrong('备份', `${found}；之后没有再做`, '请确认服务在运行，并且至少有一个进程的 RUN_JOBS 为 1');
  if (made !== undefined && made.missingObjects > 0)
    return warned('备份', [`${found}；缺少 ${made.missingObjects} 个文件`, '请运行 doctor --all 检查']);
  return right('备份', `${found}；保留最新 ${backup.keep} 份`);
};

/** Checks database, schema, clock and objects. Attaches to the embedded database, or starts it temporarily; does not create it. */
export const checkStores = async function* (config: Config, all: boolean): AsyncGenerator<Finding> {
  const log = createLogger('silent');
  const location = config.s3 === undefined ? path.join(config.dataDir, 'objects') : `${config.s3.endpoint}/${config.s3.bucket}`;
  let store: Awaited<ReturnType<typeof openConfiguredObjects>> | undefined;
  try {
    store = await openConfiguredObjects(config);
    yield await checkProbeObject(store.objects, location);
  } catch (error) {
    yield failed('文件存储', error, `请检查 ${location}：地址、密钥、存储桶是否存在，或文件夹的权限`);
  }
  const embeddedFolder = path.join(config.dataDir, 'postgres');
  if (config.databaseUrl === undefined && !(await isThere(path.join(embeddedFolder, 'data')))) {
    try {
      await checkEmbeddedFolder(embeddedFolder);
    } catch (error) {
      yield failed('数据库', error, `内置数据库不能在 ${embeddedFolder} 里创建，请用 DATA_DIR 指定另一个文件夹`);
      await store?.close();
      return;
    }
    yield right('数据库', '内置数据库尚未创建，首次启动时创建');
    await store?.close();
    return;
  }
  try {
    const database = await openConfiguredDatabase(config, log, false);
    try {
      const { rows } = await database.db.pool.query<{ number: string; version: string }>(
        "select current_setting('server_version_num') as number, current_setting('server_version') as version",
      );
      yield judgeDatabase(config, Number(rows[0]?.number), rows[0]?.version ?? '');
      yield await checkMigrations(database.db);
      yield await checkDemoPassword(config, database.db);
      yield await checkClock(database.db);
      const backups = await checkBackups(database.db, config, Date.now());
      if (backups !== undefined) yield backups;
      if (store !== undefined) yield await checkObjects(database.db, store.objects, all);
    } finally {
      await database.close();
    }
  } catch (error) {
    const advice =
      config.databaseUrl === undefined
        ? `请查看 ${path.join(config.dataDir, 'postgres', 'postgres.log')}`
        : '请检查 DATABASE_URL 的地址、用户、密码，以及数据库是否已启动';
    yield failed('数据库', error, advice);
  } finally {
    await store?.close();
  }
};

export const checkRedis = async (redisUrl: string | undefined): Promise<Finding> => {
  if (redisUrl === undefined) return right('Redis', '未设置，单进程不需要');
  const redis = openRedis(redisUrl, createLogger('silent'));
  try {
    await waitUntilReady(redis, REDIS_WAIT_MS);
    await redis.ping();
    return right('Redis', '可以连接');
  } catch (error) {
    return failed('Redis', error, '请检查 REDIS_URL 与 Redis 是否已启动；中断时不能登录与发短信');
  } finally {
    redis.disconnect();
  }
};

const respondsToHealth = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok';
  } catch {
    // A response that cannot be read comes from another program on this port; the caller of this function reports that.
    return false;
  }
};

/** The content port serves only book content, so our server is recognized by the request id header of its responses. */
const respondsWithRequestId = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    await response.body?.cancel();
    return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(response.headers.get('x-request-id') ?? '');
  } catch {
    // A response that cannot be read comes from another program on this port; the caller of this function reports that.
    return false;
  }
};

const tryListening = (port: number, host: string): Promise<NodeJS.ErrnoException | undefined> =>
  new Promise((resolve) => {
    const server = net.createServer().once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });

const reachableHost = (host: string): string => {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return reachable.includes(':') ? `[${reachable}]` : reachable;
};

interface PortCheck {
  readonly name: string;
  readonly port: number;
  /** Name of the setting that changes the port. */
  readonly setting: string;
  readonly isOurs: (url: string) => Promise<boolean>;
}

const checkOnePort = async (host: string, { name, port, setting, isOurs }: PortCheck): Promise<Finding> => {
  const listenError = await tryListening(port, host);
  if (listenError === undefined) return right(name, `${port} 空闲，服务没有运行`);
  if (listenError.code !== 'EADDRINUSE') return failed(name, listenError, `请用 ${setting} 换一个端口，或检查 HOST`);
  return (await isOurs(`http://${reachableHost(host)}:${port}/healthz`))
    ? right(name, `${port} 上的书房服务运行正常`)
    : wrong(name, `${port} 被其他程序占用，或服务没有应答`, `请关闭占用它的程序，或用 ${setting} 换一个端口`);
};

export const checkPort = ({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding> =>
  checkOnePort(host, { name: '端口', port, setting: 'PORT', isOurs: respondsToHealth });

/** Checks the second port, which serves book content. Returns undefined if there is no second port. */
export const checkContentPort = async ({ host, contentPort }: Pick<Config, 'host' | 'contentPort'>): Promise<Finding | undefined> =>
  contentPort === undefined
    ? undefined
    : checkOnePort(host, { name: '图书内容端口', port: contentPort, setting: 'CONTENT_URL', isOurs: respondsWithRequestId });

export const checkSecret = async (config: Config): Promise<Finding> => {
  try {
    const secret = await readSecret(config);
    return right(
      '密钥',
      secret === undefined ? '首次启动时生成' : config.secretKey === undefined ? '在 DATA_DIR/secrets 里' : '来自 SECRET_KEY',
    );
  } catch (error) {
    return failed('密钥', error, '请从备份中取回 secrets 文件夹，或检查它的权限');
  }
};

export const checkBuilt = async (): Promise<Finding[]> => {
  const engine = await frameAssets().then(
    ({ hash }) => right('阅读引擎', `已构建（${hash}）`),
    (error: unknown) => failed('阅读引擎', error, '请运行 npm run build'),
  );
  const web = (await isThere(path.join(webClientFolder, 'index.html')))
    ? right('网页客户端', '已构建')
    : wrong('网页客户端', '尚未构建', '请运行 npm run build');
  return [engine, web, right('字体', '服务器不需要安装字体')];
};
