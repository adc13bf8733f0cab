/**
 * Events between the slices and the processes of the server. An event is a hint ("something changed for this id"): small,
 * delivered at most once, never the only record of a fact.
 */
import { randomUUID } from 'node:crypto';
import { connectionOf, type Database } from './database.ts';
import type { Logger } from './logger.ts';
import { listenToPostgres } from './postgres-listener.ts';

export interface EventBus {
  /**
   * Publishes to all subscribers of `topic`: in this process at once, in other processes shortly after. A transport failure is logged,
   * not thrown, because the publisher has already committed. Throws `EventTooLargeError` above `EVENT_MAX_BYTES`.
   */
  publish(topic: string, data: unknown): Promise<void>;
  /** Returns the function that ends the subscription. */
  subscribe(topic: string, handler: (data: unknown) => void): () => void;
  close(): Promise<void>;
}

/**
 * Topic of an event that tells subscribers of this process to reload, because its connection was interrupted and events of other processes
 * may have been missed. The event is not sent to other processes.
 */
export const EVENTS_MISSED = 'events.missed';

/** Maximum size of an event. PostgreSQL accepts payloads below 8,000 bytes, including the topic, the sender and escaping. */
export const EVENT_MAX_BYTES = 7_000;

export class EventTooLargeError extends Error {
  override readonly name = 'EventTooLargeError';
  constructor(topic: string, bytes: number) {
    super(`event ${topic} has ${bytes} bytes, more than ${EVENT_MAX_BYTES}: publish an id and let the subscriber read the rest`);
  }
}

/** Creates an event bus inside this process only; the other event buses of this file add a transport between processes. */
export const createInProcessEvents = (log: Pick<Logger, 'error'>): EventBus => {
  const handlers = new Map<string, Set<(data: unknown) => void>>();
  return {
    async publish(topic, data) {
      encodeEvent(topic, data);
      for (const handler of handlers.get(topic) ?? []) {
        try {
          handler(data);
        } catch (error) {
          log.error({ err: error, topic }, 'event handler failed');
        }
      }
    },
    subscribe(topic, handler) {
      const own = (data: unknown): void => handler(data);
      const set = handlers.get(topic) ?? new Set();
      handlers.set(topic, set.add(own));
      return () => {
        set.delete(own);
        if (set.size === 0 && handlers.get(topic) === set) handlers.delete(topic);
      };
    },
    async close() {
      handlers.clear();
    },
  };
};

/** Checks the size of an event and returns its JSON. */
const encodeEvent = (topic: string, data: unknown): string => {
  const json = JSON.stringify(data ?? null);
  const bytes = Buffer.byteLength(json);
  if (bytes > EVENT_MAX_BYTES) throw new EventTooLargeError(topic, bytes);
  return json;
};

/** An event as sent between processes, with the id of its process, which has already called its own subscribers. */
export interface EventCarrier {
  send(message: string): Promise<void>;
  close(): Promise<void>;
}

/** An event bus over a transport. `connect` receives the callbacks for each message and for each reconnection. */
export const createCarriedEvents = async (
  log: Pick<Logger, 'error' | 'warn'>,
  connect: (onMessage: (message: string) => void, onGap: () => void) => Promise<EventCarrier>,
): Promise<EventBus> => {
  const local = createInProcessEvents(log);
  const self = randomUUID();
  const onMessage = (message: string): void => {
    try {
      const { from, topic, data } = JSON.parse(message) as { from: string; topic: string; data: unknown };
      if (from !== self) void local.publish(topic, data);
    } catch (error) {
      log.error({ err: error }, 'event from another process could not be read');
    }
  };
  const carrier = await connect(onMessage, () => void local.publish(EVENTS_MISSED, null));
  return {
    async publish(topic, data) {
      encodeEvent(topic, data);
      await local.publish(topic, data);
      try {
        await carrier.send(JSON.stringify({ from: self, topic, data: data ?? null }));
      } catch (error) {
        log.warn({ err: error, topic }, 'event did not reach the other processes');
      }
    },
    subscribe: (topic, handler) => local.subscribe(topic, handler),
    async close() {
      await carrier.close();
      await local.close();
    },
  };
};

const CHANNEL = 'shufang_events';

/** Creates an event bus over LISTEN/NOTIFY of the database, without further infrastructure. Holds one connection. */
export const createPostgresEvents = (db: Pick<Database, 'pool'>, log: Pick<Logger, 'error' | 'warn'>): Promise<EventBus> =>
  createCarriedEvents(log, async (onMessage, onGap) => {
    const listener = await listenToPostgres({
      connection: connectionOf(db),
      channel: CHANNEL,
      onNotification: onMessage,
      onReconnect: onGap,
      log,
    });
    return {
      send: async (message) => {
        await db.pool.query('select pg_notify($1, $2)', [CHANNEL, message]);
      },
      close: () => listener.close(),
    };
  });
