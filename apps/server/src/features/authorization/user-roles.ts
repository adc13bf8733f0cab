/** Reads and writes the roles of users. The account slice also reads the table, for sessions and lists of users. */
import type { Role } from '@shufang/contract';
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { userRole } from './tables.ts';

export interface ScopedRole {
  readonly role: Role;
  /** The publisher, institution or book for which the role is granted; empty: the whole platform. */
  readonly scope: string;
}

export interface GrantedRole extends ScopedRole {
  readonly grantedAt: number;
}

/** Grants a role. A role that the user already has without an expiry stays without one. */
export const addRole = async (db: Queryable, grant: typeof userRole.$inferInsert): Promise<void> => {
  await db
    .insert(userRole)
    .values(grant)
    .onConflictDoUpdate({
      target: [userRole.userId, userRole.role, userRole.scope],
      set: { expiresAt: sql`case when ${userRole.expiresAt} is null then null else excluded.expires_at end` },
    });
};

/** Removes a role with exactly this scope; the same role with another scope stays. */
export const removeRole = async (db: Queryable, userId: string, role: Role, scope = ''): Promise<void> => {
  await db.delete(userRole).where(and(eq(userRole.userId, userId), eq(userRole.role, role), eq(userRole.scope, scope)));
};

/** Removes all roles of a user whose account is erased. */
export const removeAllRoles = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.delete(userRole).where(eq(userRole.userId, userId));
};

/** Returns the roles that have not expired. */
export const listRolesOfUser = (db: Queryable, userId: string, nowMs: number): Promise<ScopedRole[]> =>
  db
    .select({ role: userRole.role, scope: userRole.scope })
    .from(userRole)
    .where(and(eq(userRole.userId, userId), or(isNull(userRole.expiresAt), gt(userRole.expiresAt, nowMs))))
    .orderBy(userRole.role, userRole.scope);

/** Returns all stored roles, expired ones too, for the export of a user's data. */
export const listGrantedRoles = (db: Queryable, userId: string): Promise<GrantedRole[]> =>
  db
    .select({ role: userRole.role, scope: userRole.scope, grantedAt: userRole.grantedAt })
    .from(userRole)
    .where(eq(userRole.userId, userId));

/** Locks the roles of a user until the transaction ends, so that concurrent changes cannot remove the last one. */
export const lockRoles = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.select({ role: userRole.role }).from(userRole).where(eq(userRole.userId, userId)).for('update');
};

/** Removes expired roles. Returns the ids of their users. */
export const deleteExpiredRoles = async (db: Queryable, nowMs: number): Promise<string[]> => {
  const rows = await db.delete(userRole).where(lte(userRole.expiresAt, nowMs)).returning({ userId: userRole.userId });
  return [...new Set(rows.map(({ userId }) => userId))];
};
