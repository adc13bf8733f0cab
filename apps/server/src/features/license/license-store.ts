/** The only SQL on `institution` and `institution_license`. */
import { type InstitutionLicense, type LicenseMode, type LicenseState } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { type SQL, sql } from '../../platform/sql.ts';
import type { Owner } from '../authorization/access-scope.ts';
import { isLicenseWithin } from '../institution/license-scope.ts';
import { publishersOfBooks } from '../publication/versions/publisher-scope.ts';
import { type CapacityRow, capacityColumns } from './license-capacity.ts';
import { LICENSE_LIMITS } from './limits.ts';

interface LicenseRow extends Record<string, unknown> {
  id: string;
  institution: string;
  scope: 'all' | 'books';
  book_ids: string[];
  networks: string[];
  modes: LicenseMode[];
  starts_at: number;
  ends_at: number;
  contract_no: string;
  seats: number | null;
  concurrent: number | null;
  status: InstitutionLicense['status'];
}

const COLUMNS = sql`l.id, i.name as institution, l.scope, l.book_ids, l.networks::text[] as networks, l.modes, l.starts_at, l.ends_at, l.contract_no, l.seats, l.concurrent, l.status`;

const toLicense = (row: LicenseRow): InstitutionLicense => ({
  id: row.id,
  institution: row.institution,
  scope: row.scope,
  bookIds: row.book_ids,
  networks: row.networks,
  modes: row.modes,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  contractNo: row.contract_no,
  ...(row.seats === null ? {} : { seats: row.seats }),
  ...(row.concurrent === null ? {} : { concurrent: row.concurrent }),
  status: row.status,
});

const stateAt = (now: number): SQL => sql`(case
  when l.status = 'draft' then 'draft'
  when l.ends_at <= ${now}::bigint then 'expired'
  when l.status = 'suspended' then 'suspended'
  when l.starts_at > ${now}::bigint then 'upcoming'
  when l.ends_at <= ${now + LICENSE_LIMITS.licenseExpiringMs}::bigint then 'expiring'
  else 'active' end)`;

const like = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/**
 * Returns the institution of a license and the publishers of its books, which decide who may change it; undefined for an unknown license.
 */
