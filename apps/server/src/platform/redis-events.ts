/** Events between processes over Redis pub/sub, for many server processes. */
import { createCarriedEvents, type EventBus } from './events.ts';
import type { Logger } from './logger.ts';
import { openRedis, waitUntilReady } from './redis-connection.ts';

const CHANNEL = 'shufang:events';
const START_WAIT_MS = 2_000;

/**
 * Creates an event bus. It uses two connections, because a subscribed one accepts no other commands. It starts even if Redis is down, and
 * reconnects.
 */
export const createRedisEvents = (url: string, log: Pick<Logger, 'error' | 'warn'>): Promise<EventBus> =>
  createCarriedEvents(log, async (onMessage, onGap) => {
    const publisher = openRedis(url, log);
    const subscriber = openRedis(url, log, { subscriber: true });
    let connectedBefore = false;
    const subscribed = Promise.withResolvers<void>();
    subscriber.on('message', (channel, message) => {
      if (channel === CHANNEL) onMessage(message);
    });
    // The client emits `ready` after every (re)connection; subscribing twice is harmless.
    subscriber.on('ready', () => {
      subscriber.subscribe(CHANNEL).then(
        () => {
          if (connectedBefore) onGap();
          connectedBefore = true;
          subscribed.resolve();
        },
        (error: unknown) => log.warn({ err: error }, 'subscribing to Redis failed'),
      );
    });
    const givenUp = setTimeout(subscribed.resolve, START_WAIT_MS);
    await Promise.all([subscribed.promise, waitUntilReady(publisher, START_WAIT_MS)]);
    clearTimeout(givenUp);
    return {
      send: async (message) => {
        await publisher.publish(CHANNEL, message);
      },
      close: async () => {
        publisher.disconnect();
        subscriber.disconnect();
      },
    };
  });
