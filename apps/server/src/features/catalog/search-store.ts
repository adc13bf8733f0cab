/** The only SQL that reads the search tables. Queries come as the text form of a `tsquery`, made by `text-index`. */
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database.ts';

const books = sql`b.shelf_state = 'published' and b.current_version_id is not null`;

/**
 * A query as PostgreSQL is asked it: by a question of its own, so that the planner does not look at the words. It would find that many
 * rows hold them and read the whole table, and does not know what it costs to fetch a row's tokens.
 */
const unseen = (query: string): SQL => sql`(select ${query}::tsquery)`;

export interface BookSearch {
  readonly query: string | undefined;
  readonly isbn: string | undefined;
}

export interface BookMatch {
  readonly bookId: string;
  readonly title: string;
}

/** Books that match, published or not, each once. */
const bookHits = ({ query, isbn }: BookSearch, rank: (query: string) => SQL): SQL => {
  const parts: SQL[] = [];
  if (query !== undefined) parts.push(sql`select s.book_id, ${rank(query)} as rank from book_search s where s.tokens @@ ${unseen(query)}`);
  if (isbn !== undefined) parts.push(sql`select b.id, 0::float8 from book b where b.isbn = ${isbn}`);
  if (parts.length === 0) return sql`select ''::text as book_id, 0::float8 as rank where false`;
  return parts.length === 1
    ? sql.join(parts)
    : sql`select book_id, max(rank) as rank from (${sql.join(parts, sql` union all `)}) hits group by 1`;
};
const byWords = (query: string): SQL => sql`ts_rank(s.tokens, ${query}::tsquery)::float8`;

/** Published books whose title, people, ISBN, chapter titles or pinyin match; titles before the rest. `total`: of all pages. */
export const findBookMatches = async (
  db: Queryable,
  search: BookSearch & { readonly limit: number; readonly offset: number },
): Promise<{ matches: BookMatch[]; total: number }> => {
  const { rows } = await db.execute<{ id: string; title: string; total: number }>(sql`
    with hit as materialized (${bookHits(search, byWords)}), best as (
      select b.id, hit.rank, b.published_at, count(*) over ()::int as total from hit join book b on b.id = hit.book_id where ${books}
      order by hit.rank desc, b.published_at desc, b.id limit ${search.limit} offset ${search.offset}
    )
    select best.id, book.title, best.total from best join book on book.id = best.id order by best.rank desc, best.published_at desc, best.id`);
  const total = rows[0]?.total ?? (search.offset === 0 ? 0 : await countBookMatches(db, search));
  return { matches: rows.map(({ id, title }) => ({ bookId: id, title })), total };
};

export const countBookMatches = async (db: Queryable, search: BookSearch): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql`
    with hit as materialized (${bookHits(search, () => sql`0::float8`)})
    select count(*)::int as n from hit join book b on b.id = hit.book_id where ${books}`);
  return rows[0]?.n ?? 0;
};

export interface MatchingPassage {
  /** 0, 1, 2 ... over the whole version. */
  readonly position: number;
  readonly bookId: string;
  readonly versionId: string;
  readonly documentIndex: number;
  readonly href: string;
  readonly chapterTitle: string;
  readonly text: string;
  readonly blockOffsets: [string, number][];
  /** Offset of the passage's first character in its document, UTF-16 units. */
  readonly startChar: number;
}

interface PassageRow extends Record<string, unknown> {
  position: number;
  book_id: string;
  version_id: string;
  document_index: number;
  href: string;
  chapter_title: string;
  text: string;
  block_offsets: [string, number][];
  start_char: number | null;
}

const passageColumns = sql`p.position, p.book_id, p.version_id, p.document_index, p.href, p.chapter_title, p.text, p.block_offsets,
  (select k.start_char from publication_block k where k.version_id = p.version_id and k.block_id = p.first_block limit 1) as start_char`;

const toPassage = (row: PassageRow): MatchingPassage => ({
  position: row.position,
  bookId: row.book_id,
  versionId: row.version_id,
  documentIndex: row.document_index,
  href: row.href,
  chapterTitle: row.chapter_title,
  text: row.text,
  blockOffsets: row.block_offsets,
  // The first block may have begun in an earlier passage: its offset is negative then.
  startChar: (row.start_char ?? 0) - (row.block_offsets[0]?.[1] ?? 0),
});

/** Where a passage stands. */
export interface PassageKey {
  /** Of the version. */
  readonly searchKey: number;
  readonly position: number;
}

/** Of so many passages each is looked at to find the best; of more, only the first few of the books that hold most of them. */
const RANKED_MAX = 72;
const RANKED_BOOKS = 24;
const RANKED_OF_BOOK = RANKED_MAX / RANKED_BOOKS;

/** The passages that match, and how many in each published book in force. */
const passageHits = (query: string): SQL => sql`
  hit as materialized (select t.search_key, t.position from passage_tokens t where t.tokens @@ ${unseen(query)}),
  in_force as materialized (
    select counted.search_key, counted.n from (select search_key, count(*)::int as n from hit group by 1) counted
    join book_version v on v.search_key = counted.search_key join book b on b.id = v.book_id and b.current_version_id = v.id where ${books}
  ), total as materialized (select coalesce(sum(n), 0)::int as n from in_force)`;

