/** Reads and writes the roles of users. The account slice also reads the table, for sessions and lists of users. */
import type { Role } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface ScopedRole {
  readonly role: Role;
  /** The publisher, institution or book for which the role is granted; empty: the whole platform. */
  readonly scope: string;
}

export interface GrantedRole extends ScopedRole {
  readonly grantedAt: number;
}

/** A role to grant. `scope` absent: for the whole platform; `expiresAt` absent or null: without an expiry. */
interface RoleGrant {
  readonly userId: string;
  readonly role: Role;
  readonly scope?: string;
  readonly grantedAt: number;
  readonly expiresAt?: number | null;
}

/** Grants a role. A role that the user already has without an expiry stays without one. */
export const addRole = async (db: Queryable, { userId, role, scope = '', grantedAt, expiresAt = null }: RoleGrant): Promise<void> => {
  await db.execute(sql`insert into user_role as r (user_id, role, scope, granted_at, expires_at)
    values (${userId}, ${role}, ${scope}, ${grantedAt}, ${expiresAt})
    on conflict (user_id, role, scope)
      do update set expires_at = case when r.expires_at is null then null else excluded.expires_at end`);
};

/** Removes a role with exactly this scope; the same role with another scope stays. */
export const removeRole = async (db: Queryable, userId: string, role: Role, scope = ''): Promise<void> => {
  await db.execute(sql`delete from user_role where user_id = ${userId} and role = ${role} and scope = ${scope}`);
};

/** Removes all roles of a user whose account is erased. */
export const removeAllRoles = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from user_role where user_id = ${userId}`);
};

/** Returns the roles that have not expired. */
export const listRolesOfUser = async (db: Queryable, userId: string, nowMs: number): Promise<ScopedRole[]> => {
  const { rows } = await db.execute<Row<ScopedRole>>(sql`select role, scope from user_role
    where user_id = ${userId} and (expires_at is null or expires_at > ${nowMs}) order by role, scope`);
  return rows;
};

/** Returns all stored roles, expired ones too, for the export of a user's data. */
export const listGrantedRoles = async (db: Queryable, userId: string): Promise<GrantedRole[]> => {
  const { rows } = await db.execute<Row<GrantedRole>>(
    sql`select role, scope, granted_at as "grantedAt" from user_role where user_id = ${userId}`,
  );
  return rows;
};

/** Locks the roles of a user until the transaction ends, so that concurrent changes cannot remove the last one. */
export const lockRoles = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`select role from user_role where user_id = ${userId} for update`);
};

/** Removes expired roles. Returns the ids of their users. */
export const deleteExpiredRoles = async (db: Queryable, nowMs: number): Promise<string[]> => {
  const { rows } = await db.execute<{ userId: string }>(
    sql`delete from user_role where expires_at <= ${nowMs} returning user_id as "userId"`,
  );
  return [...new Set(rows.map(({ userId }) => userId))];
};

/** Returns the users with a role in one of these scopes; '' is the whole platform. */
export const listUsersWithRole = async (db: Queryable, role: Role, scopes: readonly string[], nowMs: number): Promise<string[]> => {
  const { rows } = await db.execute<{ userId: string }>(sql`
    select distinct user_id as "userId" from user_role
    where role = ${role} and scope = any(${sql.param([...scopes])}::text[]) and (expires_at is null or expires_at > ${nowMs}) order by 1`);
  return rows.map(({ userId }) => userId);
};
