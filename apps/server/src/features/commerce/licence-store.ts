/** The only SQL that touches `institution` and `institution_licence`. */
import { isIP } from 'node:net';
import { type InstitutionLicence, LIMITS, type LicenceMode, type LicenceState } from '@shufang/contract';
import { type SQL, sql } from 'drizzle-orm';
import { askAs, type Queryable, type Transaction } from '../../platform/database.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import type { Owner } from '../account/reach.ts';
import { isLicenceWithin } from '../institution/licences-within.ts';
import { publishersOfBooks } from '../media/publication/books-within.ts';
import { type PlacesRow, placesAt, placesOf } from './licence-places-store.ts';
import type { LicenceInForce } from './resolve-access.ts';

/** IPv4 as IPv4, however it came; undefined for what is no address. */
const bareAddress = (address: string): string | undefined => {
  const bare = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(bare) === 0 ? undefined : bare;
};

export interface LicenceForAsker extends LicenceInForce {
  readonly institutionId: string;
}

/** What ties the asker to institutions besides the network: a sign-in of this session, an institution's list. */
export interface MembershipInForce {
  readonly institutionId: string;
  readonly mode: Exclude<LicenceMode, 'ip'>;
  /** UTC ms; undefined: no end of its own. */
  readonly endsAt: number | undefined;
}

/** In the order a right is told by: the network asks nothing of anybody. */
const MODES: readonly LicenceMode[] = ['ip', 'carsi', 'oidc', 'roster'];

/** Licences in force for whoever calls from this address with these memberships, one row a licence. */
export const findLicencesFor = async (
  db: Queryable,
  asker: { readonly address: string; readonly userId: string | undefined; readonly memberships: readonly MembershipInForce[] },
  now: number,
): Promise<LicenceForAsker[]> => {
  const bare = bareAddress(asker.address);
  if (bare === undefined && asker.memberships.length === 0) return [];
  const here = sql`exists (select 1 from unnest(l.networks) network where network >>= ${bare ?? null}::inet)`;
  const ids = sql.param(asker.memberships.map(({ institutionId }) => institutionId));
  interface Row extends PlacesRow {
    institution_id: string;
    name: string;
    scope: string;
    book_ids: string[];
    ends_at: number;
    modes: LicenceMode[];
    is_here: boolean;
  }
  // Nearly every call asks for it.
  const rows = await askAs<Row>(
    db,
    'licences-for',
    sql`
    select l.id, l.institution_id, i.name, l.scope, l.book_ids, l.ends_at, l.modes, ('ip' = any(l.modes) and ${here}) as is_here,
      ${placesAt(now, asker.userId)}
    from institution_licence l join institution i on i.id = l.institution_id
    where l.status = 'active' and l.starts_at <= ${now} and l.ends_at > ${now}
      and (('ip' = any(l.modes) and ${here}) or l.institution_id = any(${ids}::text[]))`,
  );
  return rows.flatMap((row) => {
    const given = new Map<LicenceMode, number | undefined>(row.is_here ? [['ip', undefined]] : []);
    for (const { institutionId, mode, endsAt } of asker.memberships)
      if (institutionId === row.institution_id && row.modes.includes(mode)) given.set(mode, endsAt);
    const mode = MODES.find((each) => given.has(each));
    if (mode === undefined) return [];
    const right = { id: row.id, ...placesOf(row), institutionId: row.institution_id, institution: row.name, mode };
    // A session's end is no end of the right: signing in anew gives it again.
    const ends = mode === 'roster' ? (given.get(mode) ?? row.ends_at) : row.ends_at;
    return [{ ...right, bookIds: row.scope === 'all' ? undefined : new Set(row.book_ids), endsAt: Math.min(row.ends_at, ends) }];
  });
};

export interface Licensee {
  readonly institutionId: string;
  readonly modes: readonly LicenceMode[];
}

