/** The only SQL for a user's own account data: name, avatar and the closing of the account. */

import type { Queryable, Row, Transaction } from '../../../platform/database.ts';
import { type SQL, sql } from '../../../platform/sql.ts';
import { type AccountStatus, USER_COLUMNS, type UserAccount } from '../tables.ts';

/** Locks the user's row until the transaction ends. Returns undefined when the account does not exist. */
export const lockProfile = async (tx: Transaction, userId: string): Promise<Pick<UserAccount, 'nickname' | 'avatar'> | undefined> => {
  const { rows } = await tx.execute<Row<Pick<UserAccount, 'nickname' | 'avatar'>>>(
    sql`select nickname, avatar from user_account where id = ${userId} for update`,
  );
  return rows[0];
};

/** Changes the given fields of a user. Returns undefined when the account does not exist. */
export const updateProfile = async (
  tx: Transaction,
  userId: string,
  { nickname = null, avatar = null }: { readonly [Field in 'nickname' | 'avatar']?: string | null },
  nowMs: number,
): Promise<UserAccount | undefined> => {
  const { rows } = await tx.execute<Row<UserAccount>>(sql`update user_account u
    set nickname = coalesce(${nickname}, u.nickname), avatar = coalesce(${avatar}, u.avatar), updated_at = ${nowMs}
    where u.id = ${userId} returning ${USER_COLUMNS}`);
  return rows[0];
};

/**
 * Schedules the erasure of an account; a date that is already set stays. Returns the date in force, or undefined for an account that cannot
 * be closed.
 */
export const startClosing = async (db: Queryable, userId: string, closesAt: number, nowMs: number): Promise<number | undefined> => {
  await db.execute(sql`update user_account set status = 'closing', closes_at = ${closesAt}, updated_at = ${nowMs}
    where id = ${userId} and status = 'active' and closes_at is null`);
  const { rows } = await db.execute<{ closesAt: number | null }>(
    sql`select closes_at as "closesAt" from user_account where id = ${userId} and status = 'closing'`,
  );
  return rows[0]?.closesAt ?? undefined;
};

export const stopClosing = async (db: Queryable, userId: string, nowMs: number): Promise<void> => {
  await db.execute(sql`update user_account set status = 'active', closes_at = null, updated_at = ${nowMs}
    where id = ${userId} and status = 'closing'`);
};

/** Condition that an account was erased: erasure deletes the phone number; an account closed by an operator still has it. */
const wasErased = sql`(status = 'closed' and tel is null)`;
const isDue = (nowMs: number): SQL => sql`(status = 'closing' and closes_at <= ${nowMs})`;

/**
 * Returns the accounts to erase now, and those that were erased between `erased.after` and `erased.before`. The latter are erased again,
 * because calls in progress may have written data after the first erasure.
 */
export const listAccountsToErase = async (
  db: Queryable,
  nowMs: number,
  erased: { after: number; before: number },
): Promise<{ id: string; status: AccountStatus }[]> => {
  const { rows } = await db.execute<{ id: string; status: AccountStatus }>(sql`select id, status from user_account
    where ${isDue(nowMs)} or (${wasErased} and updated_at > ${erased.after} and updated_at < ${erased.before}) order by id`);
  return rows;
};

/** Locks the user's row until the transaction ends. Returns false when the user has withdrawn the request to close the account. */
export const lockAccountToErase = async (tx: Transaction, userId: string, nowMs: number): Promise<boolean> => {
  const { rowCount } = await tx.execute(
    sql`select id from user_account where id = ${userId} and (${isDue(nowMs)} or ${wasErased}) for update`,
  );
  return rowCount === 1;
};
