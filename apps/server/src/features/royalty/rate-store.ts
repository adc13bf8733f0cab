/** The only SQL on `royalty_book` and `royalty_rate`. */
import type { RoyaltyRate } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import { sql } from '../../platform/sql.ts';
import { isBookInScope } from '../publication/versions/publisher-scope.ts';

/** Locks the royalties of a book until the transaction ends. */
export const lockRoyalties = async (tx: Transaction, bookId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`royalties of ${bookId}`}, 0))`);
};

export interface RoyaltyBook {
  readonly settledPeriod: string | undefined;
  readonly isSimulated: boolean;
}

/** Returns the royalties of a book; undefined for a book that never had a rate. */
export const findRoyaltyBook = async (db: Queryable, bookId: string): Promise<RoyaltyBook | undefined> => {
  const { rows } = await db.execute<{ settled_period: string | null; is_simulated: boolean }>(
    sql`select settled_period, is_simulated from royalty_book where book_id = ${bookId}`,
  );
  const [row] = rows;
  return row && { settledPeriod: row.settled_period ?? undefined, isSimulated: row.is_simulated };
};

/** Returns the title of a book, whether it has a version or not. */
export const findTitle = async (db: Queryable, bookId: string): Promise<string | undefined> =>
  (await db.execute<{ title: string }>(sql`select title from book where id = ${bookId}`)).rows[0]?.title;

/** Returns the contributors of a book in their order, with their accounts. */
export const listContributors = async (
  db: Queryable,
  bookId: string,
): Promise<{ readonly name: string; readonly userId: string | undefined }[]> => {
  const { rows } = await db.execute<{ name: string; userId: string | null }>(
    sql`select name, user_id as "userId" from book_contributor where book_id = ${bookId} order by position`,
  );
  return rows.map(({ name, userId }) => ({ name, userId: userId ?? undefined }));
};

export const markRoyaltiesSimulated = async (db: Queryable, bookId: string): Promise<void> => {
  await db.execute(sql`update royalty_book set is_simulated = true where book_id = ${bookId}`);
};

export const setSettledPeriod = async (tx: Transaction, bookId: string, period: string): Promise<void> => {
  await tx.execute(sql`update royalty_book set settled_period = ${period} where book_id = ${bookId}`);
};

/** Returns the books in the access scope with a rate that have an unsettled month up to `period`. */
export const listBooksToSettle = async (db: Queryable, period: string, accessScope: AccessScope | undefined): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.book_id as id from royalty_book b
    where coalesce(b.settled_period, '') < ${period} and ${isBookInScope(sql`b.book_id`, accessScope)}
      and exists (select 1 from royalty_rate r where r.book_id = b.book_id) order by 1`);
  return rows.map(({ id }) => id);
};

type RateRow = Omit<RoyaltyRate, 'validUntil'> & { readonly validUntil: string | null };

/** Returns the rates of a book by their first day. */
export const listRates = async (db: Queryable, bookId: string): Promise<RoyaltyRate[]> => {
  const { rows } = await db.execute<Row<RateRow>>(sql`
    select id, user_id as "userId", rate_bp as "rateBp", valid_from as "validFrom", valid_until as "validUntil"
    from royalty_rate where book_id = ${bookId} order by valid_from, id`);
  return rows.map(({ validUntil, ...rate }) => ({ ...rate, ...(validUntil === null ? {} : { validUntil }) }));
};

export const putRate = async (tx: Transaction, bookId: string, rate: RoyaltyRate): Promise<void> => {
  await tx.execute(sql`insert into royalty_book (book_id) values (${bookId}) on conflict do nothing`);
  await tx.execute(sql`
    insert into royalty_rate (id, book_id, user_id, rate_bp, valid_from, valid_until)
    values (${rate.id}, ${bookId}, ${rate.userId}, ${rate.rateBp}, ${rate.validFrom}, ${rate.validUntil ?? null})
    on conflict (id) do update set user_id = excluded.user_id, rate_bp = excluded.rate_bp, valid_from = excluded.valid_from,
      valid_until = excluded.valid_until`);
};

export const deleteRate = async (tx: Transaction, id: string): Promise<void> => {
  await tx.execute(sql`delete from royalty_rate where id = ${id}`);
};

export const listRatesOf = async (db: Queryable, userId: string): Promise<Record<string, unknown>[]> =>
  (
    await db.execute<Record<string, unknown>>(sql`
      select book_id as "bookId", rate_bp as "rateBp", valid_from as "validFrom", valid_until as "validUntil"
      from royalty_rate where user_id = ${userId} order by valid_from, id`)
  ).rows;

export interface ListedRoyaltyBook extends Record<string, unknown> {
  readonly bookId: string;
  readonly title: string;
  readonly contributors: number;
  readonly payees: number;
  readonly rateBp: number;
  readonly settledPeriod: string | null;
}

/** Returns a page of books by title, with the rates of a day. */
export const listRoyaltyBookRows = async (
  db: Queryable,
  page: {
    readonly q: string;
    readonly day: string;
    readonly accessScope: AccessScope | undefined;
    readonly after: readonly [string, string] | undefined;
    readonly limit: number;
  },
): Promise<ListedRoyaltyBook[]> => {
  const { q, day, accessScope, after, limit } = page;
  const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await db.execute<ListedRoyaltyBook>(sql`
    select b.id as "bookId", b.title, r.settled_period as "settledPeriod",
      (select count(distinct user_id)::int from book_contributor c where c.book_id = b.id and c.user_id is not null) as contributors,
      coalesce(valid.payees, 0) as payees, coalesce(valid.rate_bp, 0) as "rateBp"
    from book b left join royalty_book r on r.book_id = b.id
    left join lateral (select count(*)::int as payees, sum(rate_bp)::int as rate_bp from royalty_rate t
      where t.book_id = b.id and t.valid_from <= ${day} and (t.valid_until is null or t.valid_until >= ${day})) valid on true
    where ${isBookInScope(sql`b.id`, accessScope)} and b.title ilike ${pattern}
      ${after === undefined ? sql`` : sql`and (b.title, b.id) > (${after[0]}, ${after[1]})`}
    order by b.title, b.id limit ${limit}`);
  return rows;
};