export const ownerOfLicense = async (db: Queryable, id: string): Promise<Owner | undefined> => {
  const { rows } = await db.execute<{ institution_id: string; scope: string; book_ids: string[] }>(
    sql`select institution_id, scope, book_ids from institution_license where id = ${id}`,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return { publishers: row.scope === 'all' ? [] : await publishersOfBooks(db, row.book_ids), institutionId: row.institution_id };
};

/** Returns one page of licenses. Expiring licenses are sorted by their end, ascending; all others by their end, descending. */
export const listLicenseRows = async (
  db: Queryable,
  page: {
    state: LicenseState | undefined;
    q: string;
    scope: AccessScope | undefined;
    after: TimeCursor | undefined;
    limit: number;
    now: number;
  },
): Promise<(InstitutionLicense & { state: LicenseState; seatsTaken?: number; reading?: number })[]> => {
  const soonestFirst = page.state === 'expiring';
  const conditions = [isLicenseWithin(page.scope)];
  if (page.state !== undefined) conditions.push(sql`${stateAt(page.now)} = ${page.state}`);
  if (page.q !== '') conditions.push(sql`(i.name ilike ${like(page.q)} or l.contract_no ilike ${like(page.q)})`);
  if (page.after !== undefined) {
    const { at, id } = page.after;
    conditions.push(soonestFirst ? sql`(l.ends_at, l.id) > (${at}::bigint, ${id})` : sql`(l.ends_at, l.id) < (${at}::bigint, ${id})`);
  }
  const order = soonestFirst ? sql`l.ends_at, l.id` : sql`l.ends_at desc, l.id desc`;
  const { rows } = await db.execute<LicenseRow & CapacityRow & { state: LicenseState }>(sql`
    select ${COLUMNS}, ${capacityColumns(page.now, undefined)}, ${stateAt(page.now)} as state from institution_license l join institution i on i.id = l.institution_id
    where ${sql.join(conditions, sql` and `)} order by ${order} limit ${page.limit}`);
  return rows.map((row) => ({
    ...toLicense(row),
    state: row.state,
    ...(row.seats === null ? {} : { seatsTaken: row.seats_taken }),
    ...(row.concurrent === null ? {} : { reading: row.reading }),
  }));
};

export const countLicenses = async (db: Queryable, scope: AccessScope | undefined, now: number): Promise<Record<LicenseState, number>> => {
  const { rows } = await db.execute<{ state: LicenseState; count: number }>(
    sql`select ${stateAt(now)} as state, count(*)::int as count from institution_license l where ${isLicenseWithin(scope)} group by 1`,
  );
  const none = { draft: 0, active: 0, expiring: 0, upcoming: 0, suspended: 0, expired: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
};

export const findLicense = async (db: Queryable, id: string): Promise<InstitutionLicense | undefined> => {
  const { rows } = await db.execute<LicenseRow>(
    sql`select ${COLUMNS} from institution_license l join institution i on i.id = l.institution_id where l.id = ${id}`,
  );
  return rows[0] && toLicense(rows[0]);
};

/** Locks the writing of licenses until the transaction ends, so that two overlapping ones cannot be created concurrently. */
export const lockLicenses = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('institution licenses', 0))`);
};

/**
 * Returns one of these networks that overlaps a network of another institution's license in the same period, with that institution;
 * undefined if there is none.
 */
export const findOverlap = async (
  tx: Transaction,
  license: Pick<InstitutionLicense, 'institution' | 'networks' | 'startsAt' | 'endsAt'>,
): Promise<{ network: string; institution: string } | undefined> => {
  const { rows } = await tx.execute<{ network: string; institution: string }>(sql`
    select wished::text as network, i.name as institution
    from institution_license l join institution i on i.id = l.institution_id
      cross join unnest(l.networks) network cross join unnest(${sql.param([...license.networks])}::cidr[]) wished
    where i.name <> ${license.institution} and 'ip' = any(l.modes) and l.status = 'active' and l.starts_at < ${license.endsAt} and l.ends_at > ${license.startsAt}
      and network && wished limit 1`);
  return rows[0];
};

/** Returns the id of the institution with this name, and creates the institution if it does not exist. */
export const findOrCreateInstitution = async (tx: Transaction, id: string, name: string, now: number): Promise<string> => {
  await tx.execute(sql`insert into institution (id, name, created_at) values (${id}, ${name}, ${now}) on conflict (name) do nothing`);
  const { rows } = await tx.execute<{ id: string }>(sql`select id from institution where name = ${name}`);
  return rows[0]?.id ?? id;
};

export const insertLicense = async (tx: Transaction, institutionId: string, license: InstitutionLicense, now: number): Promise<void> => {
  await tx.execute(sql`
    insert into institution_license (id, institution_id, scope, book_ids, networks, modes, starts_at, ends_at, contract_no, seats, concurrent, status, created_at)
    values (${license.id}, ${institutionId}, ${license.scope}, ${sql.param(license.bookIds)}::text[], ${sql.param(license.networks)}::cidr[],
      ${sql.param(license.modes)}::text[], ${license.startsAt}, ${license.endsAt}, ${license.contractNo}, ${license.seats ?? null},
      ${license.concurrent ?? null}, ${license.status}, ${now})`);
};

export const updateLicenseStatus = async (tx: Transaction, id: string, status: InstitutionLicense['status']): Promise<void> => {
  await tx.execute(sql`update institution_license set status = ${status} where id = ${id}`);
};

export const updateLicenseCapacity = async (
  tx: Transaction,
  id: string,
  { seats, concurrent }: Pick<InstitutionLicense, 'seats' | 'concurrent'>,
): Promise<void> => {
  await tx.execute(sql`update institution_license set seats = ${seats ?? null}, concurrent = ${concurrent ?? null} where id = ${id}`);
};

/** Returns the networks without host bits: `10.1.2.3/8` becomes `10.0.0.0/8`. */
export const normalizeNetworks = async (tx: Transaction, written: readonly string[]): Promise<string[]> => {
  const { rows } = await tx.execute<{ network: string }>(
    sql`select distinct network(wished)::text as network from unnest(${sql.param([...written])}::inet[]) wished order by 1`,
  );
  return rows.map(({ network }) => network);
};

/** Returns the networks of licenses in force, in CIDR notation (`10.0.0.0/8`). */
export const listLicensedNetworks = async (db: Queryable, now: number): Promise<string[]> => {
  const { rows } = await db.execute<{ network: string }>(
    sql`select distinct network::text as network from institution_license l cross join unnest(l.networks) network
      where l.status = 'active' and 'ip' = any(l.modes) and l.starts_at <= ${now} and l.ends_at > ${now}`,
  );
  return rows.map(({ network }) => network);
};

interface NamedInstitution extends Record<string, unknown> {
  id: string;
  name: string;
}

/** Finds institutions by a part of their name. */
export const findInstitutions = async (db: Queryable, q: string, limit: number): Promise<NamedInstitution[]> => {
  const pattern = `%${q.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return (
    await db.execute<NamedInstitution>(sql`select id, name from institution where name ilike ${pattern} order by name limit ${limit}`)
  ).rows;
};

export const listInstitutionsAmong = async (db: Queryable, ids: readonly string[]): Promise<NamedInstitution[]> =>
  (await db.execute<NamedInstitution>(sql`select id, name from institution where id = any(${sql.param([...ids])}::text[])`)).rows;
