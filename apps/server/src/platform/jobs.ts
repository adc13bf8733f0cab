/** Background jobs on pg-boss: kept in the database, sent inside the caller's transaction, run by any server process. */
import { sql } from 'drizzle-orm';
import { type Db, fromDrizzle, type Job, PgBoss } from 'pg-boss';
import { connectionOf, type Database, type Transaction } from './database.ts';
import type { Logger } from './logger.ts';
import { listenToPostgres } from './postgres-listener.ts';

export interface JobOptions {
  /** Handlers of this process at the same time; 1 when left out. */
  concurrency?: number;
  /** A handler that takes longer is told by its signal and the job counts as failed; 15 min when left out. */
  expireMs?: number;
  /** Further tries after a failure, with growing pauses; 2 when left out. A stop of the server does not use one up. */
  retries?: number;
}

export interface Jobs {
  /**
   * With `tx` the job exists only if that transaction commits. With `singletonKey` a job that waits or runs with the same
   * key swallows this one.
   */
  send(name: string, data: object, options?: { tx?: Transaction; singletonKey?: string }): Promise<void>;
  /** The signal is aborted when the job has expired or the server stops: give up soon, by throwing. */
  work(name: string, options: JobOptions, handler: (data: unknown, signal: AbortSignal) => Promise<void>): Promise<void>;
  start(): Promise<void>;
  /** Takes no new job, tells the running ones, waits for them, and puts those that gave up back into the queue. */
  stop(): Promise<void>;
}

const SCHEMA = 'pgboss';
/** A process that was killed stops beating; its jobs go to another one after this. */
const HEARTBEAT_SECONDS = 20;
const SUPERVISE_SECONDS = 15;
/** The pick-up is a notification (a few ms); the poll is the net under it. */
const POLL_SECONDS = 2;
const RETRY_DELAY_SECONDS = 1;
const RETRY_DELAY_MAX_SECONDS = 60;
/** How long a stop waits for running handlers. */
export const JOBS_STOP_WAIT_MS = 20_000;

interface Registration {
  name: string;
  options: JobOptions;
  handler: (data: unknown, signal: AbortSignal) => Promise<void>;
}

/** Jobs over `db`'s pool plus one listening connection. `stopWaitMs` bounds how long a stop waits for handlers. */
export const createJobs = (db: Database, log: Logger, options: { stopWaitMs?: number } = {}): Jobs => {
  const store: Db = {
    executeSql: (text, values) => db.pool.query(text, values),
    listen: (channel, onNotification, onReconnect) =>
      listenToPostgres({ connection: connectionOf(db), channel, onNotification, onReconnect, log }),
  };
  const boss = new PgBoss({
    db: store,
    schema: SCHEMA,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'));

  const registrations: Registration[] = [];
  const queues = new Map<string, Promise<void>>();
  const interrupted = new Set<{ name: string; id: string }>();
  const stopping = new AbortController();
  let state: 'new' | 'started' | 'stopped' = 'new';

  const makeQueue = async (name: string, jobOptions: JobOptions | undefined): Promise<void> => {
    const settings = {
      notify: true,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retryDelay: RETRY_DELAY_SECONDS,
      retryBackoff: true,
      retryDelayMax: RETRY_DELAY_MAX_SECONDS,
      ...(jobOptions?.retries === undefined ? {} : { retryLimit: jobOptions.retries }),
      ...(jobOptions?.expireMs === undefined ? {} : { expireInSeconds: Math.max(1, Math.ceil(jobOptions.expireMs / 1_000)) }),
    };
    await boss.createQueue(name, { policy: 'exclusive', ...settings });
    // A queue that another process made first keeps its old settings until whoever works it says otherwise.
    if (jobOptions !== undefined) await boss.updateQueue(name, settings);
  };

  /** Makes the queue once a process; a failure is tried again at the next call. */
  const ensureQueue = (name: string): Promise<void> => {
    const made =
      queues.get(name) ??
      makeQueue(name, registrations.find((registration) => registration.name === name)?.options).catch((error: unknown) => {
        queues.delete(name);
        throw error;
      });
    queues.set(name, made);
    return made;
  };

  const run = async ({ name, handler }: Registration, job: Job<object>): Promise<void> => {
    const signal = AbortSignal.any([job.signal, stopping.signal]);
    try {
      await handler(job.data, signal);
    } catch (error) {
      if (stopping.signal.aborted) interrupted.add({ name, id: job.id });
      else log.warn({ err: error, job: name, jobId: job.id }, 'job failed');
      throw error;
    }
  };

  const startWorkers = async (registration: Registration): Promise<void> => {
    await ensureQueue(registration.name);
    await boss.work<object>(
      registration.name,
      {
        localConcurrency: registration.options.concurrency ?? 1,
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: POLL_SECONDS,
      },
      async (jobs) => {
        for (const job of jobs) await run(registration, job);
      },
    );
  };

  /** Gives jobs that a stop interrupted their try back, ready to be taken by any process at once. */
  const putBack = async (): Promise<void> => {
    for (const { name, id } of interrupted) {
      await db.pool.query(
        `update ${SCHEMA}.job set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), completed_on = null
         where name = $1 and id = $2 and state in ('retry', 'failed')`,
        [name, id],
      );
    }
  };

  return {
    async send(name, data, { tx, singletonKey } = {}) {
      if (state !== 'started') throw new Error(`jobs: "${name}" sent while the queue is ${state}`);
      await ensureQueue(name);
      await boss.send(name, data, {
        // Without a key of its own every job is its own singleton.
        singletonKey: singletonKey ?? crypto.randomUUID(),
        ...(tx === undefined ? {} : { db: fromDrizzle(tx, sql) }),
      });
    },
    async work(name, jobOptions, handler) {
      const registration = { name, options: jobOptions, handler };
      registrations.push(registration);
      if (state === 'started') await startWorkers(registration);
    },
    async start() {
      await boss.start();
      state = 'started';
      for (const registration of registrations) await startWorkers(registration);
    },
    async stop() {
      if (state !== 'started') return;
      state = 'stopped';
      stopping.abort(new Error('the server is stopping'));
      await boss.stop({ graceful: true, close: false, timeout: options.stopWaitMs ?? JOBS_STOP_WAIT_MS });
      await putBack();
    },
  };
};