/** Institutions whose licence in force covers a book for people who sign in through them, and by which ways. */
export const listLicensees = async (
  db: Queryable,
  book: { readonly id: string; readonly isListed: boolean },
  now: number,
): Promise<Licensee[]> => {
  const { rows } = await db.execute<{ institution_id: string; modes: LicenceMode[] }>(sql`
    select institution_id, modes from institution_licence
    where status = 'active' and starts_at <= ${now} and ends_at > ${now} and modes && array['carsi', 'oidc']
      and ((scope = 'all' and ${book.isListed}) or (scope <> 'all' and ${book.id} = any(book_ids)))`);
  return rows.map(({ institution_id: institutionId, modes }) => ({ institutionId, modes }));
};

interface LicenceRow extends Record<string, unknown> {
  id: string;
  institution: string;
  scope: 'all' | 'books';
  book_ids: string[];
  networks: string[];
  modes: LicenceMode[];
  starts_at: number;
  ends_at: number;
  contract_no: string;
  seats: number | null;
  concurrent: number | null;
  status: InstitutionLicence['status'];
}

const COLUMNS = sql`l.id, i.name as institution, l.scope, l.book_ids, l.networks::text[] as networks, l.modes, l.starts_at, l.ends_at, l.contract_no, l.seats, l.concurrent, l.status`;

const toLicence = (row: LicenceRow): InstitutionLicence => ({
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
  when l.ends_at <= ${now + LIMITS.licenceExpiringMs}::bigint then 'expiring'
  else 'active' end)`;

/** A place in the list: when the licence ends, and its id. */
export interface LicencePlace {
  readonly endsAt: number;
  readonly id: string;
}

const like = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Undefined for a licence that is not there. */
export const ownerOfLicence = async (db: Queryable, id: string): Promise<Owner | undefined> => {
  const { rows } = await db.execute<{ institution_id: string; scope: string; book_ids: string[] }>(
    sql`select institution_id, scope, book_ids from institution_licence where id = ${id}`,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return { publishers: row.scope === 'all' ? [] : await publishersOfBooks(db, row.book_ids), institutionId: row.institution_id };
};

/** The expiring ones from the next to end on, others by the last to end. */
export const listLicenceRows = async (
  db: Queryable,
  page: {
    state: LicenceState | undefined;
    q: string;
    bounds: Bounds | undefined;
    after: LicencePlace | undefined;
    limit: number;
    now: number;
  },
): Promise<(InstitutionLicence & { state: LicenceState; seatsTaken?: number; reading?: number })[]> => {
  const soonestFirst = page.state === 'expiring';
  const parts = [isLicenceWithin(page.bounds)];
  if (page.state !== undefined) parts.push(sql`${stateAt(page.now)} = ${page.state}`);
  if (page.q !== '') parts.push(sql`(i.name ilike ${like(page.q)} or l.contract_no ilike ${like(page.q)})`);
  if (page.after !== undefined) {
    const { endsAt, id } = page.after;
    parts.push(soonestFirst ? sql`(l.ends_at, l.id) > (${endsAt}::bigint, ${id})` : sql`(l.ends_at, l.id) < (${endsAt}::bigint, ${id})`);
  }
  const order = soonestFirst ? sql`l.ends_at, l.id` : sql`l.ends_at desc, l.id desc`;
  const { rows } = await db.execute<LicenceRow & PlacesRow & { state: LicenceState }>(sql`
    select ${COLUMNS}, ${placesAt(page.now, undefined)}, ${stateAt(page.now)} as state from institution_licence l join institution i on i.id = l.institution_id
    where ${sql.join(parts, sql` and `)} order by ${order} limit ${page.limit}`);
  return rows.map((row) => ({
    ...toLicence(row),
    state: row.state,
    ...(row.seats === null ? {} : { seatsTaken: row.seats_taken }),
    ...(row.concurrent === null ? {} : { reading: row.reading }),
  }));
};

export const countLicences = async (db: Queryable, bounds: Bounds | undefined, now: number): Promise<Record<LicenceState, number>> => {
  const { rows } = await db.execute<{ state: LicenceState; count: number }>(
    sql`select ${stateAt(now)} as state, count(*)::int as count from institution_licence l where ${isLicenceWithin(bounds)} group by 1`,
  );
  const none = { draft: 0, active: 0, expiring: 0, upcoming: 0, suspended: 0, expired: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
};

export const findLicence = async (db: Queryable, id: string): Promise<InstitutionLicence | undefined> => {
  const { rows } = await db.execute<LicenceRow>(
    sql`select ${COLUMNS} from institution_licence l join institution i on i.id = l.institution_id where l.id = ${id}`,
  );
  return rows[0] && toLicence(rows[0]);
};

/** Until the transaction ends nobody else writes a licence: two overlapping ones cannot slip in side by side. */
export const lockLicences = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('institution licences', 0))`);
};

