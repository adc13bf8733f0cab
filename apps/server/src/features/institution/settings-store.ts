/** The only SQL of `institution_sign_in`, and of institutions in the admin area. */
import { CodedError, type InstitutionProtocol, institutionProtocol, type SignInProtocol, settingsKinds } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import { type SQL, sql } from '../../platform/sql.ts';
import type { OwnerOf } from '../authorization/access-scope.ts';
import { isLicenseWithin } from './license-scope.ts';

export interface InstitutionRecord {
  id: string;
  name: string;
  domain: string;
  protocol: SignInProtocol;
  entityId: string | null;
  ssoUrl: string;
  certificates: string[];
  issuer: string;
  clientId: string;
  sealedClientSecret: Buffer | null;
}

const COLUMNS = sql`i.id, i.name, coalesce(s.domain, '') as domain, coalesce(s.protocol, 'none') as protocol, s.entity_id as "entityId",
  coalesce(s.sso_url, '') as "ssoUrl", coalesce(s.certificates, '{}') as certificates, coalesce(s.issuer, '') as issuer,
  coalesce(s.client_id, '') as "clientId", s.sealed_client_secret as "sealedClientSecret"`;
const FROM = sql`institution i left join institution_sign_in s on s.institution_id = i.id`;

const like = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

export const findInstitution = async (db: Queryable, id: string): Promise<InstitutionRecord | undefined> =>
  (await db.execute<Row<InstitutionRecord>>(sql`select ${COLUMNS} from ${FROM} where i.id = ${id}`)).rows[0];

/** Returns an institution. Throws `institution.notFound`. */
export const requireInstitution = async (db: Queryable, id: string): Promise<InstitutionRecord> => {
  const found = await findInstitution(db, id);
  if (found === undefined) throw new CodedError('institution.notFound');
  return found;
};

export const ownerOfInstitution: OwnerOf = async (db, id) =>
  (await findInstitution(db, id)) === undefined ? undefined : { publishers: [], institutionId: id };

/** Finds an institution by the entity id of its identity provider. */
export const findInstitutionByEntity = async (db: Queryable, entityId: string): Promise<InstitutionRecord | undefined> =>
  (await db.execute<Row<InstitutionRecord>>(sql`select ${COLUMNS} from ${FROM} where s.entity_id = ${entityId}`)).rows[0];

/**
 * The protocols that this platform supports, and whether the local page simulates the identity provider of institutions without settings.
 */
export interface SignInMethods {
  readonly protocols: readonly InstitutionProtocol[];
  readonly local: boolean;
}

const withMetadata = institutionProtocol.options.filter((protocol) => settingsKinds[protocol] === 'metadata');
/** `hasProviderSettings` as a SQL condition. */
const hasSettings = sql`
  case when s.protocol = any(${sql.param(withMetadata)}::text[]) then s.entity_id is not null else s.issuer <> '' end`;

/** SQL condition: the institution offers sign-in now. `identityProviderOf` decides the same for a single institution. */
const isReady = ({ protocols, local }: SignInMethods): SQL => sql`
  (s.protocol <> 'none'
    and case when ${hasSettings} then s.protocol = any(${sql.param([...protocols])}::text[]) else ${local}::boolean end)`;

/** Lists institutions that offer sign-in, by a part of the name, its pinyin or initials, or the domain. */
export const searchReady = async (
  db: Queryable,
  { q, methods, limit }: { q: string; methods: SignInMethods; limit: number },
): Promise<{ id: string; name: string; domain: string }[]> => {
  const typed = q.toLowerCase().replaceAll(/\s+/g, '');
  const matches = q === '' ? sql`true` : sql`(i.name ilike ${like(q)} or s.search_key like ${like(typed)})`;
  return (
    await db.execute<{ id: string; name: string; domain: string }>(sql`
      select i.id, i.name, s.domain from institution i join institution_sign_in s on s.institution_id = i.id
      where ${isReady(methods)} and ${matches} order by i.name limit ${limit}`)
  ).rows;
};

