/** What `doctor` looks at, one finding after another: each says what is right or wrong and what to do about it. */
import { randomUUID } from 'node:crypto';
import { access, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { frameAssets } from '@shufang/reading-engine/assets';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import { listNamedObjects } from '../../platform/backup/write-backup.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { createLogger } from '../../platform/logger.ts';
import { readMigrations } from '../../platform/migrate.ts';
import { openRedis, waitUntilReady } from '../../platform/redis-connection.ts';
import { MIGRATIONS_FOLDER, openConfiguredDatabase, openConfiguredObjects } from '../open-stores.ts';
import { webClientFolder } from '../serve-web-client.ts';
import { PASSING_OBJECTS } from './backup.ts';

export interface Finding {
  readonly ok: boolean;
  /** What was looked at, in a word or two. */
  readonly name: string;
  /** What was found. */
  readonly text: string;
  /** What to do; only of what is wrong. */
  readonly advice?: string;
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

/** A finding for what could not even be looked at. */
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

const checkMigrations = async (db: Database): Promise<Finding> => {
  const files = await readMigrations(MIGRATIONS_FOLDER);
  const known = await db.pool.query<{ found: boolean }>("select to_regclass('public.schema_migration') is not null as found");
  if (known.rows[0]?.found !== true) return right('数据结构', '数据库是空的，首次启动时建立');
  const { rows } = await db.pool.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration order by name');
  const newer = rows.find((row) => !files.some((file) => file.name === row.name));
  if (newer !== undefined) return wrong('数据结构', `数据库比程序新（${newer.name}）`, '请使用新版本的程序');
  const changed = rows.find((row) => files.some((file) => file.name === row.name && file.sha256 !== row.sha256));
  if (changed !== undefined) return wrong('数据结构', `迁移文件 ${changed.name} 被改动过`, '请恢复程序自带的原文件');
  const missing = files.length - rows.length;
  return right('数据结构', missing === 0 ? `已是最新（${rows.at(-1)?.name ?? '空'}）` : `还有 ${missing} 步升级，下次启动时自动执行`);
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
    const needed = [...(await listNamedObjects(client, PASSING_OBJECTS))].filter(([, isNeeded]) => isNeeded).map(([sha256]) => sha256);
    // Evenly over the hashes, which are in no order of the books.
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

const checkProbeObject = async (objects: ObjectStorage, place: string): Promise<Finding> => {
  const key = `doctor/${randomUUID()}`;
  const body = Buffer.from('书房');
  try {
    await objects.put(key, body, { mediaType: 'text/plain', bytes: body.length });
    const back = await buffer((await objects.get(key)).stream);
    await objects.delete(key);
    if (!back.equals(body) || (await objects.head(key)) !== undefined) throw new Error('读回或删除的结果不对');
    return right('文件存储', `${place} 可写、可读、可删`);
  } catch (error) {
    return failed('文件存储', error, '请检查存储的地址、密钥与权限（读取、写入、删除、列出），以及剩余空间');
  }
};

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Database, schema, clock, objects. The embedded database is attached to, or started for the moment; it is not made. */
export const checkStores = async function* (config: Config, all: boolean): AsyncGenerator<Finding> {
  const log = createLogger('silent');
  const place = config.s3 === undefined ? path.join(config.dataDir, 'objects') : `${config.s3.endpoint}/${config.s3.bucket}`;
  let store: Awaited<ReturnType<typeof openConfiguredObjects>> | undefined;
  try {
    store = await openConfiguredObjects(config);
    yield await checkProbeObject(store.objects, place);
  } catch (error) {
    yield failed('文件存储', error, `请检查 ${place}：地址、密钥、存储桶是否存在，或文件夹的权限`);
  }
  const embeddedFolder = path.join(config.dataDir, 'postgres', 'data');
  if (config.databaseUrl === undefined && !(await isThere(embeddedFolder))) {
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
      const version = rows[0]?.version ?? '';
      const kind = config.databaseUrl === undefined ? '内置 PostgreSQL' : '外部 PostgreSQL';
      yield Number(rows[0]?.number) >= POSTGRES_VERSION_MIN
        ? right('数据库', `${kind} ${version} 可以连接`)
        : wrong('数据库', `${kind} ${version} 过旧`, '需要 PostgreSQL 15 或更高版本');
      yield await checkMigrations(database.db);
      yield await checkClock(database.db);
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

const answersHealth = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok';
  } catch {
    // Whatever it is, it is not our server; the caller says so.
    return false;
  }
};

const tryListening = (port: number, host: string): Promise<NodeJS.ErrnoException | undefined> =>
  new Promise((resolve) => {
    const server = net.createServer().once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });

export const checkPort = async ({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding> => {
  const fault = await tryListening(port, host);
  if (fault === undefined) return right('端口', `${port} 空闲，服务没有运行`);
  if (fault.code !== 'EADDRINUSE') return failed('端口', fault, '请用 PORT 换一个端口，或检查 HOST');
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return (await answersHealth(`http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/healthz`))
    ? right('端口', `${port} 上的书房服务运行正常`)
    : wrong('端口', `${port} 被其他程序占用，或服务没有应答`, '请关闭占用它的程序，或用 PORT 换一个端口');
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
