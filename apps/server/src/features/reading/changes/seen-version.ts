/** Up to which version of a book a reader knows its text: what has changed since is shown. */

import type { Queryable, Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { findVersionNo, listVersionNumbers } from '../../publication/versions/version-history.ts';

/**
 * Returns the version up to which the user has seen the changes, or the version in which they read last; undefined if they have not read the
 * book.
 */
const findSeenVersionId = async (db: Queryable, userId: string, bookId: string): Promise<string | undefined> => {
  const { rows } = await db.execute<{ version_id: string | null }>(sql`
    select coalesce(
      (select version_id from seen_version where user_id = ${userId} and book_id = ${bookId}),
      (select version_id from reading_progress where user_id = ${userId} and book_id = ${bookId})) as version_id`);
  return rows[0]?.version_id ?? undefined;
};

export interface ChangedSinceDependencies {
  readonly db: { readonly orm: Queryable };
  /** Returns when the user created their newest annotation in the book, UTC ms; undefined if there is none. */
  readonly findLastNoteAt: (userId: string, bookId: string) => Promise<number | undefined>;
}

interface CurrentVersion {
  readonly id: string;
  readonly bookId: string;
  readonly no: number;
  readonly releasedAt: number;
}

/**
 * Returns the number of the version that the user knows if it is older than the current one; undefined if nothing has changed for them. A
 * user with notes but without a reading position knows the version that was current when they wrote the newest one. Compares ids of
 * versions only.
 */
export const findChangedSince = async (
  { db: { orm }, findLastNoteAt }: ChangedSinceDependencies,
  userId: string,
  current: CurrentVersion,
): Promise<number | undefined> => {
  // The first version has no earlier one.
  if (current.no === 1) return undefined;
  const seenId = await findSeenVersionId(orm, userId, current.bookId);
  if (seenId === current.id) return undefined;
  if (seenId !== undefined) {
    const no = await findVersionNo(orm, seenId);
    return no !== undefined && no < current.no ? no : undefined;
  }
  const lastNoteAt = await findLastNoteAt(userId, current.bookId);
  if (lastNoteAt === undefined || lastNoteAt >= current.releasedAt) return undefined;
  const versions = await listVersionNumbers(orm, current.bookId);
  return versions.find(({ no, releasedAt }) => no < current.no && releasedAt <= lastNoteAt)?.no;
};

/** Stores that the user has seen the changes up to this version, unless they have seen those of a later one. */
export const saveSeenVersion = async (
  tx: Transaction,
  userId: string,
  version: Pick<CurrentVersion, 'id' | 'bookId' | 'no'>,
): Promise<void> => {
  const seenId = await findSeenVersionId(tx, userId, version.bookId);
  const seenNo = seenId === undefined ? undefined : await findVersionNo(tx, seenId);
  if (seenNo !== undefined && seenNo > version.no) return;
  await tx.execute(sql`
    insert into seen_version (user_id, book_id, version_id) values (${userId}, ${version.bookId}, ${version.id})
    on conflict (user_id, book_id) do update set version_id = excluded.version_id`);
};

/** Returns the version of each book up to which the user has seen the changes. */
export const listSeenVersions = async (db: Queryable, userId: string): Promise<{ bookId: string; versionId: string }[]> => {
  const { rows } = await db.execute<{ book_id: string; version_id: string }>(
    sql`select book_id, version_id from seen_version where user_id = ${userId} order by book_id`,
  );
  return rows.map((row) => ({ bookId: row.book_id, versionId: row.version_id }));
};

export const deleteSeenVersionsOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from seen_version where user_id = ${userId}`);
};
