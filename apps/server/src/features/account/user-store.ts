/** The only SQL on user accounts, apart from lists of users (`user-list-store.ts`) and sessions (`session-store.ts`). */
import type { SignInProvider } from '@shufang/contract';
import { type Database, type Queryable, type Row, sqlStateOf, type Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { USER_COLUMNS, type UserAccount } from './tables.ts';

/** SQLSTATE of a violated unique constraint; https://www.postgresql.org/docs/15/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505';

export const findUserByTel = async (db: Queryable, tel: string): Promise<UserAccount | undefined> => {
  const { rows } = await db.execute<Row<UserAccount>>(sql`select ${USER_COLUMNS} from user_account u where u.tel = ${tel}`);
  return rows[0];
};

/** Invalidates the credentials that devices of this user received before `nowMs`, so that they are no longer known devices. */
export const forgetKnownDevices = async (tx: Transaction, userId: string, nowMs: number): Promise<void> => {
  await tx.execute(sql`update user_account set device_credentials_since = ${nowMs} where id = ${userId}`);
};

export const findUserById = async (db: Queryable, id: string): Promise<UserAccount | undefined> => {
  const { rows } = await db.execute<Row<UserAccount>>(sql`select ${USER_COLUMNS} from user_account u where u.id = ${id}`);
  return rows[0];
};

type NewUserRow = Pick<UserAccount, 'id' | 'tel' | 'nickname' | 'passwordHash' | 'passwordPublished' | 'createdAt' | 'updatedAt'>;

/** Inserts a new user. Returns `undefined` when the phone number is taken, including by a concurrent call. */
export const insertUser = async (
  db: Queryable,
  { id, tel, nickname, passwordHash, passwordPublished, createdAt, updatedAt }: NewUserRow,
): Promise<UserAccount | undefined> => {
  const { rows } = await db.execute<Row<UserAccount>>(sql`insert into user_account as u
      (id, tel, nickname, password_hash, password_published, created_at, updated_at)
    values (${id}, ${tel}, ${nickname}, ${passwordHash}, ${passwordPublished}, ${createdAt}, ${updatedAt})
    on conflict (tel) do nothing returning ${USER_COLUMNS}`);
  return rows[0];
};

/** Returns the external identities linked to the user. */
export const listLinksOfUser = async (db: Queryable, userId: string): Promise<SignInProvider[]> => {
  const { rows } = await db.execute<{ provider: SignInProvider }>(sql`select provider from account_link where user_id = ${userId}`);
  return rows.map(({ provider }) => provider);
};

/** Locks the user's row until the transaction ends, and returns the user's phone number. */
export const lockUserTel = async (tx: Transaction, userId: string): Promise<string | undefined> => {
  const { rows } = await tx.execute<{ tel: string | null }>(sql`select tel from user_account where id = ${userId} for update`);
  return rows[0]?.tel ?? undefined;
};

/** Changes the phone number. Returns false when another user has it; the caller must then roll the transaction back. */
export const setUserTel = async (tx: Transaction, userId: string, tel: string, nowMs: number): Promise<boolean> => {
  try {
    await tx.execute(sql`update user_account set tel = ${tel}, updated_at = ${nowMs} where id = ${userId}`);
    return true;
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) return false;
    throw error;
  }
};

export const setUserPassword = async (
  tx: Transaction,
  userId: string,
  { passwordHash, passwordPublished }: Pick<UserAccount, 'passwordHash' | 'passwordPublished'>,
  nowMs: number,
): Promise<void> => {
  await tx.execute(sql`update user_account set password_hash = ${passwordHash}, password_published = ${passwordPublished},
      updated_at = ${nowMs} where id = ${userId}`);
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
export const recordConsent = async (
  tx: Transaction,
  { userId, version, givenAt, network }: { userId: string; version: number; givenAt: number; network: string },
): Promise<void> => {
  await tx.execute(sql`insert into user_consent (user_id, version, given_at, network)
    values (${userId}, ${version}, ${givenAt}, ${network}) on conflict do nothing`);
  await tx.execute(sql`update user_account set consent_version = greatest(consent_version, ${version}) where id = ${userId}`);
};

/** Returns users whose account was erased: their rows stay, without personal data, for orders that refer to them. */
export const listErasedIds = async (db: Queryable): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`select id from user_account where status = 'closed' and tel is null`);
  return rows.map(({ id }) => id);
};
