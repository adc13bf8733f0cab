/** The only SQL on user accounts, apart from lists of users (`user-list-store.ts`) and sessions (`session-store.ts`). */
import type { SignInProvider } from '@shufang/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Database, type Queryable, sqlStateOf, type Transaction } from '../../platform/database.ts';
import { accountLink, type UserAccount, userAccount, userConsent } from './tables.ts';

/** SQLSTATE of a violated unique constraint; https://www.postgresql.org/docs/15/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505';

export const findUserByTel = async (db: Queryable, tel: string): Promise<UserAccount | undefined> => {
  const rows = await db.select().from(userAccount).where(eq(userAccount.tel, tel));
  return rows[0];
};

/** Invalidates the credentials that devices of this user received before `nowMs`, so that they are no longer known devices. */
export const forgetKnownDevices = async (tx: Transaction, userId: string, nowMs: number): Promise<void> => {
  await tx.update(userAccount).set({ deviceCredentialsSince: nowMs }).where(eq(userAccount.id, userId));
};

export const findUserById = async (db: Queryable, id: string): Promise<UserAccount | undefined> => {
  const rows = await db.select().from(userAccount).where(eq(userAccount.id, id));
  return rows[0];
};

/** Inserts a new user. Returns `undefined` when the phone number is taken, including by a concurrent call. */
export const insertUser = async (db: Queryable, user: typeof userAccount.$inferInsert): Promise<UserAccount | undefined> => {
  const rows = await db.insert(userAccount).values(user).onConflictDoNothing({ target: userAccount.tel }).returning();
  return rows[0];
};

/** Returns the external identities linked to the user. */
export const listLinksOfUser = async (db: Queryable, userId: string): Promise<SignInProvider[]> => {
  const rows = await db.select({ provider: accountLink.provider }).from(accountLink).where(eq(accountLink.userId, userId));
  return rows.map(({ provider }) => provider);
};

/** Locks the user's row until the transaction ends, and returns the user's phone number. */
export const lockUserTel = async (tx: Transaction, userId: string): Promise<string | undefined> => {
  const rows = await tx.select({ tel: userAccount.tel }).from(userAccount).where(eq(userAccount.id, userId)).for('update');
  return rows[0]?.tel ?? undefined;
};

/** Changes the phone number. Returns false when another user has it; the caller must then roll the transaction back. */
export const setUserTel = async (tx: Transaction, userId: string, tel: string, nowMs: number): Promise<boolean> => {
  try {
    await tx.update(userAccount).set({ tel, updatedAt: nowMs }).where(eq(userAccount.id, userId));
    return true;
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) return false;
    throw error;
  }
};

export const setUserPassword = async (
  tx: Transaction,
  userId: string,
  stored: Pick<UserAccount, 'passwordHash' | 'passwordPublished'>,
  nowMs: number,
): Promise<void> => {
  await tx
    .update(userAccount)
    .set({ ...stored, updatedAt: nowMs })
    .where(eq(userAccount.id, userId));
};

/** The column is read from the row as JSON, in which a missing column is null, because `doctor` checks a database before its upgrade. */
const CHECK = "(to_jsonb(a) ->> 'password_published')";

export const listPublishedPasswords = async (db: Pick<Database, 'pool'>): Promise<{ id: string; tel: string | null }[]> =>
  (
    await db.pool.query<{ id: string; tel: string | null }>(
      `select id, tel from user_account a where password_hash is not null and ${CHECK} = 'true' order by id`,
    )
  ).rows;

/**
 * Returns passwords for which it is not recorded whether they are the published one: those of the demo's phone numbers first, then those of
 * users with a role other than reader, then the oldest accounts.
 */
export const listUncheckedPasswords = async (
  db: Pick<Database, 'pool'>,
  limit: number,
): Promise<{ id: string; tel: string | null; passwordHash: string }[]> =>
  (
    await db.pool.query<{ id: string; tel: string | null; passwordHash: string }>(
      `select id, tel, password_hash as "passwordHash" from user_account a where password_hash is not null and ${CHECK} is null
       order by (tel like '138000000__') is true desc,
         exists (select from user_role r where r.user_id = a.id and r.role <> 'reader') desc, created_at, id
       limit $1`,
      [limit],
    )
  ).rows;

/** Records whether a password is the published one. Changes nothing when the password has changed meanwhile. */
export const recordPasswordCheck = async (
  db: Pick<Database, 'pool'>,
  { id, passwordHash, isPublished }: { id: string; passwordHash: string; isPublished: boolean },
): Promise<void> => {
  await db.pool.query('update user_account set password_published = $3 where id = $1 and password_hash = $2', [
    id,
    passwordHash,
    isPublished,
  ]);
};

/** Records a consent once, and raises the version of the terms that the user has accepted. */
export const recordConsent = async (tx: Transaction, consent: typeof userConsent.$inferInsert): Promise<void> => {
  await tx.insert(userConsent).values(consent).onConflictDoNothing();
  await tx
    .update(userAccount)
    .set({ consentVersion: sql`greatest(${userAccount.consentVersion}, ${consent.version})` })
    .where(eq(userAccount.id, consent.userId));
};

/** Returns users whose account was erased: their rows stay, without personal data, for orders that refer to them. */
export const listErasedIds = async (db: Queryable): Promise<string[]> => {
  const rows = await db
    .select({ id: userAccount.id })
    .from(userAccount)
    .where(and(eq(userAccount.status, 'closed'), isNull(userAccount.tel)));
  return rows.map(({ id }) => id);
};