/** The passages of published books that answer best, the best first, and how many there are in all. */
export const findBestPassages = async (db: Queryable, query: string): Promise<{ best: PassageKey[]; total: number }> => {
  const { rows } = await db.execute<{ search_key: number; position: number; total: number }>(sql`
    with ${passageHits(query)}, richest as materialized (
      select search_key from in_force order by n desc, search_key
      limit (select case when n > ${RANKED_MAX} then ${RANKED_BOOKS}::bigint end from total)
    ), candidate as (
      select search_key, position, row_number() over (partition by search_key order by position) as nth from hit
      where search_key in (select search_key from richest)
    ), chosen as materialized (
      select search_key, position from candidate where nth <= ${RANKED_OF_BOOK} or (select n from total) <= ${RANKED_MAX}
    )
    select c.search_key, c.position, (select n from total) as total
    from chosen c join passage_tokens t on t.search_key = c.search_key and t.position = c.position
    order by ts_rank(t.tokens, ${query}::tsquery) desc, c.search_key, c.position`);
  return { best: rows.map(({ search_key, position }) => ({ searchKey: search_key, position })), total: rows[0]?.total ?? 0 };
};

const listOf = (keys: readonly PassageKey[]): SQL =>
  sql`unnest(${sql.param(keys.map(({ searchKey }) => searchKey))}::int[], ${sql.param(keys.map(({ position }) => position))}::int[])`;

/** The passages behind the best: those of books that hold most first, in reading order. */
export const listFurtherPassages = async (
  db: Queryable,
  search: { readonly query: string; readonly but: readonly PassageKey[]; readonly limit: number; readonly offset: number },
): Promise<PassageKey[]> => {
  const { rows } = await db.execute<{ search_key: number; position: number }>(sql`
    with ${passageHits(search.query)}
    select hit.search_key, hit.position from hit join in_force on in_force.search_key = hit.search_key
    where (hit.search_key, hit.position) not in (select * from ${listOf(search.but)})
    order by in_force.n desc, hit.search_key, hit.position limit ${search.limit} offset ${search.offset}`);
  return rows.map(({ search_key, position }) => ({ searchKey: search_key, position }));
};

/** In the order of `keys`; what is gone meanwhile is left out. */
export const readPassages = async (db: Queryable, keys: readonly PassageKey[]): Promise<MatchingPassage[]> => {
  if (keys.length === 0) return [];
  const { rows } = await db.execute<PassageRow>(sql`
    select ${passageColumns} from ${listOf(keys)} with ordinality as asked (search_key, position, place)
    join book_version v on v.search_key = asked.search_key
    join search_passage p on p.version_id = v.id and p.position = asked.position order by asked.place`);
  return rows.map(toPassage);
};

/** Texts of the matching passages of one version in reading order. */
export const listMatchingTexts = async (
  db: Queryable,
  versionId: string,
  query: string,
  most: number,
): Promise<(PassageKey & { readonly text: string })[]> => {
  const { rows } = await db.execute<{ search_key: number; position: number; text: string }>(sql`
    select t.search_key, p.position, p.text from passage_tokens t join search_passage p on p.version_id = ${versionId} and p.position = t.position
    where t.search_key = (select search_key from book_version where id = ${versionId}) and t.tokens @@ ${unseen(query)}
    order by p.position limit ${most}`);
  return rows.map(({ search_key, position, text }) => ({ searchKey: search_key, position, text }));
};

/** Every passage of one document of a version, in reading order. */
export const listPassagesOfDocument = async (db: Queryable, versionId: string, href: string): Promise<MatchingPassage[]> => {
  const { rows } = await db.execute<PassageRow>(
    sql`select ${passageColumns} from search_passage p where p.version_id = ${versionId} and p.href = ${href} order by p.position`,
  );
  return rows.map(toPassage);
};

/** Where each block of a document begins in its text, UTF-16 units. */
export const listBlockStarts = async (db: Queryable, versionId: string, documentIndex: number): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ block_id: string; start_char: number }>(
    sql`select block_id, start_char from publication_block where version_id = ${versionId} and document_index = ${documentIndex}`,
  );
  return new Map(rows.map((row) => [row.block_id, row.start_char]));
};

/** Where a page of the paper book begins. */
export interface PageStart {
  readonly label: string;
  readonly documentIndex: number;
  /** Offset of its first block in the text of the document, UTF-16 units. */
  readonly startChar: number;
}

/** Of the versions among these that have a page list, in reading order. */
export const listPageStarts = async (db: Queryable, versionIds: readonly string[]): Promise<ReadonlyMap<string, readonly PageStart[]>> => {
  const { rows } = await db.execute<{ id: string; pages: PageStart[] }>(sql`
    select v.id, json_agg(json_build_object('label', page.entry->>'title', 'documentIndex', b.document_index, 'startChar', b.start_char)
      order by b.position) as pages
    from book_version v cross join lateral jsonb_array_elements(v.manifest->'pageList') page (entry)
    join publication_block b on b.version_id = v.id and b.block_id = page.entry->>'blockId'
    where v.id = any(${sql.param([...versionIds])}::text[]) group by v.id`);
  return new Map(rows.map(({ id, pages }) => [id, pages]));
};
