/** Finds the licenses in force for a caller, and the licensees of a book. */
import { isIP } from 'node:net';
import { institutionProtocol, type LicenseMode, licenseMode } from '@shufang/contract';
import { type Queryable, queryPreparedSql } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { type CapacityRow, capacityColumns, toCapacity } from './license-capacity.ts';
import type { LicenseInForce } from './license-in-force.ts';

/** Returns a client IP without zone id, and an IPv4-mapped IPv6 address as IPv4. Returns undefined for an invalid address. */
const bareAddress = (address: string): string | undefined => {
  const bare = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(bare) === 0 ? undefined : bare;
};

export interface LicenseForCaller extends LicenseInForce {
  readonly institutionId: string;
}

/**
 * A caller's membership in an institution: by a sign-in of this session, or by an entry in the institution's list. Membership by client IP
 * is not included.
 */
export interface MembershipInForce {
  readonly institutionId: string;
  readonly mode: Exclude<LicenseMode, 'ip'>;
  /** End of the membership, UTC ms; undefined if the membership itself has no end. */
  readonly endsAt: number | undefined;
}

/** Returns the licenses in force for this client IP and these memberships, one row per license. */
export const findLicensesFor = async (
  db: Queryable,
  caller: { readonly address: string; readonly userId: string | undefined; readonly memberships: readonly MembershipInForce[] },
  now: number,
): Promise<LicenseForCaller[]> => {
  const bare = bareAddress(caller.address);
  if (bare === undefined && caller.memberships.length === 0) return [];
  const isInNetworks = sql`exists (select 1 from unnest(l.networks) network where network >>= ${bare ?? null}::inet)`;
  const ids = sql.param(caller.memberships.map(({ institutionId }) => institutionId));
  interface Row extends CapacityRow {
    institution_id: string;
    name: string;
    scope: string;
    book_ids: string[];
    ends_at: number;
    modes: LicenseMode[];
    is_here: boolean;
  }
  // The query runs on nearly every request, so it is a prepared statement.
  const rows = await queryPreparedSql<Row>(
    db,
    'licenses-for',
    sql`
    select l.id, l.institution_id, i.name, l.scope, l.book_ids, l.ends_at, l.modes, ('ip' = any(l.modes) and ${isInNetworks}) as is_here,
      ${capacityColumns(now, caller.userId)}
    from institution_license l join institution i on i.id = l.institution_id
    where l.status = 'active' and l.starts_at <= ${now} and l.ends_at > ${now}
      and (('ip' = any(l.modes) and ${isInNetworks}) or l.institution_id = any(${ids}::text[]))`,
  );
  return rows.flatMap((row) => {
    const endsByMode = new Map<LicenseMode, number | undefined>(row.is_here ? [['ip', undefined]] : []);
    for (const { institutionId, mode, endsAt } of caller.memberships)
      if (institutionId === row.institution_id && row.modes.includes(mode)) endsByMode.set(mode, endsAt);
    const mode = licenseMode.options.find((each) => endsByMode.has(each));
    if (mode === undefined) return [];
    const right = { id: row.id, ...toCapacity(row), institutionId: row.institution_id, institution: row.name, mode };
    // The end of a sign-in is not shown as the end of the right, because signing in again restores the right.
    const ends = mode === 'roster' ? (endsByMode.get(mode) ?? row.ends_at) : row.ends_at;
    return [{ ...right, bookIds: row.scope === 'all' ? undefined : new Set(row.book_ids), endsAt: Math.min(row.ends_at, ends) }];
  });
};

export interface Licensee {
  readonly institutionId: string;
  readonly modes: readonly LicenseMode[];
}

/** Returns the institutions whose license in force covers the book for users who sign in through them, with the sign-in modes. */
export const listLicensees = async (
  db: Queryable,
  book: { readonly id: string; readonly isListed: boolean },
  now: number,
): Promise<Licensee[]> => {
  const { rows } = await db.execute<{ institution_id: string; modes: LicenseMode[] }>(sql`
    select institution_id, modes from institution_license
    where status = 'active' and starts_at <= ${now} and ends_at > ${now} and modes && ${sql.param([...institutionProtocol.options])}::text[]
      and ((scope = 'all' and ${book.isListed}) or (scope <> 'all' and ${book.id} = any(book_ids)))`);
  return rows.map(({ institution_id: institutionId, modes }) => ({ institutionId, modes }));
};
