/** Dependencies of the statistics use cases. */
import type { CatalogDependencies } from '../catalog/catalog-dependencies.ts';

export type StatisticsDependencies = Pick<CatalogDependencies, 'db' | 'clock'>;
