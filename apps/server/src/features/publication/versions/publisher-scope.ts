/** Restricts books to the access scope of an operator: the books of their publishers. Publishers are identified by name. */
import { CodedError } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import { type SQL, sql } from '../../../platform/sql.ts';
import type { Owner, OwnerOf } from '../../authorization/access-scope.ts';

/** SQL condition for lists and counts: the book with the id in this column is in the access scope. A deleted book is in none. */
export const isBookInScope = (bookId: SQL, accessScope: AccessScope | undefined): SQL =>
  accessScope === undefined
    ? sql`true`
    : sql`exists (select 1 from book reached where reached.id = ${bookId} and reached.publisher = any(${sql.param([...accessScope.publishers])}::text[]))`;

/** Returns those of the given books that are in the access scope. */
export const filterBooksInScope = async (
  db: Queryable,
  bookIds: readonly string[],
  accessScope: AccessScope | undefined,
): Promise<ReadonlySet<string>> => {
  if (accessScope === undefined) return new Set(bookIds);
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from book where id = any(${sql.param([...bookIds])}::text[]) and publisher = any(${sql.param([...accessScope.publishers])}::text[])`);
  return new Set(rows.map(({ id }) => id));
};

/** Returns the publishers of these books; '' for a book without a publisher or a deleted one. */
export const publishersOfBooks = async (db: Queryable, bookIds: readonly string[]): Promise<string[]> => {
  const { rows } = await db.execute<{ publisher: string }>(sql`
    select distinct coalesce(b.publisher, '') as publisher from unnest(${sql.param([...bookIds])}::text[]) as wanted (id)
    left join book b on b.id = wanted.id order by 1`);
  return rows.map(({ publisher }) => publisher);
};

/** Returns the owner of these books: their publishers. */
export const ownerOfBooks = async (db: Queryable, bookIds: readonly string[]): Promise<Owner> => ({
  publishers: await publishersOfBooks(db, bookIds),
});

/** Returns the function that finds the owner of an object that belongs to one book. */
export const ownerByBook =
  (find: (db: Queryable, id: string) => Promise<{ readonly bookId: string } | undefined>): OwnerOf =>
  async (db, id) => {
    const found = await find(db, id);
    return found && ownerOfBooks(db, [found.bookId]);
  };

/**
 * Requires that a book's publisher is within the access scope, because a book may only be moved between such publishers. Throws
 * `request.invalid`.
 */
export const requirePublisherInScope = (publisher: string, accessScope: AccessScope | undefined): void => {
  if (accessScope === undefined || accessScope.publishers.includes(publisher)) return;
  throw new CodedError('request.invalid', { reason: `出版社只能填写您负责的：${accessScope.publishers.join('、')}` });
};
