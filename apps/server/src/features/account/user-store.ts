/** The only SQL that touches people and their roles. */
import type { Role } from '@shufang/contract';
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { type Queryable, sqlStateOf, type Transaction } from '../../platform/database.ts';
import { accountLink, type LinkProvider, type UserAccount, userAccount, userConsent, userRole } from './tables.ts';

/** https://www.postgresql.org/docs/15/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505';

export const findUserByTel = async (db: Queryable, tel: string): Promise<UserAccount | undefined> => {
  const rows = await db.select().from(userAccount).where(eq(userAccount.tel, tel));
  return rows[0];
};

export const findUserById = async (db: Queryable, id: string): Promise<UserAccount | undefined> => {
  const rows = await db.select().from(userAccount).where(eq(userAccount.id, id));
  return rows[0];
};

/** Keeps a new person; `undefined` when the number is taken already (also by a call running at the same time). */
export const insertUser = async (db: Queryable, user: typeof userAccount.$inferInsert): Promise<UserAccount | undefined> => {
  const rows = await db.insert(userAccount).values(user).onConflictDoNothing({ target: userAccount.tel }).returning();
  return rows[0];
};

/** A role that is held without an end keeps none. */
export const addRole = async (db: Queryable, grant: typeof userRole.$inferInsert): Promise<void> => {
  await db
    .insert(userRole)
    .values(grant)
    .onConflictDoUpdate({
      target: [userRole.userId, userRole.role, userRole.scope],
      set: { expiresAt: sql`case when ${userRole.expiresAt} is null then null else excluded.expires_at end` },
    });
};

/** Takes a role given for the whole platform, or for the part that `scope` names; the same role given for others stays. */
export const removeRole = async (db: Queryable, userId: string, role: Role, scope = ''): Promise<void> => {
  await db.delete(userRole).where(and(eq(userRole.userId, userId), eq(userRole.role, role), eq(userRole.scope, scope)));
};

export interface ScopedRole {
  readonly role: Role;
  readonly scope: string;
}

/** Those that have not ended. */
export const listRolesOfUser = (db: Queryable, userId: string, nowMs: number): Promise<ScopedRole[]> =>
  db
    .select({ role: userRole.role, scope: userRole.scope })
    .from(userRole)
    .where(and(eq(userRole.userId, userId), or(isNull(userRole.expiresAt), gt(userRole.expiresAt, nowMs))))
    .orderBy(userRole.role, userRole.scope);

/** Removes roles past their end; answers whose they were. */
export const deleteExpiredRoles = async (db: Queryable, nowMs: number): Promise<string[]> => {
  const rows = await db.delete(userRole).where(lte(userRole.expiresAt, nowMs)).returning({ userId: userRole.userId });
  return [...new Set(rows.map(({ userId }) => userId))];
};

/** Where else the person is known. */
export const listLinksOfUser = async (db: Queryable, userId: string): Promise<LinkProvider[]> => {
  const rows = await db.select({ provider: accountLink.provider }).from(accountLink).where(eq(accountLink.userId, userId));
  return rows.map(({ provider }) => provider);
};

/** Holds the person's row until the transaction ends, and answers their number. */
export const lockUserTel = async (tx: Transaction, userId: string): Promise<string | undefined> => {
  const rows = await tx.select({ tel: userAccount.tel }).from(userAccount).where(eq(userAccount.id, userId)).for('update');
  return rows[0]?.tel ?? undefined;
};

/** False when somebody else has the number; the transaction can then only be rolled back. */
export const setUserTel = async (tx: Transaction, userId: string, tel: string, nowMs: number): Promise<boolean> => {
  try {
    await tx.update(userAccount).set({ tel, updatedAt: nowMs }).where(eq(userAccount.id, userId));
    return true;
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) return false;
    throw error;
  }
};

export const setUserPassword = async (tx: Transaction, userId: string, passwordHash: string, nowMs: number): Promise<void> => {
  await tx.update(userAccount).set({ passwordHash, updatedAt: nowMs }).where(eq(userAccount.id, userId));
};

/** Writes a consent into the record, once, and raises the person's version to it. */
export const recordConsent = async (tx: Transaction, consent: typeof userConsent.$inferInsert): Promise<void> => {
  await tx.insert(userConsent).values(consent).onConflictDoNothing();
  await tx
    .update(userAccount)
    .set({ consentVersion: sql`greatest(${userAccount.consentVersion}, ${consent.version})` })
    .where(eq(userAccount.id, consent.userId));
};
