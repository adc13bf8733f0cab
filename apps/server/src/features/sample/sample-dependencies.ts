/** Dependencies of the use cases of samples, selected from those of the catalog. */
import type { CatalogDependencies } from '../catalog/catalog-dependencies.ts';

export type SampleDependencies = Pick<CatalogDependencies, 'db' | 'clock' | 'personal' | 'findUsers'>;
