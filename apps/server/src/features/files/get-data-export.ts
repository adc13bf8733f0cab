/** Returns the caller's newest data export, or null. */
import type { UseCase } from '../../platform/http/register.ts';
import { findNewestExport } from './data-export-store.ts';
import { viewExport } from './data-export-view.ts';
import type { FileDependencies } from './file-dependencies.ts';

export const getDataExport: UseCase<'getDataExport', Pick<FileDependencies, 'db' | 'clock'>> = async ({ db, clock }, { reader }) => {
  const newest = await findNewestExport(db.orm, reader.userId);
  return { export: newest === undefined ? null : viewExport(newest, clock.now()) };
};
