/** The only SQL that reads the search tables. Queries come as the text form of a `tsquery`, made by `text-index`. */
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database.ts';

const books = sql`b.shelf_state = 'published' and b.current_version_id is not null`;

export interface BookMatch {
  readonly bookId: string;
  readonly rank: number;
}

const matches = (query: string | undefined, isbn: string | undefined): SQL => {
  const parts: SQL[] = [];
  if (query !== undefined) parts.push(sql`s.tokens @@ ${query}::tsquery`);
  if (isbn !== undefined) parts.push(sql`b.isbn = ${isbn}`);
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`;
};

/** Published books whose title, people, ISBN, chapter titles or pinyin match; titles before the rest. */
export const findBookMatches = async (
  db: Queryable,
  search: { query: string | undefined; isbn: string | undefined; limit: number; offset: number },
): Promise<BookMatch[]> => {
  const rank = search.query === undefined ? sql`1` : sql`ts_rank(s.tokens, ${search.query}::tsquery)`;
  const { rows } = await db.execute<{ book_id: string; rank: number }>(sql`
    select b.id as book_id, ${rank}::float8 as rank from book b join book_search s on s.book_id = b.id
    where ${books} and ${matches(search.query, search.isbn)}
    order by rank desc, b.published_at desc, b.id limit ${search.limit} offset ${search.offset}`);
  return rows.map((row) => ({ bookId: row.book_id, rank: row.rank }));
};

/** The same with titles alone, in one question: what is asked for at every key. */
export const findTitleMatches = async (
  db: Queryable,
  search: { query: string | undefined; isbn: string | undefined; limit: number },
): Promise<{ bookId: string; title: string }[]> => {
  const rank = search.query === undefined ? sql`1` : sql`ts_rank(s.tokens, ${search.query}::tsquery)`;
  const { rows } = await db.execute<{ id: string; title: string }>(sql`
    select b.id, b.title from book b join book_search s on s.book_id = b.id
    where ${books} and ${matches(search.query, search.isbn)}
    order by ${rank} desc, b.published_at desc, b.id limit ${search.limit}`);
  return rows.map((row) => ({ bookId: row.id, title: row.title }));
};

export const countBookMatches = async (db: Queryable, search: { query: string | undefined; isbn: string | undefined }): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from book b join book_search s on s.book_id = b.id where ${books} and ${matches(search.query, search.isbn)}`,
  );
  return rows[0]?.n ?? 0;
};

export interface MatchingPassage {
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
  book_id: string;
  version_id: string;
  document_index: number;
  href: string;
  chapter_title: string;
  text: string;
  block_offsets: [string, number][];
  start_char: number | null;
}

const passageColumns = sql`p.book_id, p.version_id, p.document_index, p.href, p.chapter_title, p.text, p.block_offsets,
  (select k.start_char from publication_block k where k.version_id = p.version_id and k.block_id = p.first_block limit 1) as start_char`;

const toPassage = (row: PassageRow): MatchingPassage => ({
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

/** Passages of published books in force, best first. */
export const findPassages = async (db: Queryable, search: { query: string; limit: number; offset: number }): Promise<MatchingPassage[]> => {
  const { rows } = await db.execute<PassageRow>(sql`
    with hit as (
      select p.version_id, p.position, ts_rank(p.tokens, ${search.query}::tsquery) as rank
      from search_passage p join book b on b.current_version_id = p.version_id
      where p.tokens @@ ${search.query}::tsquery and ${books}
      order by rank desc, p.version_id, p.position limit ${search.limit} offset ${search.offset})
    select ${passageColumns} from hit join search_passage p on p.version_id = hit.version_id and p.position = hit.position
    order by hit.rank desc, p.version_id, p.position`);
  return rows.map(toPassage);
};

/** Exact up to `most`; more are not counted. */
export const countPassages = async (db: Queryable, query: string, most: number): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      select 1 from search_passage p join book b on b.current_version_id = p.version_id
      where p.tokens @@ ${query}::tsquery and ${books} limit ${most}) as found`);
  return rows[0]?.n ?? 0;
};

/** Matching passages of one version in reading order. */
export const findPassagesInVersion = async (db: Queryable, versionId: string, query: string, most: number): Promise<MatchingPassage[]> => {
  const { rows } = await db.execute<PassageRow>(
    sql`select ${passageColumns} from search_passage p where p.version_id = ${versionId} and p.tokens @@ ${query}::tsquery order by p.position limit ${most}`,
  );
  return rows.map(toPassage);
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
