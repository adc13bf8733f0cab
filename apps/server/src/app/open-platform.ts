/**
 * Opens the platform that the features use: database (embedded or external, migrated), events, jobs, rate limits, object store. Closes it
 * in reverse order.
 */
import type { ObjectStorage } from '../gateways/object-storage/object-storage.ts';
import { type Clock, createAdjustableClock, systemClock } from '../platform/clock.ts';
import { closeAll } from '../platform/close-all.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { createPostgresEvents, type EventBus } from '../platform/events.ts';
import { createJobs, type Jobs } from '../platform/jobs.ts';
import type { Logger } from '../platform/logger.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { type MigrationStep, migrate } from '../platform/migrate.ts';
import { createMemoryRateLimiter, type RateLimiter } from '../platform/rate-limit.ts';
import { openRedis } from '../platform/redis-connection.ts';
import { createRedisEvents } from '../platform/redis-events.ts';
import { createRedisRateLimiter } from '../platform/redis-rate-limit.ts';
import { findPrintFont } from '../platform/typeset/find-font.ts';
import { createTypesetter, type Typesetter } from '../platform/typeset/typesetter.ts';
import { type InstitutionNetworks, watchInstitutionNetworks } from './institution-addresses.ts';
import { MIGRATIONS_FOLDER, openConfiguredDatabase, openConfiguredObjects } from './open-stores.ts';
import { loadSecret } from './secrets.ts';

export interface Platform {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  /** Moves the clock forward; present only with the setting TEST_CLOCK. */
  readonly advanceClock: ((ms: number) => void) | undefined;
  readonly secret: Uint8Array;
  readonly db: Database;
  readonly events: EventBus;
  readonly jobs: Jobs;
  readonly limiter: RateLimiter;
  readonly objects: ObjectStorage;
  readonly metrics: Metrics;
  readonly typesetter: Typesetter;
  readonly institutionNetworks: InstitutionNetworks;
  close(): Promise<void>;
}

/**
 * Opens the platform. `exclusive` is false for a command that may run beside a server. `onMigration` is called before each step of an
 * upgrade. If opening fails, everything opened so far is closed before the error is thrown.
 */
export const openPlatform = async (
  config: Config,
  log: Logger,
  options: { exclusive: boolean; onMigration?: (step: MigrationStep) => Promise<void> } = { exclusive: true },
): Promise<Platform> => {
  const closers: (() => Promise<void>)[] = [];
  const close = (): Promise<void> => closeAll(closers);
  try {
    const adjustable = config.testClock ? createAdjustableClock() : undefined;
    const clock = adjustable ?? systemClock;
    const secret = await loadSecret(config);

    const database = await openConfiguredDatabase(config, log, options.exclusive);
    closers.push(() => database.close());
    const { db } = database;
    const applied = await migrate(db, MIGRATIONS_FOLDER, options.onMigration);
    if (applied.length > 0) log.info({ applied }, 'migrated');

    let limiter: RateLimiter = createMemoryRateLimiter(clock);
    let events: EventBus;
    if (config.redisUrl === undefined) events = await createPostgresEvents(db, log);
    else {
      const redis = openRedis(config.redisUrl, log);
      closers.push(async () => redis.disconnect());
      limiter = createRedisRateLimiter(redis, clock);
      events = await createRedisEvents(config.redisUrl, log);
      // The rate limiter's connection has had time to become ready while `createRedisEvents` waited; if it is not, Redis cannot be reached.
      if (redis.status !== 'ready')
        log.warn(
          '连接不上 Redis：请检查它是否已启动，以及 REDIS_URL；服务照常启动，Redis 恢复后自动接上，在此之前需要限流的操作（如登录）会被拒绝',
        );
    }
    closers.push(() => events.close());

    const institutionNetworks = await watchInstitutionNetworks({ config, db, clock, log });
    closers.push(async () => institutionNetworks.stop());
    const store = await openConfiguredObjects(config);
    closers.push(() => store.close());
    const metrics = createMetrics();
    metrics.watchDatabase(db);
    const font = findPrintFont();
    if (font === undefined) log.warn('系统没有中文字体，不能生成 PDF：请安装字体（Debian 软件包 fonts-noto-cjk）后重启服务');
    else log.info({ font }, 'font of PDFs');
    const jobs = createJobs(db, log, { onEnd: metrics.jobEnded });
    closers.push(() => jobs.stop());
    return {
      config,
      log,
      clock,
      advanceClock: adjustable && ((ms) => adjustable.advance(ms)),
      secret,
      db,
      events,
      jobs,
      limiter,
      objects: store.objects,
      metrics,
      typesetter: createTypesetter(font),
      institutionNetworks,
      close,
    };
  } catch (error) {
    await close().catch((closing: unknown) => log.error({ err: closing }, 'the platform could not be closed after an error'));
    throw error;
  }
};