/** Returns those of the given institutions that offer sign-in now. */
export const readyAmong = async (
  db: Queryable,
  ids: readonly string[],
  methods: SignInMethods,
): Promise<{ id: string; name: string; protocol: SignInProtocol }[]> =>
  (
    await db.execute<{ id: string; name: string; protocol: SignInProtocol }>(sql`
      select i.id, i.name, s.protocol from institution i join institution_sign_in s on s.institution_id = i.id
      where ${isReady(methods)} and i.id = any(${sql.param([...ids])}::text[]) order by i.name`)
  ).rows;

export interface AdminInstitutionRecord extends InstitutionRecord {
  members: number;
  linked: number;
  licenses: number;
}

const countsWithin = (accessScope: AccessScope | undefined) => sql`
  (select count(*)::int from institution_member m where m.institution_id = i.id) as members,
  (select count(*)::int from institution_link k where k.institution_id = i.id) as linked,
  (select count(*)::int from institution_license l where l.institution_id = i.id and ${isLicenseWithin(accessScope)}) as licenses`;

/** Returns institutions in the order of names, after the name `after`. `ids` absent: all institutions. */
export const listAdminInstitutions = async (
  db: Queryable,
  page: { q: string; after: string | undefined; ids: readonly string[] | undefined; accessScope: AccessScope | undefined; limit: number },
): Promise<AdminInstitutionRecord[]> => {
  const parts = [sql`true`];
  if (page.q !== '')
    parts.push(sql`(i.name ilike ${like(page.q)} or s.search_key like ${like(page.q.toLowerCase().replaceAll(/\s+/g, ''))})`);
  if (page.after !== undefined) parts.push(sql`i.name > ${page.after}`);
  if (page.ids !== undefined) parts.push(sql`i.id = any(${sql.param([...page.ids])}::text[])`);
  return (
    await db.execute<Row<AdminInstitutionRecord>>(
      sql`select ${COLUMNS}, ${countsWithin(page.accessScope)} from ${FROM} where ${sql.join(parts, sql` and `)} order by i.name limit ${page.limit}`,
    )
  ).rows;
};

/** Creates or renames an institution. Returns false when the name is taken. */
export const putInstitution = async (tx: Transaction, record: { id: string; name: string }, now: number): Promise<boolean> => {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select exists (select 1 from institution where name = ${record.name} and id <> ${record.id}) as taken`,
  );
  if (rows[0]?.taken === true) return false;
  await tx.execute(sql`
    insert into institution (id, name, created_at) values (${record.id}, ${record.name}, ${now})
    on conflict (id) do update set name = excluded.name`);
  return true;
};

export interface SignInRecord extends Omit<InstitutionRecord, 'id' | 'name'> {
  searchKey: string;
}

/** Stores the sign-in settings. Returns false when another institution has the domain or the identity provider. */
export const putSignIn = async (tx: Transaction, institutionId: string, record: SignInRecord, now: number): Promise<boolean> => {
  const { domain, searchKey, protocol, entityId, ssoUrl, certificates, issuer, clientId, sealedClientSecret } = record;
  const { rows } = await tx.execute<{ taken: boolean }>(sql`
    select exists (select 1 from institution_sign_in where institution_id <> ${institutionId}
      and ((domain <> '' and domain = ${domain}) or entity_id = ${entityId})) as taken`);
  if (rows[0]?.taken === true) return false;
  await tx.execute(sql`
    insert into institution_sign_in (institution_id, domain, search_key, protocol, entity_id, sso_url, certificates, issuer, client_id,
      sealed_client_secret, updated_at)
    values (${institutionId}, ${domain}, ${searchKey}, ${protocol}, ${entityId}, ${ssoUrl}, ${sql.param([...certificates])}::text[], ${issuer},
      ${clientId}, ${sealedClientSecret}, ${now})
    on conflict (institution_id) do update set domain = excluded.domain, search_key = excluded.search_key, protocol = excluded.protocol,
      entity_id = excluded.entity_id, sso_url = excluded.sso_url, certificates = excluded.certificates, issuer = excluded.issuer,
      client_id = excluded.client_id, sealed_client_secret = excluded.sealed_client_secret, updated_at = excluded.updated_at`);
  return true;
};

/** Locks the institutions until the transaction ends, so that changes by administrators run one after another. */
export const lockInstitutions = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('institutions', 0))`);
};
