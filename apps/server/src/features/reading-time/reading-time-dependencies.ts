/** Dependencies of the reading-time use cases. */
import type { Transaction } from '../../platform/database.ts';
import type { CatalogDependencies } from '../catalog/catalog-dependencies.ts';

export type ReadingTimeDependencies = Pick<CatalogDependencies, 'db' | 'clock'>;

export interface ReportingDependencies extends ReadingTimeDependencies {
  /** Tells reading assignments, in the transaction of the report, that a user has read in these books. */
  readonly hasRead: (tx: Transaction, userId: string, bookIds: readonly string[]) => Promise<void>;
}
