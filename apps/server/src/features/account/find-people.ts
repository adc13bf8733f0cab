/** Who people are, for operators' lists: the number is masked. */
import { maskPhone } from '@shufang/contract';
import { eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../platform/database.ts';
import { findPeopleIds } from './people-store.ts';
import { type UserAccount, userAccount } from './tables.ts';

export interface ListedPerson {
  readonly userId: string;
  readonly nickname: string;
  readonly tel: string;
}

/** By id; those that are gone are left out. */
export const findPeople = async (db: Queryable, ids: readonly string[]): Promise<Map<string, ListedPerson>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: userAccount.id, nickname: userAccount.nickname, tel: userAccount.tel })
    .from(userAccount)
    .where(inArray(userAccount.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, nickname, tel }) => [id, { userId: id, nickname, tel: maskPhone(tel ?? '') }]));
};

/** The person with this id, the open number among it: for use cases that decide by it. */
export const findAccount = async (db: Queryable, id: string): Promise<UserAccount | undefined> => {
  const rows = await db.select().from(userAccount).where(eq(userAccount.id, id));
  return rows[0];
};

/** More people than this have one name in common only where the name says nothing. */
const FOUND_MAX = 500;

/** Ids of people by their number, its last four digits, their id or their nickname. */
export const searchPeople = (db: Queryable, q: string): Promise<string[]> => findPeopleIds(db, q, FOUND_MAX);
