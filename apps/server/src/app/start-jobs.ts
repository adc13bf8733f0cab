/** Tells this process which jobs it works on. */
import { DATA_EXPORT_JOB } from '../features/files/file-dependencies.ts';
import { runDataExport } from '../features/files/run-data-export.ts';
import { IMPORT_JOB } from '../features/media/import/import-dependencies.ts';
import { runImport } from '../features/media/import/run-import.ts';
import { exportParts } from './file-parts.ts';
import { importParts } from './import-parts.ts';
import type { Platform } from './open-platform.ts';

/** A gigabyte of files takes its time. */
const EXPORT_EXPIRE_MS = 3_600_000;

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
};
