/** The only SQL for a user's own account data: name, avatar and the closing of the account. */
import { and, eq, gt, isNull, lt, lte, or } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { type AccountStatus, type UserAccount, userAccount } from '../tables.ts';

/** Locks the user's row until the transaction ends. Returns undefined when the account does not exist. */
export const lockProfile = async (tx: Transaction, userId: string): Promise<Pick<UserAccount, 'nickname' | 'avatar'> | undefined> => {
  const rows = await tx
    .select({ nickname: userAccount.nickname, avatar: userAccount.avatar })
    .from(userAccount)
    .where(eq(userAccount.id, userId))
    .for('update');
  return rows[0];
};

/** Changes the given fields of a user. Returns undefined when the account does not exist. */
export const updateProfile = async (
  tx: Transaction,
  userId: string,
  changes: Partial<Pick<UserAccount, 'nickname' | 'avatar'>>,
  nowMs: number,
): Promise<UserAccount | undefined> => {
  const rows = await tx
    .update(userAccount)
    .set({ ...changes, updatedAt: nowMs })
    .where(eq(userAccount.id, userId))
    .returning();
  return rows[0];
};

/**
 * Schedules the erasure of an account; a date that is already set stays. Returns the date in force, or undefined for an account that cannot
 * be closed.
 */
export const startClosing = async (db: Queryable, userId: string, closesAt: number, nowMs: number): Promise<number | undefined> => {
  await db
    .update(userAccount)
    .set({ status: 'closing', closesAt, updatedAt: nowMs })
    .where(and(eq(userAccount.id, userId), eq(userAccount.status, 'active'), isNull(userAccount.closesAt)));
  const rows = await db
    .select({ closesAt: userAccount.closesAt })
    .from(userAccount)
    .where(and(eq(userAccount.id, userId), eq(userAccount.status, 'closing')));
  return rows[0]?.closesAt ?? undefined;
};

export const stopClosing = async (db: Queryable, userId: string, nowMs: number): Promise<void> => {
  await db
    .update(userAccount)
    .set({ status: 'active', closesAt: null, updatedAt: nowMs })
    .where(and(eq(userAccount.id, userId), eq(userAccount.status, 'closing')));
};

/** Condition that an account was erased: erasure deletes the phone number; an account closed by an operator still has it. */
const wasErased = and(eq(userAccount.status, 'closed'), isNull(userAccount.tel));
const isDue = (nowMs: number) => and(eq(userAccount.status, 'closing'), lte(userAccount.closesAt, nowMs));

/**
 * Returns the accounts to erase now, and those that were erased between `erased.after` and `erased.before`. The latter are erased again,
 * because calls in progress may have written data after the first erasure.
 */
export const listAccountsToErase = (
  db: Queryable,
  nowMs: number,
  erased: { after: number; before: number },
): Promise<{ id: string; status: AccountStatus }[]> =>
  db
    .select({ id: userAccount.id, status: userAccount.status })
    .from(userAccount)
    .where(or(isDue(nowMs), and(wasErased, gt(userAccount.updatedAt, erased.after), lt(userAccount.updatedAt, erased.before))))
    .orderBy(userAccount.id);

/** Locks the user's row until the transaction ends. Returns false when the user has withdrawn the request to close the account. */
export const lockAccountToErase = async (tx: Transaction, userId: string, nowMs: number): Promise<boolean> => {
  const rows = await tx
    .select({ id: userAccount.id })
    .from(userAccount)
    .where(and(eq(userAccount.id, userId), or(isDue(nowMs), wasErased)))
    .for('update');
  return rows.length === 1;
};
