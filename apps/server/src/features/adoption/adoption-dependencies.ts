/** Dependencies of the use cases of adoption lists, selected from those of the catalog. */
import type { CatalogDependencies } from '../catalog/catalog-dependencies.ts';

export type AdoptionDependencies = Pick<CatalogDependencies, 'db' | 'clock' | 'personal' | 'findUsers'>;
