/** The only SQL on `search_miss`: searches that found nothing. */
import type { Queryable, Row } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';

export interface SearchMiss {
  readonly word: string;
  /** YYYY-MM-DD in China. */
  readonly day: string;
}

export const countSearchMisses = async (db: Queryable, misses: readonly SearchMiss[]): Promise<void> => {
  await db.execute(sql`
    insert into search_miss as m (word, day, count)
    select word, day, count(*)::int from unnest(${sql.param(misses.map(({ word }) => word))}::text[],
      ${sql.param(misses.map(({ day }) => day))}::text[]) as s (word, day) group by word, day order by day, word
    on conflict (day, word) do update set count = m.count + excluded.count`);
};

/** Returns the words of a period that were searched at least `min` times, the most frequent first. */
export const listSearchMisses = async (
  db: Queryable,
  { from, to, min, limit }: { readonly from: string; readonly to: string; readonly min: number; readonly limit: number },
): Promise<{ word: string; count: number }[]> => {
  const { rows } = await db.execute<Row<{ word: string; count: number }>>(sql`
    select word, sum(count)::int as count from search_miss where day >= ${from} and day <= ${to}
    group by word having sum(count) >= ${min} order by count desc, word limit ${limit}`);
  return rows;
};

export const deleteSearchMissesBefore = async (db: Queryable, day: string): Promise<number> =>
  (await db.execute(sql`delete from search_miss where day < ${day}`)).rowCount ?? 0;

export const deleteSearchMisses = async (db: Queryable, terms: readonly string[]): Promise<void> => {
  await db.execute(sql`delete from search_miss where word = any(${sql.param([...terms])}::text[])`);
};
