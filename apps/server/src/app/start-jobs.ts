/** Tells this process which jobs it works on. */
import { IMPORT_JOB } from '../features/media/import/import-dependencies.ts';
import { runImport } from '../features/media/import/run-import.ts';
import { importParts } from './import-parts.ts';
import type { Platform } from './open-platform.ts';

const idOf = (data: unknown): string => {
  if (typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string') return data.id;
  throw new Error('an import job without the id of its import');
};

export const startJobs = async (platform: Platform): Promise<void> => {
  await platform.jobs.start();
  await platform.jobs.work(IMPORT_JOB, { concurrency: 1 }, async (data, signal) => {
    await runImport(importParts(platform), idOf(data), signal);
  });
};
