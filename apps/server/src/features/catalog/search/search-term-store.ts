/** The only SQL on `search_word`. */

import { type Queryable, queryPrepared } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';

/** Time within which a repeated search is not counted again, so that paging writes nothing. */
export const RECOUNT_INTERVAL_MS = 3_600_000;

const COUNT = {
  name: 'search-words-count',
  text: `insert into search_word (word, who, at)
    select word, who, at from (
      select a.*, (select count(*) from search_word s where s.who = a.who) + row_number() over (partition by a.who order by a.at) as nth
      from unnest($1::text[], $2::bytea[], $3::bigint[]) a (word, who, at)
      where not exists (select 1 from search_word s where s.word = a.word and s.who = a.who and s.at > a.at - ${RECOUNT_INTERVAL_MS})
    ) counted where nth <= $4::int
    on conflict (word, who) do update set at = excluded.at`,
};

export interface CountedTerm {
  readonly word: string;
  /** Hash by which searches of one user are recognized without identifying the user. */
  readonly who: Buffer;
  /** Time of the search, UTC ms. */
  readonly at: number;
}

/** Counts each term of a user once; a later search updates its time. At most `mostOfOne` terms are counted for one user. */
export const countSearchTerms = async (db: Queryable, terms: readonly CountedTerm[], mostOfOne: number): Promise<void> => {
  await queryPrepared(db, COUNT, [terms.map(({ word }) => word), terms.map(({ who }) => who), terms.map(({ at }) => at), mostOfOne]);
};

export const listPopularTerms = async (
  db: Queryable,
  { since, users, limit }: { since: number; users: number; limit: number },
): Promise<string[]> => {
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from search_word where at >= ${since} group by word having count(*) >= ${users}
    order by count(*) desc, max(at) desc, word limit ${limit}`);
  return rows.map(({ word }) => word);
};

export const deleteSearchTermsBefore = async (db: Queryable, before: number): Promise<number> => {
  const { rowCount } = await db.execute(sql`delete from search_word where at < ${before}`);
  return rowCount ?? 0;
};
