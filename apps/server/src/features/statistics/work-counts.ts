/** SQL that counts what readers did in a book besides reading: annotations, practice, codes, ratings, errata. */
import { LIMITS } from '@shufang/contract';
import type { Queryable, Row } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';

/** A period of time, UTC ms. */
export interface TimeSpan {
  readonly from: number;
  readonly until: number;
}

const recorded = (user: SQL): SQL => sql`not exists (select 1 from time_recording o where o.user_id = ${user} and not o.is_on)`;

export const countAnnotations = async (db: Queryable, bookId: string, { from, until }: TimeSpan) => {
  const { rows } = await db.execute<Row<{ users: number; notes: number; highlights: number }>>(sql`
    select count(distinct user_id)::int as users, (count(*) filter (where kind = 'note'))::int as notes,
      (count(*) filter (where kind = 'highlight'))::int as highlights
    from annotation a where book_id = ${bookId} and kind <> 'bookmark' and deleted_at is null and created_at >= ${from}
      and created_at < ${until} and ${recorded(sql`a.user_id`)}`);
  return rows[0] ?? { users: 0, notes: 0, highlights: 0 };
};

/** Returns the blocks in which most users made a highlight or note, with the passage that most of them chose. */
export const listHighlighted = async (db: Queryable, bookId: string, { from, until }: TimeSpan) => {
  const { rows } = await db.execute<Row<{ chapter: string; quote: string; users: number }>>(sql`
    select mode() within group (order by chapter_title) as chapter, mode() within group (order by target->'quote'->>'exact') as quote,
      count(distinct user_id)::int as users
    from annotation a where book_id = ${bookId} and kind <> 'bookmark' and deleted_at is null and target->'quote'->>'exact' <> ''
      and created_at >= ${from} and created_at < ${until} and ${recorded(sql`a.user_id`)}
    group by target->>'href', target->'blocks'->'start'->>'blockId' having count(distinct user_id) >= ${LIMITS.usersShownMin}
    order by users desc, min(total_progression) limit ${LIMITS.statisticsListMax}`);
  return rows;
};

const practiceScores = (bookId: string, { until }: TimeSpan): SQL => sql`
  select user_id, href, item_id, answer->>'versionId' as version_id, case answer->>'verdict' when 'correct' then 1.0 when 'partial' then 0.5 else 0.0 end as score
  from practice_answer a where book_id = ${bookId} and (answer->>'answeredAt')::bigint < ${until} and ${recorded(sql`a.user_id`)}`;

/** Returns the mean score of all answers, in the last attempt of each user at each question. */
export const countPractice = async (db: Queryable, bookId: string, span: TimeSpan) => {
  const { rows } = await db.execute<Row<{ users: number; score: number | null }>>(sql`
    select count(distinct user_id)::int as users, avg(score)::float8 as score from (${practiceScores(bookId, span)}) scores`);
  return rows[0] ?? { users: 0, score: null };
};

/** Returns the same by the version in which the users answered. */
export const countPracticeByVersion = async (db: Queryable, bookId: string, span: TimeSpan) => {
  const { rows } = await db.execute<Row<{ versionId: string; users: number; score: number }>>(sql`
    select version_id as "versionId", count(distinct user_id)::int as users, avg(score)::float8 as score
    from (${practiceScores(bookId, span)}) scores group by version_id`);
  return rows;
};

/** Returns the questions with the lowest mean score. `discrimination`: correlation with the mean of the user's other questions. */
export const listHardest = async (db: Queryable, bookId: string, span: TimeSpan) => {
  const { rows } = await db.execute<Row<{ href: string; itemId: string; users: number; score: number; discrimination: number | null }>>(sql`
    with scores as (${practiceScores(bookId, span)}),
    totals as (select user_id, sum(score) as total, count(*) as questions from scores group by user_id)
    select a.href, a.item_id as "itemId", count(*)::int as users, avg(a.score)::float8 as score,
      corr(a.score, (t.total - a.score) / nullif(t.questions - 1, 0))::float8 as discrimination
    from scores a join totals t using (user_id) group by a.href, a.item_id having count(*) >= ${LIMITS.questionUsersMin}
    order by score, a.href, a.item_id limit ${LIMITS.statisticsListMax}`);
  return rows;
};

export const countCodes = async (db: Queryable, bookId: string, { from, until }: TimeSpan): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from activation_code c join code_batch b on b.id = c.batch_id
    where b.book_id = ${bookId} and b.purpose in ('printedBook', 'sales') and c.bound_at >= ${from} and c.bound_at < ${until}`);
  return rows[0]?.count ?? 0;
};

export const sumRatings = async (db: Queryable, bookId: string): Promise<{ count: number; stars: number } | undefined> => {
  const { rows } = await db.execute<{ count: number; stars: number }>(
    sql`select count, stars from book_rating_sum where book_id = ${bookId} and count > 0`,
  );
  return rows[0];
};

export const countErrata = async (db: Queryable, bookId: string, { from, until }: TimeSpan): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await db.execute<{ state: string; count: number }>(sql`
    select state, count(*)::int as count from erratum where book_id = ${bookId} and created_at >= ${from} and created_at < ${until}
    group by state`);
  return new Map(rows.map(({ state, count }) => [state, count]));
};
