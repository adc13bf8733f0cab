/** Registers the handlers of jobs in this process. */
import { REANCHOR_JOB, reanchorBook } from '../features/annotation/reanchor/reanchor-book.ts';
import { listReanchorRequests } from '../features/annotation/reanchor/reanchor-store.ts';
import { closeOverdueAttempts } from '../features/assignment/close-overdue-attempts.ts';
import { DICTIONARY_EXPIRE_MS, DICTIONARY_IMPORT_JOB } from '../features/dictionary/dictionary-dependencies.ts';
import { runDictionaryImport } from '../features/dictionary/run-dictionary-import.ts';
import { createExportDependencies, DATA_EXPORT_JOB } from '../features/files/file-dependencies.ts';
import { runDataExport } from '../features/files/run-data-export.ts';
import { RECONCILE_ORDER_JOB } from '../features/orders/order-dependencies.ts';
import { reconcileOrder, sendDueOrders } from '../features/orders/reconcile-order.ts';
import { IMPORT_JOB } from '../features/publication/import/import-dependencies.ts';
import { resumeInterruptedIndexing } from '../features/publication/import/index-version.ts';
import { runImport } from '../features/publication/import/run-import.ts';
import { PUBLICATION_LIMITS } from '../features/publication/limits.ts';
import { INDEX_VERSIONS_JOB, indexUnindexedVersions } from '../features/publication/versions/index-unindexed-versions.ts';
import { reindexTitlesWithoutPinyin } from '../features/publication/versions/reindex-titles.ts';
import { makeDrafts } from '../features/royalty/make-statements.ts';
import { sendReadingNotices } from '../features/statistics/personal/send-reading-notices.ts';
import { rollUpDays } from '../features/statistics/roll-up-days.ts';
import { TRACKING_REPORT_JOB } from '../features/statistics/tracking-report/report-dependencies.ts';
import { runTrackingReport } from '../features/statistics/tracking-report/run-tracking-report.ts';
import { assembleAssignments } from './assemble-assignments.ts';
import { assembleOrders } from './assemble-orders.ts';
import { assembleReports } from './assemble-reports.ts';
import { dictionaryImportDependenciesOf } from './dictionary-import-dependencies.ts';
import { importDependenciesOf } from './import-dependencies.ts';
import type { Platform } from './open-platform.ts';
import { personalDataHolders } from './personal-data-holders.ts';
import { BACKUP_JOB, runScheduledBackup } from './scheduled-backup.ts';

/** Time limit of a data export; enough for a gigabyte of files. */
const EXPORT_EXPIRE_MS = 3_600_000;

/** Time limit of a backup; enough for terabytes on a slow disk. */
const BACKUP_EXPIRE_MS = 12 * 3_600_000;

/** Time limit of the job that reads older versions of books; enough for a large library, whose books are read one after another. */
const OLDER_VERSIONS_EXPIRE_MS = 3_600_000;

/**
 * Time limit of the job that anchors the annotations of a book; enough for a million annotations. The queue does not retry it, because
 * `watchReanchoring` sends it again.
 */
const REANCHOR_EXPIRE_MS = 6 * 3_600_000;

/**
 * Number of retries of an import, which fails only if its process is killed: two before the version is saved, then one for each attempt at
 * its index, so that the last one records that it cannot be indexed.
 */
const IMPORT_RETRIES = 2 + PUBLICATION_LIMITS.indexAttempts;

