/** Filters licenses by access scope. */

import type { AccessScope } from '../../platform/http/access-scope.ts';
import { type SQL, sql } from '../../platform/sql.ts';
import { isBookInScope } from '../publication/versions/publisher-scope.ts';

/**
 * The SQL condition on `institution_license l`: licenses of institutions in scope, and licenses all of whose books are in scope. A license
 * for the whole library, or for books of several publishers, belongs to the platform.
 */
export const isLicenseWithin = (accessScope: AccessScope | undefined): SQL =>
  accessScope === undefined
    ? sql`true`
    : sql`(l.institution_id = any(${sql.param([...accessScope.institutions])}::text[]) or (l.scope = 'books' and cardinality(l.book_ids) > 0 and not exists (
        select 1 from unnest(l.book_ids) licensed (id) where not ${isBookInScope(sql`licensed.id`, accessScope)})))`;
