import { type CourseFilter, courseFilter, type TotalsWithoutEach } from '@shufang/contract';
import type { Catalogue } from './catalogue.ts';
import type { CatalogFilter } from './store.ts';

/** Which filter leaves nothing. `chosen`: what the reader chose, of `filter`, under which there is no book. */
export const countWithoutEach = (
  catalogue: Catalogue,
  filter: CatalogFilter,
  chosen: { readonly [Name in CourseFilter]?: unknown },
): Promise<TotalsWithoutEach> =>
  Promise.all(
    courseFilter.options
      .filter((name) => chosen[name] !== undefined)
      .map(async (name) => ({ filter: name, total: await catalogue.count({ ...filter, [name]: undefined }) })),
  );
