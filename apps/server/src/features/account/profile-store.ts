/** The only SQL for what people change about their own account: name, picture, and leaving. */
import { and, eq, gt, isNull, lt, lte, or } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type AccountStatus, type UserAccount, userAccount } from './tables.ts';

/** Changes what is given; `undefined` when the account is gone. */
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

/** Sets the day; one that is set already stays. Answers the day in force, `undefined` for an account that cannot be left. */
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

/** Erasing takes the number away; an account that an operator closes keeps it. */
const wasErased = and(eq(userAccount.status, 'closed'), isNull(userAccount.tel));
const isDue = (nowMs: number) => and(eq(userAccount.status, 'closing'), lte(userAccount.closesAt, nowMs));

/** Accounts whose day has come, and those erased between the two moments: what was on its way at their end is erased as well. */
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

/** Holds the row until the transaction ends; false when its owner has changed their mind. */
export const lockAccountToErase = async (tx: Transaction, userId: string, nowMs: number): Promise<boolean> => {
  const rows = await tx
    .select({ id: userAccount.id })
    .from(userAccount)
    .where(and(eq(userAccount.id, userId), or(isDue(nowMs), wasErased)))
    .for('update');
  return rows.length === 1;
};
