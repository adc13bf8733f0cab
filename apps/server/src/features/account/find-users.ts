/** Finds users for lists in the admin area, with masked phone numbers. */
import { maskPhone } from '@shufang/contract';
import { eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../platform/database.ts';
import { type UserAccount, userAccount } from './tables.ts';
import { findUserIds } from './user-admin/user-list-store.ts';

export interface ListedUser {
  readonly userId: string;
  readonly nickname: string;
  readonly tel: string;
}

/** Returns users by id; ids of users that do not exist are left out. */
export const findListedUsers = async (db: Queryable, ids: readonly string[]): Promise<Map<string, ListedUser>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: userAccount.id, nickname: userAccount.nickname, tel: userAccount.tel })
    .from(userAccount)
    .where(inArray(userAccount.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, nickname, tel }) => [id, { userId: id, nickname, tel: maskPhone(tel ?? '') }]));
};

/** Returns the user with this id, including the full phone number, for use cases whose decision depends on the number. */
export const findAccount = async (db: Queryable, id: string): Promise<UserAccount | undefined> => {
  const rows = await db.select().from(userAccount).where(eq(userAccount.id, id));
  return rows[0];
};

/** The maximum number of users found by a name; a name that more users share is too general to search for. */
const FOUND_MAX = 500;

/** Returns the ids of the users that match `q` by phone number, its last four digits, id or nickname. */
export const searchUserIds = (db: Queryable, q: string): Promise<string[]> => findUserIds(db, q, FOUND_MAX);
