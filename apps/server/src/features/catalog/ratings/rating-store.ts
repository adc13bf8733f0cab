/** The only SQL on ratings, their reports and their summaries. */
import type { RatingState } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import type { TimeCursor } from '../../../platform/http/cursor.ts';
import { type SQL, sql } from '../../../platform/sql.ts';
import { isBookInScope } from '../../publication/versions/publisher-scope.ts';

export interface StoredRating {
  readonly id: string;
  readonly bookId: string;
  readonly bookTitle: string;
  readonly userId: string;
  readonly stars: number;
  readonly body: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly hidden: boolean;
  readonly hiddenReason: string;
}

interface Row extends Record<string, unknown> {
  id: string;
  book_id: string;
  title: string;
  user_id: string;
  stars: number;
  body: string;
  created_at: number;
  updated_at: number;
  hidden_at: number | null;
  hidden_reason: string;
}

const select = async (db: Queryable, rest: SQL): Promise<StoredRating[]> => {
  const { rows } = await db.execute<Row>(sql`
    select r.id, r.book_id, b.title, r.user_id, r.stars, r.body, r.created_at, r.updated_at, r.hidden_at, r.hidden_reason
    from book_rating r join book b on b.id = r.book_id ${rest}`);
  return rows.map((row) => ({
    id: row.id,
    bookId: row.book_id,
    bookTitle: row.title,
    userId: row.user_id,
    stars: row.stars,
    body: row.body,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    hidden: row.hidden_at !== null,
    hiddenReason: row.hidden_reason,
  }));
};

const beyond = (after: TimeCursor | undefined): SQL =>
  after === undefined ? sql`` : sql`and (r.updated_at, r.id) < (${after.at}::bigint, ${after.id})`;

/** Returns a page of the visible ratings of a book, newest first. */
export const listRatingsInView = (db: Queryable, bookId: string, after: TimeCursor | undefined, limit: number): Promise<StoredRating[]> =>
  select(
    db,
    sql`where r.book_id = ${bookId} and r.hidden_at is null ${beyond(after)} order by r.updated_at desc, r.id desc limit ${limit}`,
  );

export const findRatingOf = async (db: Queryable, bookId: string, userId: string): Promise<StoredRating | undefined> =>
  (await select(db, sql`where r.book_id = ${bookId} and r.user_id = ${userId}`))[0];

export const findRating = async (db: Queryable, id: string): Promise<StoredRating | undefined> =>
  (await select(db, sql`where r.id = ${id}`))[0];

export const lockRating = async (tx: Transaction, id: string): Promise<StoredRating | undefined> =>
  (await select(tx, sql`where r.id = ${id} for update of r`))[0];

const hasReports = sql`exists (select 1 from rating_report p where p.rating_id = r.id)`;
const inState: Record<RatingState, SQL> = {
  reported: sql`r.hidden_at is null and ${hasReports}`,
  shown: sql`r.hidden_at is null`,
  hidden: sql`r.hidden_at is not null`,
};

export const listRatingsPage = (
  db: Queryable,
  filter: {
    state: RatingState;
    bookId: string | undefined;
    accessScope: AccessScope | undefined;
    after: TimeCursor | undefined;
    limit: number;
  },
): Promise<StoredRating[]> => {
  const { state, bookId, accessScope, after, limit } = filter;
  const ofBook = bookId === undefined ? sql`` : sql`and r.book_id = ${bookId}`;
  const within = isBookInScope(sql`r.book_id`, accessScope);
  return select(
    db,
    sql`where ${inState[state]} ${ofBook} and ${within} ${beyond(after)} order by r.updated_at desc, r.id desc limit ${limit}`,
  );
};

export const countRatings = async (
  db: Queryable,
  { bookId, accessScope }: { bookId: string | undefined; accessScope: AccessScope | undefined },
): Promise<Record<RatingState, number>> => {
  const { rows } = await db.execute<Record<RatingState, number>>(sql`
    select count(*) filter (where ${inState.reported})::int as reported, count(*) filter (where ${inState.shown})::int as shown,
      count(*) filter (where ${inState.hidden})::int as hidden
    from book_rating r where ${isBookInScope(sql`r.book_id`, accessScope)} ${bookId === undefined ? sql`` : sql`and r.book_id = ${bookId}`}`);
  return rows[0] ?? { reported: 0, shown: 0, hidden: 0 };
};

/** Returns the number of visible ratings with 1, 2, 3, 4 and 5 stars. */
export const countStars = async (db: Queryable, bookId: string): Promise<number[]> => {
  const { rows } = await db.execute<{ stars: number; n: number }>(
    sql`select stars, count(*)::int as n from book_rating where book_id = ${bookId} and hidden_at is null group by stars`,
  );
  const counts = new Map(rows.map(({ stars, n }) => [stars, n]));
  return [1, 2, 3, 4, 5].map((stars) => counts.get(stars) ?? 0);
};

