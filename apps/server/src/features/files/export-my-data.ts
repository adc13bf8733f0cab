/** Starts an export of all data stored about the caller, or returns the export in progress. `run-data-export.ts` produces the file. */
import { newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { failDeadExports, findNewestExport, insertExport } from './data-export-store.ts';
import { EXPORT_DEAD_AFTER_MS, viewExport } from './data-export-view.ts';
import { DATA_EXPORT_JOB, type FileDependencies } from './file-dependencies.ts';

export const exportMyData: UseCase<'exportMyData', Pick<FileDependencies, 'db' | 'clock' | 'jobs'>> = async (
  { db, clock, jobs },
  { reader: { userId } },
) => {
  const now = clock.now();
  const isNew = await db.transaction(async (tx) => {
    await failDeadExports(tx, userId, now - EXPORT_DEAD_AFTER_MS);
    const id = newId(now);
    if (!(await insertExport(tx, { id, userId, now }))) return false;
    await jobs.send(DATA_EXPORT_JOB, { id }, { tx, singletonKey: id });
    return true;
  });
  const newest = await findNewestExport(db.orm, userId);
  if (newest === undefined) throw new Error('the new data export is missing');
  return { payload: viewExport(newest, now), say: isNew ? '正在准备您的数据，完成后可在此下载' : '' };
};
