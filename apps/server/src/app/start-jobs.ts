/** Tells this process which jobs it works on. */
import { DATA_EXPORT_JOB } from '../features/files/file-dependencies.ts';
import { runDataExport } from '../features/files/run-data-export.ts';
import { IMPORT_JOB } from '../features/media/import/import-dependencies.ts';
import { runImport } from '../features/media/import/run-import.ts';
import { indexOlderTitles } from '../features/media/publication/index-older-titles.ts';
import { indexOlderVersions, OLDER_VERSIONS_JOB } from '../features/media/publication/index-older-versions.ts';
import { TEND_ORDER_JOB } from '../features/orders/order-dependencies.ts';
import { sendDueOrders, tendOrder } from '../features/orders/tend-order.ts';
import { exportParts } from './file-parts.ts';
import { importParts } from './import-parts.ts';
import type { Platform } from './open-platform.ts';
import { orderParts } from './order-parts.ts';

/** A gigabyte of files takes its time. */
const EXPORT_EXPIRE_MS = 3_600_000;

/** Books of a library of years, read one after another. */
const OLDER_VERSIONS_EXPIRE_MS = 3_600_000;

const idOf = (data: unknown): string => {
  if (typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string') return data.id;
  throw new Error('a job without the id of what it is about');
};

/** Without `RUN_JOBS` the process only sends jobs, for others to run. */
export const startJobs = async (platform: Platform): Promise<void> => {
  await platform.jobs.start();
  if (!platform.config.runJobs) return;
  await platform.jobs.work(IMPORT_JOB, { concurrency: 1 }, async (data, signal) => {
    await runImport(importParts(platform), idOf(data), signal);
  });
  await platform.jobs.work(DATA_EXPORT_JOB, { concurrency: 1, expireMs: EXPORT_EXPIRE_MS }, async (data, signal) => {
    await runDataExport(exportParts(platform), idOf(data), signal);
  });
  await platform.jobs.work(TEND_ORDER_JOB, { concurrency: 2 }, async (data) => {
    await tendOrder(orderParts(platform), idOf(data));
  });
  await platform.jobs.work(OLDER_VERSIONS_JOB, { concurrency: 1, expireMs: OLDER_VERSIONS_EXPIRE_MS }, async (_data, signal) => {
    await indexOlderVersions(platform, signal);
    await indexOlderTitles(platform, signal);
  });
  await platform.jobs.send(OLDER_VERSIONS_JOB, {}, { singletonKey: OLDER_VERSIONS_JOB });
};

/** How often orders are looked at: one that is 30 minutes old is closed this much later at most. */
const ORDERS_EVERY_MS = 15_000;

/** Sends jobs for orders that need something, by the server's clock. Answers how to stop; any process may do it, several at once too. */
export const watchOrders = (platform: Platform): (() => Promise<void>) => {
  const parts = orderParts(platform);
  const look = (): Promise<void> =>
    sendDueOrders(parts).then(
      () => undefined,
      (error: unknown) => platform.log.error({ err: error }, 'orders could not be looked at'),
    );
  let running = look();
  const timer = setInterval(() => {
    running = look();
  }, ORDERS_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
};