/** A network of another institution that shares addresses with one of these in the same time. */
export const findOverlap = async (
  tx: Transaction,
  wish: Pick<InstitutionLicence, 'institution' | 'networks' | 'startsAt' | 'endsAt'>,
): Promise<{ network: string; institution: string } | undefined> => {
  const { rows } = await tx.execute<{ network: string; institution: string }>(sql`
    select wished::text as network, i.name as institution
    from institution_licence l join institution i on i.id = l.institution_id
      cross join unnest(l.networks) network cross join unnest(${sql.param([...wish.networks])}::cidr[]) wished
    where i.name <> ${wish.institution} and 'ip' = any(l.modes) and l.status = 'active' and l.starts_at < ${wish.endsAt} and l.ends_at > ${wish.startsAt}
      and network && wished limit 1`);
  return rows[0];
};

/** The institution with this name, made if there is none. */
export const institutionNamed = async (tx: Transaction, id: string, name: string, now: number): Promise<string> => {
  await tx.execute(sql`insert into institution (id, name, created_at) values (${id}, ${name}, ${now}) on conflict (name) do nothing`);
  const { rows } = await tx.execute<{ id: string }>(sql`select id from institution where name = ${name}`);
  return rows[0]?.id ?? id;
};

export const insertLicence = async (tx: Transaction, institutionId: string, licence: InstitutionLicence, now: number): Promise<void> => {
  await tx.execute(sql`
    insert into institution_licence (id, institution_id, scope, book_ids, networks, modes, starts_at, ends_at, contract_no, seats, concurrent, status, created_at)
    values (${licence.id}, ${institutionId}, ${licence.scope}, ${sql.param(licence.bookIds)}::text[], ${sql.param(licence.networks)}::cidr[],
      ${sql.param(licence.modes)}::text[], ${licence.startsAt}, ${licence.endsAt}, ${licence.contractNo}, ${licence.seats ?? null},
      ${licence.concurrent ?? null}, ${licence.status}, ${now})`);
};

export const updateLicenceStatus = async (tx: Transaction, id: string, status: InstitutionLicence['status']): Promise<void> => {
  await tx.execute(sql`update institution_licence set status = ${status} where id = ${id}`);
};

export const updateLicencePlaces = async (
  tx: Transaction,
  id: string,
  { seats, concurrent }: Pick<InstitutionLicence, 'seats' | 'concurrent'>,
): Promise<void> => {
  await tx.execute(sql`update institution_licence set seats = ${seats ?? null}, concurrent = ${concurrent ?? null} where id = ${id}`);
};

/** What lies beyond the mask is dropped: `10.1.2.3/8` is `10.0.0.0/8`. */
export const networksOf = async (tx: Transaction, written: readonly string[]): Promise<string[]> => {
  const { rows } = await tx.execute<{ network: string }>(
    sql`select distinct network(wished)::text as network from unnest(${sql.param([...written])}::inet[]) wished order by 1`,
  );
  return rows.map(({ network }) => network);
};

interface NamedInstitution extends Record<string, unknown> {
  id: string;
  name: string;
}

/** By a part of the name. */
export const findInstitutions = async (db: Queryable, q: string, limit: number): Promise<NamedInstitution[]> => {
  const pattern = `%${q.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return (
    await db.execute<NamedInstitution>(sql`select id, name from institution where name ilike ${pattern} order by name limit ${limit}`)
  ).rows;
};

export const listInstitutionsAmong = async (db: Queryable, ids: readonly string[]): Promise<NamedInstitution[]> =>
  (await db.execute<NamedInstitution>(sql`select id, name from institution where id = any(${sql.param([...ids])}::text[])`)).rows;
