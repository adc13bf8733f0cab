/** Connections to Redis or Valkey. Calls fail at once while the server is unavailable. */
import { Redis } from 'ioredis';
import type { Logger } from './logger.ts';

const CONNECT_TIMEOUT_MS = 500;
const COMMAND_TIMEOUT_MS = 1_000;
const RETRY_MAX_MS = 2_000;

/** Opens a connection, which connects and reconnects in the background; commands fail at once while Redis is down. */
export const openRedis = (url: string, log: Pick<Logger, 'warn'>, options: { subscriber?: boolean } = {}): Redis => {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // A connection that subscribes waits for messages without end, so only connecting has a timeout (`connectTimeout`).
    ...(options.subscriber === true ? {} : { commandTimeout: COMMAND_TIMEOUT_MS }),
    retryStrategy: (attempt) => Math.min(attempt * 100, RETRY_MAX_MS),
    connectionName: 'shufang',
  });
  let lastMessage = '';
  redis.on('error', (error: Error) => {
    // One line per outage is logged, not one per attempt to connect.
    if (error.message !== lastMessage) log.warn({ err: error }, 'Redis cannot be reached');
    lastMessage = error.message;
  });
  redis.on('ready', () => {
    lastMessage = '';
  });
  return redis;
};

/** Resolves when Redis is connected or after `waitMs`: an outage must not prevent the server from starting. */
export const waitUntilReady = (redis: Redis, waitMs: number): Promise<void> =>
  new Promise((resolve) => {
    if (redis.status === 'ready') {
      resolve();
      return;
    }
    const timer = setTimeout(resolve, waitMs);
    redis.once('ready', () => {
      clearTimeout(timer);
      resolve();
    });
  });
