/** Dependencies of the errata use cases, selected from those of the catalog. */
import type { CatalogDependencies } from '../catalog/catalog-dependencies.ts';

export type ErrataDependencies = Pick<CatalogDependencies, 'db' | 'clock' | 'personal' | 'findUsers'>;
