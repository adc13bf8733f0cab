/** Background jobs on pg-boss: stored in the database, sent in the caller's transaction, run by any server process. */

import { type Db, fromDrizzle, type Job, PgBoss } from 'pg-boss';
import { connectionOf, type Database, type Transaction } from './database.ts';
import type { Logger } from './logger.ts';
import { listenToPostgres } from './postgres-listener.ts';
import { sql } from './sql.ts';

export interface JobOptions {
  /** Maximum number of handlers of this job that run at once in this process; default 1. */
  concurrency?: number;
  /** Time after which the signal of a handler is aborted and the job has failed; default 15 min. */
  expireMs?: number;
  /** Number of retries after a failure, with exponential backoff; default 2. An interruption by a stop of the server does not count. */
  retries?: number;
}

export interface Jobs {
  /**
   * Adds a job to the queue. With `tx` the job exists only if that transaction commits. With `singletonKey` the job is dropped if one with
   * the same key waits or runs.
   */
  send(name: string, data: object, options?: { tx?: Transaction; singletonKey?: string }): Promise<void>;
  /**
   * Registers the handler of a job. Its signal is aborted when the job has expired or the server stops; the handler must then throw soon.
   */
  work(name: string, options: JobOptions, handler: (data: unknown, signal: AbortSignal) => Promise<void>): Promise<void>;
  start(): Promise<void>;
  /** Stops the queue: starts no new jobs, aborts the signals of running ones, waits for them, and queues the interrupted ones again. */
  stop(): Promise<void>;
}

const SCHEMA = 'pgboss';
/** Time without heartbeat after which the jobs of a killed process are given to another one. */
const HEARTBEAT_SECONDS = 20;
const SUPERVISE_SECONDS = 15;
/** Polling interval of the queue. Jobs are normally picked up by notification (a few ms); polling is the fallback. */
const POLL_SECONDS = 2;
const RETRY_DELAY_SECONDS = 1;
const RETRY_DELAY_MAX_SECONDS = 60;
/** Default of `stopWaitMs`: how long a stop waits for running handlers. */
export const JOBS_STOP_WAIT_MS = 20_000;

interface Registration {
  name: string;
  options: JobOptions;
  handler: (data: unknown, signal: AbortSignal) => Promise<void>;
}

interface JobsOptions {
  /** Maximum time for which a stop waits for running handlers. */
  readonly stopWaitMs?: number;
  /** Polling interval of the queue besides notifications; default 2 s. */
  readonly pollSeconds?: number;
  /** Called after each handler with its outcome; `interrupted` means that the server was stopped. */
  readonly onEnd?: (job: string, outcome: 'ok' | 'failed' | 'interrupted', seconds: number) => void;
}

/** Creates the job queue. It uses `db`'s pool and one listening connection. */
export const createJobs = (db: Database, log: Logger, options: JobsOptions = {}): Jobs => {
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
    // Updates the settings of a queue that another process created with other settings.
    if (jobOptions !== undefined) await boss.updateQueue(name, settings);
  };

  /** Creates the queue once per process; a failure is retried at the next call. */
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
    const began = performance.now();
    const report = (outcome: 'ok' | 'failed' | 'interrupted'): void => options.onEnd?.(name, outcome, (performance.now() - began) / 1_000);
    try {
      await handler(job.data, signal);
      report('ok');
    } catch (error) {
      report(stopping.signal.aborted ? 'interrupted' : 'failed');
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
        pollingIntervalSeconds: options.pollSeconds ?? POLL_SECONDS,
        notifyPollingIntervalSeconds: options.pollSeconds ?? POLL_SECONDS,
      },
      async (jobs) => {
        for (const job of jobs) await run(registration, job);
      },
    );
  };

  /** Queues the jobs that a stop has interrupted again, without counting the attempt, so that any process can take them at once. */
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
        // A job without a key gets a unique one.
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
