/** The only SQL that touches people and their roles. */
import type { Role } from '@shufang/contract';
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../platform/database.ts';
import { accountLink, type LinkProvider, type UserAccount, userAccount, userRole } from './tables.ts';

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

export const addRole = async (db: Queryable, grant: typeof userRole.$inferInsert): Promise<void> => {
  await db.insert(userRole).values(grant).onConflictDoNothing();
};

export interface ScopedRole {
  readonly role: Role;
  readonly scope: string;
}

export const listRolesOfUser = (db: Queryable, userId: string): Promise<ScopedRole[]> =>
  db.select({ role: userRole.role, scope: userRole.scope }).from(userRole).where(eq(userRole.userId, userId));

/** Where else the person is known. */
export const listLinksOfUser = async (db: Queryable, userId: string): Promise<LinkProvider[]> => {
  const rows = await db.select({ provider: accountLink.provider }).from(accountLink).where(eq(accountLink.userId, userId));
  return rows.map(({ provider }) => provider);
};
