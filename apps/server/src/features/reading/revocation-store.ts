/** The only SQL that reads and deletes rows of `shufang_local.content_revocation`; triggers write them (`migrations/0011-reading.sql`). */

import { type Queryable, queryPrepared, type Row } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { TICKET_LIFETIME_MAX_MS } from './content-ticket.ts';

export interface Revocations {
  /** The latest committed revision. */
  readonly revision: number;
  /** The lowest valid revision: content tickets with a lower one are invalid. */
  readonly floor: number;
  readonly entries: readonly (readonly [key: string, revision: number])[];
}

const REVOCATIONS = {
  name: 'content-revocations',
  text: `select n.revision, n.floor, coalesce(
      (select json_agg(json_build_array(r.key, r.revision)) from shufang_local.content_revocation r where r.revision > $1::bigint), '[]') as entries
    from shufang_local.content_revision n`,
};

/**
 * Returns the revocations with a revision greater than `since`, unordered. Revisions are committed in ascending order, so no smaller one
 * can be committed after a greater one was read.
 */
export const listRevocations = async (db: Queryable, since: number): Promise<Revocations> => {
  const [found] = await queryPrepared<Row<Revocations>>(db, REVOCATIONS, [since]);
  if (found === undefined) throw new Error('shufang_local.content_revision is empty');
  return found;
};

/** Retention of revocations: the maximum lifetime of a content ticket, and one hour for clock differences. */
const STORED_MS = TICKET_LIFETIME_MAX_MS + 3_600_000;

/**
 * Deletes revocations that are older than every valid content ticket; returns their number. Uses the database's clock, because the triggers
 * use it too.
 */
export const forgetOldRevocations = async ({ db }: { readonly db: { readonly orm: Queryable } }): Promise<number> => {
  const { rowCount } = await db.orm.execute(
    sql`delete from shufang_local.content_revocation where revoked_at < clock_timestamp() - make_interval(secs => ${STORED_MS / 1000})`,
  );
  return rowCount ?? 0;
};
