/** The only SQL on `search_word`. */
import { sql } from 'drizzle-orm';
import { ask, type Queryable } from '../../platform/database.ts';

/** Counted again within this time it stays as it is: a search that is repeated, or paged through, writes nothing. */
const FRESH_MS = 3_600_000;

const COUNT = {
  name: 'search-word-count',
  text: `insert into search_word (word, who, at)
    select $1::text, $2::bytea, $3::bigint where (select count(*) from search_word s where s.who = $2::bytea) < $4::int
      and not exists (select 1 from search_word s where s.word = $1::text and s.who = $2::bytea and s.at > $3::bigint - ${FRESH_MS})
    on conflict (word, who) do update set at = excluded.at`,
};

/** Counted again later it is only newer. Who has counted `mostOfOne` words already counts no more. */
export const countSearchWord = async (
  db: Queryable,
  { word, who, at, mostOfOne }: { word: string; who: Uint8Array; at: number; mostOfOne: number },
): Promise<void> => {
  await ask(db, COUNT, [word, who, at, mostOfOne]);
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
