/** The only SQL on `search_word`. */
import { sql } from 'drizzle-orm';
import { ask, type Queryable } from '../../platform/database.ts';

/** Counted again within this time it stays as it is: a search that is repeated, or paged through, writes nothing. */
export const FRESH_MS = 3_600_000;

const COUNT = {
  name: 'search-words-count',
  text: `insert into search_word (word, who, at)
    select word, who, at from (
      select a.*, (select count(*) from search_word s where s.who = a.who) + row_number() over (partition by a.who order by a.at) as nth
      from unnest($1::text[], $2::bytea[], $3::bigint[]) a (word, who, at)
      where not exists (select 1 from search_word s where s.word = a.word and s.who = a.who and s.at > a.at - ${FRESH_MS})
    ) asked where nth <= $4::int
    on conflict (word, who) do update set at = excluded.at`,
};

export interface AskedWord {
  readonly word: string;
  /** Tells people apart, and nobody who they are. */
  readonly who: Buffer;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Each word of a person once. Counted again later it is only newer. Who has counted `mostOfOne` words already counts no more. */
export const countSearchWords = async (db: Queryable, asked: readonly AskedWord[], mostOfOne: number): Promise<void> => {
  await ask(db, COUNT, [asked.map(({ word }) => word), asked.map(({ who }) => who), asked.map(({ at }) => at), mostOfOne]);
};

export const listWordsOfMany = async (
  db: Queryable,
  { since, people, limit }: { since: number; people: number; limit: number },
): Promise<string[]> => {
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from search_word where at >= ${since} group by word having count(*) >= ${people}
    order by count(*) desc, max(at) desc, word limit ${limit}`);
  return rows.map(({ word }) => word);
};

export const deleteSearchWordsBefore = async (db: Queryable, before: number): Promise<number> => {
  const { rowCount } = await db.execute(sql`delete from search_word where at < ${before}`);
  return rowCount ?? 0;
};
