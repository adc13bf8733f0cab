/** Lists the reports on a book. Throws `statistics.notContributor`, `statistics.notPublished`. */
import type { UseCase } from '../../../platform/http/register.ts';
import { requireAuthoredBook } from '../require-authored-book.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { listReports } from './report-store.ts';
import { reportView } from './report-view.ts';

export const listTrackingReports: UseCase<'listTrackingReports', ReportDependencies> = async ({ db }, { reader }, { bookId }) => {
  await requireAuthoredBook(db.orm, reader.userId, bookId);
  return { items: (await listReports(db.orm, bookId)).map(reportView) };
};
