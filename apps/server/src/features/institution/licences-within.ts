/** Which licences are in the reach of somebody at the desk. */
import { type SQL, sql } from 'drizzle-orm';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { isBookWithin } from '../media/publication/books-within.ts';

/**
 * For `institution_licence l`: those of institutions in reach, and those all of whose books are in reach: one for the whole library, or for books of several, is the
 * platform's.
 */
export const isLicenceWithin = (bounds: Bounds | undefined): SQL =>
  bounds === undefined
    ? sql`true`
    : sql`(l.institution_id = any(${sql.param([...bounds.institutions])}::text[]) or (l.scope = 'books' and cardinality(l.book_ids) > 0 and not exists (
        select 1 from unnest(l.book_ids) licensed (id) where not ${isBookWithin(sql`licensed.id`, bounds)})))`;