const idOf = (data: unknown): string => {
  if (typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string') return data.id;
  throw new Error('a job without an id');
};

/** Registers the handlers. Without `RUN_JOBS` the process registers none and only sends jobs, which other processes run. */
export const startJobs = async (platform: Platform): Promise<void> => {
  await platform.jobs.start();
  if (!platform.config.runJobs) return;
  await platform.jobs.work(IMPORT_JOB, { concurrency: 1, retries: IMPORT_RETRIES }, async (data, signal) => {
    const began = performance.now();
    const ended = await runImport(importDependenciesOf(platform), idOf(data), signal);
    platform.metrics.importEnded(ended.stage, (performance.now() - began) / 1_000);
  });
  await platform.jobs.work(DATA_EXPORT_JOB, { concurrency: 1, expireMs: EXPORT_EXPIRE_MS }, async (data, signal) => {
    await runDataExport(createExportDependencies(platform, personalDataHolders(platform)), idOf(data), signal);
  });
  await platform.jobs.work(RECONCILE_ORDER_JOB, { concurrency: 2 }, async (data) => {
    await reconcileOrder(assembleOrders(platform).orders, idOf(data));
  });
  if (platform.config.backup !== undefined) {
    await platform.jobs.work(BACKUP_JOB, { concurrency: 1, expireMs: BACKUP_EXPIRE_MS, retries: 1 }, async (data) => {
      await runScheduledBackup(platform, idOf(data));
    });
  }
  await platform.jobs.work(INDEX_VERSIONS_JOB, { concurrency: 1, expireMs: OLDER_VERSIONS_EXPIRE_MS }, async (_data, signal) => {
    await resumeInterruptedIndexing(importDependenciesOf(platform), signal);
    await indexUnindexedVersions(platform, signal);
    await reindexTitlesWithoutPinyin(platform, signal);
  });
  await platform.jobs.work(REANCHOR_JOB, { concurrency: 1, expireMs: REANCHOR_EXPIRE_MS, retries: 0 }, async (data, signal) => {
    await reanchorBook(platform, idOf(data), signal);
  });
  await platform.jobs.work(DICTIONARY_IMPORT_JOB, { concurrency: 1, expireMs: DICTIONARY_EXPIRE_MS }, async (data, signal) => {
    await runDictionaryImport(dictionaryImportDependenciesOf(platform), idOf(data), signal);
  });
  await platform.jobs.work(TRACKING_REPORT_JOB, { concurrency: 1 }, async (data, signal) => {
    await runTrackingReport(assembleReports(platform), idOf(data), signal);
  });
  await platform.jobs.send(INDEX_VERSIONS_JOB, {}, { singletonKey: INDEX_VERSIONS_JOB });
};

/** Interval between searches for due orders; an order is closed at most this long after it has expired. */
const ORDERS_EVERY_MS = 15_000;
/** Interval between searches for books whose annotations have to be anchored, and the number of books per search. */
const REANCHOR_EVERY_MS = 5_000;
const REANCHOR_BOOKS = 50;

/** Interval between searches for attempts whose time is over. */
const ATTEMPTS_EVERY_MS = 2_000;

/** Interval between counts of the days whose reading time has changed. */
const STATISTICS_EVERY_MS = 600_000;

/** Interval between searches for readers whose reminder or summary is due. */
const READING_NOTICES_EVERY_MS = 600_000;

/** Interval between searches for books with a complete month that has no statements yet. */
const ROYALTIES_EVERY_MS = 3_600_000;

/** Calls `sendJobs` now and periodically. Returns a function that stops it. */
const repeat = (everyMs: number, sendJobs: () => Promise<void>): (() => Promise<void>) => {
  let running = sendJobs();
  const timer = setInterval(() => {
    running = sendJobs();
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
};

/** Sends jobs for due orders periodically. Returns a function that stops it. Several processes may do this at once. */
export const watchOrders = (platform: Platform): (() => Promise<void>) => {
  const { orders } = assembleOrders(platform);
  return repeat(ORDERS_EVERY_MS, () =>
    sendDueOrders(orders).then(
      () => undefined,
      (error: unknown) => platform.log.error({ err: error }, 'due orders could not be searched'),
    ),
  );
};

/** Sends jobs for books whose annotations have to be anchored, whichever process made the request. Returns a function that stops it. */
export const watchReanchoring = (platform: Platform): (() => Promise<void>) =>
  repeat(REANCHOR_EVERY_MS, async () => {
    try {
      for (const id of await listReanchorRequests(platform.db.orm, platform.clock.now(), REANCHOR_BOOKS)) {
        await platform.jobs.send(REANCHOR_JOB, { id }, { singletonKey: id });
      }
    } catch (error) {
      platform.log.error({ err: error }, 'books with annotations to anchor could not be searched');
    }
  });

/** Closes attempts whose time is over, periodically. Returns a function that stops it. Several processes may do this at once. */
export const watchAttempts = (platform: Platform): (() => Promise<void>) =>
  repeat(ATTEMPTS_EVERY_MS, async () => {
    try {
      await closeOverdueAttempts(assembleAssignments(platform));
    } catch (error) {
      platform.log.error({ err: error }, 'overdue attempts could not be closed');
    }
  });

/** Counts the statistics of days whose reading time has changed, periodically. Returns a function that stops it. */
export const watchStatistics = (platform: Platform): (() => Promise<void>) => {
  const stop = new AbortController();
  const wait = repeat(STATISTICS_EVERY_MS, async () => {
    try {
      const days = await rollUpDays(platform, stop.signal);
      if (days > 0) platform.log.info({ days }, 'statistics counted');
    } catch (error) {
      if (!stop.signal.aborted) platform.log.error({ err: error }, 'statistics could not be counted');
    }
  });
  return () => {
    stop.abort();
    return wait();
  };
};

/** Sends reminders of reading goals and weekly summaries, periodically. Returns a function that stops it. */
export const watchReadingNotices = (platform: Platform): (() => Promise<void>) => {
  const stop = new AbortController();
  const wait = repeat(READING_NOTICES_EVERY_MS, async () => {
    try {
      const notices = await sendReadingNotices(platform, stop.signal);
      if (notices > 0) platform.log.info({ notices }, 'reading notices sent');
    } catch (error) {
      if (!stop.signal.aborted) platform.log.error({ err: error }, 'reading notices could not be sent');
    }
  });
  return () => {
    stop.abort();
    return wait();
  };
};

/** Makes the drafts of royalty statements of complete months, periodically. Returns a function that stops it. */
export const watchRoyalties = (platform: Platform): (() => Promise<void>) => {
  const stop = new AbortController();
  const wait = repeat(ROYALTIES_EVERY_MS, async () => {
    try {
      const statements = await makeDrafts(platform, undefined, stop.signal);
      if (statements > 0) platform.log.info({ statements }, 'royalty statements made');
    } catch (error) {
      if (!stop.signal.aborted) platform.log.error({ err: error }, 'royalty statements could not be made');
    }
  });
  return () => {
    stop.abort();
    return wait();
  };
};
