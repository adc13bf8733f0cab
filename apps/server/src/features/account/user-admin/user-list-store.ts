/** Lists accounts for administrators. */
import { type AccountStatus, maskPhone, type Role, type UserRecord } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { TimeCursor } from '../../../platform/http/cursor.ts';
import { type SQL, sql } from '../../../platform/sql.ts';

interface Row extends Record<string, unknown> {
  id: string;
  nickname: string;
  tel: string | null;
  status: AccountStatus;
  created_at: number;
  last_seen_at: number | null;
  roles: UserRecord['roles'] | null;
}

export interface UserFilter {
  readonly q: string;
  readonly role?: Role | undefined;
  readonly status?: AccountStatus | undefined;
  readonly after?: TimeCursor | undefined;
  readonly limit: number;
  readonly userId?: string;
}

/**
 * Returns the SQL pattern for a complete phone number, its last four digits, or a masked number (`138****0001`); undefined for any other
 * text.
 */
const telPattern = (q: string): string | undefined => {
  if (/^1\d{10}$/.test(q)) return q;
  if (/^\d{4}$/.test(q)) return `%${q}`;
  return /^1\d{2}\*{4}\d{4}$/.test(q) ? q.replaceAll('*', '_') : undefined;
};

const like = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

const ID = /^[0-9a-z]{26}$/;

const isFoundBy = (q: string): SQL => {
  const ways = [sql`u.nickname ilike ${like(q)}`];
  const tel = telPattern(q);
  if (tel !== undefined) ways.push(sql`u.tel like ${tel}`);
  if (ID.test(q)) ways.push(sql`u.id = ${q}`);
  return sql`(${sql.join(ways, sql` or `)})`;
};

/** Returns the ids of the users found by phone number, its last four digits, id or nickname: at most `limit`, the newest first. */
export const findUserIds = async (db: Queryable, q: string, limit: number): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`select u.id from user_account u where ${isFoundBy(q)} order by u.created_at desc, u.id desc limit ${limit}`,
  );
  return rows.map(({ id }) => id);
};

/** Returns accounts, the newest first. */
export const listUserRecords = async (db: Queryable, filter: UserFilter, now: number): Promise<UserRecord[]> => {
  const { q, role, status, after, limit, userId } = filter;
  const parts = [sql`true`];
  if (userId !== undefined) parts.push(sql`u.id = ${userId}`);
  if (q !== '') parts.push(isFoundBy(q));
  if (status !== undefined) parts.push(sql`u.status = ${status}`);
  if (role !== undefined) {
    parts.push(
      sql`exists (select 1 from user_role r where r.user_id = u.id and r.role = ${role} and (r.expires_at is null or r.expires_at > ${now}))`,
    );
  }
  if (after !== undefined) parts.push(sql`(u.created_at, u.id) < (${after.at}::bigint, ${after.id})`);
  const { rows } = await db.execute<Row>(sql`
    select u.id, u.nickname, u.tel, u.status, u.created_at,
      (select max(s.last_seen_at) from session s where s.user_id = u.id) as last_seen_at,
      (select json_agg(json_strip_nulls(json_build_object('role', r.role, 'scope', r.scope, 'grantedAt', r.granted_at, 'expiresAt', r.expires_at))
         order by r.role, r.scope)
       from user_role r where r.user_id = u.id and (r.expires_at is null or r.expires_at > ${now})) as roles
    from user_account u where ${sql.join(parts, sql` and `)} order by u.created_at desc, u.id desc limit ${limit}`);
  return rows.map((row) => ({
    userId: row.id,
    nickname: row.nickname,
    tel: maskPhone(row.tel ?? ''),
    status: row.status,
    roles: row.roles ?? [],
    createdAt: row.created_at,
    ...(row.last_seen_at === null ? {} : { lastSeenAt: row.last_seen_at }),
  }));
};

export const setStatus = async (tx: Transaction, userId: string, status: AccountStatus, now: number): Promise<void> => {
  await tx.execute(sql`update user_account set status = ${status}, updated_at = ${now} where id = ${userId}`);
};
