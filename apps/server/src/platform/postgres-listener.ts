/** A connection that LISTENs on a PostgreSQL channel and reconnects after a failure. Used by events and jobs. */
import pg from 'pg';
import type { Logger } from './logger.ts';

const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 5_000;
const HEARTBEAT_MS = 10_000;

export interface PostgresListener {
  close(): Promise<void>;
}

export interface PostgresListenerOptions {
  connection: pg.ClientConfig;
  channel: string;
  onNotification: (payload: string) => void;
  /** Called after each reconnection, because notifications may have been missed in between. */
  onReconnect: () => void;
  log: Pick<Logger, 'warn'>;
}

const connectOnce = async (options: PostgresListenerOptions, onLost: (error: Error) => void): Promise<pg.Client> => {
  const client = new pg.Client({
    ...options.connection,
    application_name: 'shufang-listen',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on('error', onLost);
  client.on('end', () => onLost(new Error('connection ended')));
  client.on('notification', (message) => {
    if (message.channel === options.channel) options.onNotification(message.payload ?? '');
  });
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(options.channel)}`);
  } catch (error) {
    await client.end();
    throw error;
  }
  return client;
};

/** Starts listening; resolves after the first LISTEN, rejects if it fails. */
export const listenToPostgres = async (options: PostgresListenerOptions): Promise<PostgresListener> => {
  let client: pg.Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const lose = (lost: pg.Client | undefined, error: Error): void => {
    if (closed || lost === undefined || lost !== client) return;
    client = undefined;
    clearTimeout(timer);
    options.log.warn({ err: error, channel: options.channel }, 'listening connection lost, reconnecting');
    void lost.end().catch((endError: unknown) => options.log.warn({ err: endError }, 'closing the lost connection failed'));
    timer = setTimeout(() => void reconnect(RETRY_FIRST_MS), RETRY_FIRST_MS);
  };

  /** Queries the database periodically to detect a dead connection, which TCP alone would notice only after many minutes. */
  const beat = (): void => {
    timer = setTimeout(() => {
      const current = client;
      current?.query('select 1').then(
        () => {
          if (current === client && !closed) beat();
        },
        (error: unknown) => lose(current, error as Error),
      );
    }, HEARTBEAT_MS);
    timer.unref();
  };

  const open = async (): Promise<void> => {
    const opened: { client?: pg.Client } = {};
    opened.client = await connectOnce(options, (error) => lose(opened.client, error));
    if (closed) {
      await opened.client.end();
      return;
    }
    client = opened.client;
    beat();
  };

  const reconnect = async (waitMs: number): Promise<void> => {
    if (closed) return;
    try {
      await open();
      if (!closed) options.onReconnect();
    } catch (error) {
      options.log.warn({ err: error, channel: options.channel }, 'listening connection still down');
      if (!closed) timer = setTimeout(() => void reconnect(Math.min(waitMs * 2, RETRY_MAX_MS)), waitMs);
    }
  };

  await open();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      const current = client;
      client = undefined;
      await current?.end();
    },
  };
};
