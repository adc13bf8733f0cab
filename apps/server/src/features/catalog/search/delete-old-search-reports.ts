/** Deletes reported searches after their retention period. */
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { CATALOG_LIMITS } from '../limits.ts';
import { deleteSearchReportsBefore } from './search-report-store.ts';

/** Returns the number of deleted reports. */
export const deleteOldSearchReports = ({ db, clock }: Pick<CatalogDependencies, 'db' | 'clock'>): Promise<number> =>
  deleteSearchReportsBefore(db.orm, clock.now() - CATALOG_LIMITS.searchReportDays * 86_400_000);
