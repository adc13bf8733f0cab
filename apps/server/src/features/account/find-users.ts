/** Finds users for lists in the admin area, with masked phone numbers. */
import { maskPhone } from '@shufang/contract';
import type { Queryable, Row } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { USER_COLUMNS, type UserAccount } from './tables.ts';
import { findUserIds } from './user-admin/user-list-store.ts';

export interface ListedUser {
  readonly userId: string;
  readonly nickname: string;
  readonly tel: string;
}

/** Returns users by id; ids of users that do not exist are left out. */
export const findListedUsers = async (db: Queryable, ids: readonly string[]): Promise<Map<string, ListedUser>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<Row<Pick<UserAccount, 'id' | 'nickname' | 'tel'>>>(
    sql`select id, nickname, tel from user_account where id = any(${sql.param([...ids])}::text[])`,
  );
  return new Map(rows.map(({ id, nickname, tel }) => [id, { userId: id, nickname, tel: maskPhone(tel ?? '') }]));
};

/** Returns the user with this id, including the full phone number, for use cases whose decision depends on the number. */
export const findAccount = async (db: Queryable, id: string): Promise<UserAccount | undefined> => {
  const { rows } = await db.execute<Row<UserAccount>>(sql`select ${USER_COLUMNS} from user_account u where u.id = ${id}`);
  return rows[0];
};

/** The maximum number of users found by a name; a name that more users share is too general to search for. */
const FOUND_MAX = 500;

/** Returns the ids of the users that match `q` by phone number, its last four digits, id or nickname. */
export const searchUserIds = (db: Queryable, q: string): Promise<string[]> => findUserIds(db, q, FOUND_MAX);
