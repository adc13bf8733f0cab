/** How we talk to Redis or Valkey: a dead server must fail a call at once instead of making it wait. */
import { Redis } from 'ioredis';
import type { Logger } from './logger.ts';

const CONNECT_TIMEOUT_MS = 500;
const COMMAND_TIMEOUT_MS = 1_000;
const RETRY_MAX_MS = 2_000;

/** Connects in the background and keeps trying; commands sent while it is down are refused at once. */
export const openRedis = (url: string, log: Pick<Logger, 'warn'>, options: { subscriber?: boolean } = {}): Redis => {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // A subscriber waits for messages; only its first answers have a limit, which `connectTimeout` covers.
    ...(options.subscriber === true ? {} : { commandTimeout: COMMAND_TIMEOUT_MS }),
    retryStrategy: (attempt) => Math.min(attempt * 100, RETRY_MAX_MS),
    connectionName: 'shufang',
  });
  let lastMessage = '';
  redis.on('error', (error: Error) => {
    // One line an outage, not one a try.
    if (error.message !== lastMessage) log.warn({ err: error }, 'Redis cannot be reached');
    lastMessage = error.message;
  });
  redis.on('ready', () => {
    lastMessage = '';
  });
  return redis;
};

/** Resolves when the connection stands or after `waitMs`, whichever comes first: an outage must not keep the server from starting. */
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
