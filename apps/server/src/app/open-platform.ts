/** Opens what the features stand on: database (embedded or external, migrated), events, jobs, limits, objects. Closes it in the right order. */
import type { ObjectStorage } from '../gateways/object-storage/object-storage.ts';
import { type Clock, createAdjustableClock, systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { createPostgresEvents, type EventBus } from '../platform/events.ts';
import { createJobs, type Jobs } from '../platform/jobs.ts';
import type { Logger } from '../platform/logger.ts';
import { type MigrationStep, migrate } from '../platform/migrate.ts';
import { createMemoryRateLimiter, type RateLimiter } from '../platform/rate-limit.ts';
import { openRedis } from '../platform/redis-connection.ts';
import { createRedisEvents } from '../platform/redis-events.ts';
import { createRedisRateLimiter } from '../platform/redis-rate-limit.ts';
import { MIGRATIONS_FOLDER, openConfiguredDatabase, openConfiguredObjects } from './open-stores.ts';
import { loadSecret } from './secrets.ts';

export interface Platform {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  /** Moves the clock forward; only with the setting TEST_CLOCK. */
  readonly advanceClock: ((ms: number) => void) | undefined;
  readonly secret: Uint8Array;
  readonly db: Database;
  readonly events: EventBus;
  readonly jobs: Jobs;
  readonly limiter: RateLimiter;
  readonly objects: ObjectStorage;
  close(): Promise<void>;
}

/** `exclusive` false: a command beside a running server. `onMigration`: told before each step of an upgrade. Whatever fails half way is closed again before the error is thrown. */
export const openPlatform = async (
  config: Config,
  log: Logger,
  options: { exclusive: boolean; onMigration?: (step: MigrationStep) => Promise<void> } = { exclusive: true },
): Promise<Platform> => {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
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
      // The events have given it time to come.
      if (redis.status !== 'ready')
        log.warn(
          '连接不上 Redis：请检查它是否已启动，以及 REDIS_URL；服务照常启动，Redis 恢复后自动接上，在此之前需要限流的操作（如登录）会被拒绝',
        );
    }
    closers.push(() => events.close());

    const store = await openConfiguredObjects(config);
    closers.push(() => store.close());
    const jobs = createJobs(db, log);
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
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
