import { type CourseFilter, courseFilter, type TotalsWithoutFilter } from '@shufang/contract';
import type { CatalogFilter } from '../store.ts';
import type { CatalogSnapshot } from './catalog-snapshot.ts';

/**
 * Counts for each chosen filter how many books would be found without it, so that the reader sees which filter excludes all books.
 * `chosen`: the filters within `filter` that the reader chose.
 */
export const countWithoutEach = (
  catalog: CatalogSnapshot,
  filter: CatalogFilter,
  chosen: { readonly [Name in CourseFilter]?: unknown },
): Promise<TotalsWithoutFilter> =>
  Promise.all(
    courseFilter.options
      .filter((name) => chosen[name] !== undefined)
      .map(async (name) => ({ filter: name, total: await catalog.count({ ...filter, [name]: undefined }) })),
  );
