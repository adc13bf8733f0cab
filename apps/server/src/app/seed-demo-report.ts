/** The report on the use of the Python demo book, made as its author would by one click, so that the demo shows one. */
import path from 'node:path';
import { findBookOfFile } from '../features/publication/import/import-file.ts';
import { isSimulated } from '../features/statistics/release-store.ts';
import { startTrackingReport } from '../features/statistics/tracking-report/create-tracking-report.ts';
import { listReports } from '../features/statistics/tracking-report/report-store.ts';
import { assembleReports } from './assemble-reports.ts';
import { libraryFolder, readLibrary } from './demo-items.ts';
import type { Platform } from './open-platform.ts';

const FILE = 'python-rumen.epub';

/** Sends the job that makes the report; does nothing if the demo books are not built, or the book has a report or no simulated reading. */
export const seedDemoReport = async (platform: Platform): Promise<void> => {
  const { orm } = platform.db;
  if (!(await readLibrary()).some(({ file }) => file === FILE)) return;
  const bookId = await findBookOfFile(platform, path.join(libraryFolder, FILE));
  if (bookId === undefined || !(await isSimulated(orm, bookId))) return;
  if ((await listReports(orm, bookId)).length > 0) return;
  await startTrackingReport(assembleReports(platform), bookId, 'term');
};
