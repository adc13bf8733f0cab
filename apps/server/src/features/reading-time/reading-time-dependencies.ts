/** Dependencies of the reading-time use cases. */
import type { CatalogDependencies } from '../catalog/catalog-dependencies.ts';

export type ReadingTimeDependencies = Pick<CatalogDependencies, 'db' | 'clock'>;
