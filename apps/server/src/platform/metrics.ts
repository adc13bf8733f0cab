/** Metrics of this process for Prometheus (docs/operations.md lists all names). Features receive single functions, not this object. */
import { Counter, Gauge, type GaugeConfiguration, Histogram, Registry } from 'prom-client';
import type { Database } from './database.ts';

export type Outcome = 'ok' | 'failed';

export interface Metrics {
  readonly registry: Registry;
  /** Counts a job that ended; `seconds`: duration of its handler. */
  jobEnded(job: string, outcome: Outcome | 'interrupted', seconds: number): void;
  importEnded(outcome: string, seconds: number): void;
  messageSent(kind: 'sms' | 'mail', outcome: Outcome, seconds: number): void;
  /** Counts a call to a payment provider that ended. */
  paymentCalled(channel: string, call: string, outcome: Outcome, seconds: number): void;
  paymentNotified(channel: string, outcome: 'accepted' | 'refused'): void;
  /** Counts a recorded payment and adds its amount; called once per payment. */
  paid(channel: string, amountFen: number): void;
  backupEnded(outcome: Outcome, seconds: number, at: number): void;
  /** Registers the function that returns the number of open event streams at each scrape. */
  watchStreams(count: () => number): void;
  /** Counts an event stream that was opened. */
  streamOpened(): void;
  /** Registers metrics of the pool (connections, waiting queries) and of the job queue. */
  watchDatabase(db: Pick<Database, 'pool'>): void;
}

const CALL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const WORK_BUCKETS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600];

/** Query for the number of unfinished jobs of pg-boss by name and state. */
const OPEN_JOBS = `select name, state::text as state, count(*)::int as jobs,
  coalesce(max(extract(epoch from now() - start_after)) filter (where state in ('created', 'retry') and start_after <= now()), 0)::float8 as waited
  from pgboss.job where state in ('created', 'retry', 'active') group by 1, 2`;

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  const counter = <T extends string>(name: string, help: string, labelNames: readonly T[]) =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  const timed = <T extends string>(name: string, help: string, buckets: number[], labelNames: readonly T[]) =>
    new Histogram({ name, help, buckets, labelNames: [...labelNames], registers });

  /** Creates a gauge; `collect` is called at each scrape. */
  const gauge = <T extends string>(definition: GaugeConfiguration<T>): Gauge<T> => new Gauge({ ...definition, registers });

  const jobs = timed('shufang_job_seconds', 'Time of background jobs by name and outcome', WORK_BUCKETS, ['job', 'outcome']);
  const imports = timed('shufang_import_seconds', 'Time of book imports by outcome', WORK_BUCKETS, ['outcome']);
  const messages = timed('shufang_message_seconds', 'Time of handing a message to its supplier', CALL_BUCKETS, ['kind', 'outcome']);
  const calls = timed('shufang_payment_call_seconds', 'Time of calls to payment platforms', CALL_BUCKETS, ['channel', 'call', 'outcome']);
  const notifications = counter('shufang_payment_notifications_total', 'Notifications of payment platforms', ['channel', 'outcome']);
  const payments = counter('shufang_payments_total', 'Payments recorded', ['channel']);
  const paidFen = counter('shufang_payments_fen_total', 'Money of payments recorded, in fen', ['channel']);
  const backups = timed('shufang_backup_seconds', 'Time of scheduled backups by outcome', WORK_BUCKETS, ['outcome']);
  const lastBackup = new Gauge({
    name: 'shufang_backup_last_success_timestamp_seconds',
    help: 'End of the last scheduled backup this process has made',
    registers,
  });
  const opened = counter('shufang_sync_streams_opened_total', 'Event streams opened', []);

  return {
    registry,
    jobEnded: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    importEnded: (outcome, seconds) => imports.observe({ outcome }, seconds),
    messageSent: (kind, outcome, seconds) => messages.observe({ kind, outcome }, seconds),
    paymentCalled: (channel, call, outcome, seconds) => calls.observe({ channel, call, outcome }, seconds),
    paymentNotified: (channel, outcome) => notifications.inc({ channel, outcome }),
    paid(channel, amountFen) {
      payments.inc({ channel });
      paidFen.inc({ channel }, amountFen);
    },
    backupEnded(outcome, seconds, at) {
      backups.observe({ outcome }, seconds);
      if (outcome === 'ok') lastBackup.set(at / 1_000);
    },
    streamOpened: () => opened.inc(),
    watchStreams(count) {
      registry.removeSingleMetric('shufang_sync_streams');
      gauge({
        name: 'shufang_sync_streams',
        help: 'Event streams open in this process',
        collect() {
          this.set(count());
        },
      });
    },
    watchDatabase({ pool }) {
      gauge({
        name: 'shufang_db_connections',
        help: 'Connections of the database pool of this process',
        labelNames: ['state'],
        collect() {
          this.set({ state: 'idle' }, pool.idleCount);
          this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
          this.set({ state: 'max' }, pool.options.max);
        },
      });
      gauge({
        name: 'shufang_db_waiting',
        help: 'Calls that wait for a connection of the pool',
        collect() {
          this.set(pool.waitingCount);
        },
      });
      const waited = gauge({
        name: 'shufang_job_waiting_seconds',
        help: 'How long the oldest job that is due has waited, by name',
        labelNames: ['job'],
      });
      gauge({
        name: 'shufang_jobs',
        help: 'Jobs in the queue of all processes, by name and state',
        labelNames: ['job', 'state'],
        async collect() {
          this.reset();
          waited.reset();
          // An error of the database is ignored, because it must not hide the other metrics.
          const found = await pool.query<{ name: string; state: string; jobs: number; waited: number }>(OPEN_JOBS).catch(() => undefined);
          const longest = new Map<string, number>();
          for (const row of found?.rows ?? []) {
            this.set({ job: row.name, state: row.state }, row.jobs);
            longest.set(row.name, Math.max(row.waited, longest.get(row.name) ?? 0));
          }
          for (const [job, seconds] of longest) waited.set({ job }, seconds);
        },
      });
    },
  };
};

/** Runs `work` and passes its outcome and duration to `ended`. */
export const timedCall = async <T>(work: () => Promise<T>, ended: (outcome: Outcome, seconds: number) => void): Promise<T> => {
  const began = performance.now();
  const report = (outcome: Outcome): void => ended(outcome, (performance.now() - began) / 1_000);
  try {
    const result = await work();
    report('ok');
    return result;
  } catch (error) {
    report('failed');
    throw error;
  }
};