export interface RatingSum {
  readonly count: number;
  readonly mean: number;
}

/** Returns the number and the mean of the visible ratings of a book; undefined if it has none. */
export const findRatingSum = async (db: Queryable, bookId: string): Promise<RatingSum | undefined> => {
  const { rows } = await db.execute<{ count: number; stars: number }>(
    sql`select count, stars from book_rating_sum where book_id = ${bookId} and count > 0`,
  );
  return rows[0] && { count: rows[0].count, mean: rows[0].stars / rows[0].count };
};

/**
 * Recomputes the summary of a book's ratings. It must be called at the end of every transaction that changes ratings: it locks the summary
 * first, so that concurrent changes do not miss each other.
 */
export const sumUpRatings = async (tx: Transaction, bookId: string): Promise<void> => {
  await tx.execute(
    sql`insert into book_rating_sum (book_id) values (${bookId}) on conflict (book_id) do update set book_id = excluded.book_id`,
  );
  await tx.execute(sql`
    update book_rating_sum s set count = r.n, stars = r.total,
      score = case when r.n = 0 then 0 else round(1000 * (r.total + 5 * 3.5) / (r.n + 5))::int end
    from (select count(*)::int as n, coalesce(sum(stars), 0)::int as total from book_rating where book_id = ${bookId} and hidden_at is null) r
    where s.book_id = ${bookId}`);
};

export interface NewRating {
  readonly id: string;
  readonly bookId: string;
  readonly userId: string;
  readonly stars: number;
  readonly body: string;
  readonly now: number;
}

/** Inserts or updates the user's rating of a book; a hidden rating stays hidden. */
export const putRating = async (tx: Transaction, { id, bookId, userId, stars, body, now }: NewRating): Promise<void> => {
  await tx.execute(sql`
    insert into book_rating (id, book_id, user_id, stars, body, created_at, updated_at) values (${id}, ${bookId}, ${userId}, ${stars}, ${body}, ${now}, ${now})
    on conflict (book_id, user_id) do update set stars = ${stars}, body = ${body}, updated_at = ${now}`);
};

export const deleteRating = async (tx: Transaction, bookId: string, userId: string): Promise<void> => {
  await tx.execute(sql`delete from book_rating where book_id = ${bookId} and user_id = ${userId}`);
};

/** Hides a rating with time and reason; `null` shows it again. */
export const setHidden = async (tx: Transaction, id: string, hidden: { at: number; reason: string } | null): Promise<void> => {
  await tx.execute(
    sql`update book_rating set hidden_at = ${hidden?.at ?? null}::bigint, hidden_reason = ${hidden?.reason ?? ''} where id = ${id}`,
  );
};

export const putReport = async (db: Queryable, ratingId: string, userId: string, reason: string, now: number): Promise<void> => {
  await db.execute(sql`
    insert into rating_report (rating_id, user_id, reason, created_at) values (${ratingId}, ${userId}, ${reason}, ${now})
    on conflict (rating_id, user_id) do update set reason = ${reason}, created_at = ${now}`);
};

export const countReportsSince = async (db: Queryable, userId: string, since: number): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from rating_report where user_id = ${userId} and created_at > ${since}`,
  );
  return rows[0]?.n ?? 0;
};

/** Returns the reports of these ratings by rating id, newest first. */
export const listReports = async (
  db: Queryable,
  ratingIds: readonly string[],
): Promise<ReadonlyMap<string, readonly { reason: string; at: number }[]>> => {
  const { rows } = await db.execute<{ rating_id: string; reason: string; created_at: number }>(sql`
    select rating_id, reason, created_at from rating_report where rating_id = any(${sql.param([...ratingIds])}::text[]) order by created_at desc`);
  return Map.groupBy(
    rows.map(({ rating_id, reason, created_at }) => ({ ratingId: rating_id, reason, at: created_at })),
    ({ ratingId }) => ratingId,
  );
};

export const deleteReports = async (tx: Transaction, ratingId: string): Promise<void> => {
  await tx.execute(sql`delete from rating_report where rating_id = ${ratingId}`);
};

export const listEveryRatingOf = (db: Queryable, userId: string): Promise<StoredRating[]> =>
  select(db, sql`where r.user_id = ${userId} order by r.created_at, r.id`);

export const listEveryReportOf = async (db: Queryable, userId: string): Promise<{ reason: string; at: number }[]> => {
  const { rows } = await db.execute<{ reason: string; at: number }>(
    sql`select reason, created_at as at from rating_report where user_id = ${userId} order by created_at`,
  );
  return rows;
};

/** Deletes the ratings and reports of a user, and updates the summaries of the rated books. */
export const deleteEveryRatingOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from rating_report where user_id = ${userId}`);
  const { rows } = await tx.execute<{ book_id: string }>(sql`delete from book_rating where user_id = ${userId} returning book_id`);
  for (const { book_id } of rows) await sumUpRatings(tx, book_id);
};
