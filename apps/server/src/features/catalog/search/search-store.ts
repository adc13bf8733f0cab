/**
 * The only SQL that reads the search tables. Queries are in the text form of a `tsquery`, made by `text-index`. PostgreSQL matches and
 * ranks; hits are counted in memory, where the published books are known (`lists/catalog-snapshot.ts`), because that is faster.
 */
import type { FormulaNode, ResourceKind } from '@shufang/contract';
import type { FormulaInText } from '@shufang/contract/formula-text';
import { type Queryable, queryPrepared, queryPreparedText, type Row } from '../../../platform/database.ts';
import { type SQL, sql } from '../../../platform/sql.ts';
import { isOfOneLexeme } from '../../publication/text-index/index-terms.ts';

/**
 * Returns the query in a subquery, so that the planner does not see its value. With the value it would estimate many rows and scan the
 * table, because it does not know the cost of reading a row's tokens.
 */
const opaqueQuery = (query: string): SQL => sql`(select ${query}::tsquery)`;

export interface SearchQuestion {
  /** Full-text query (`tsquery`) for the titles, contributors and chapters of books. */
  readonly books: string | undefined;
  readonly isbn: string | undefined;
  /** Full-text query for the subtitles and chapters of books by pinyin. */
  readonly pinyin: string | undefined;
  /** Full-text query for the running text of books. */
  readonly text: string | undefined;
}

/** All matches in published and unpublished books, unordered unless the field says otherwise. */
export interface SearchHits {
  readonly books: readonly { readonly bookId: string; readonly rank: number }[];
  /** Two numbers for each passage: the key of the version and the passage's position. */
  readonly passages: Int32Array;
  /** Two numbers for each resource (key of the version and position); resources with the shortest titles first. */
  readonly resources: Int32Array;
}

/**
 * Maximum number of books that are read from the index for a query, and of further ones by pinyin. More books match only words that nearly
 * every title contains; reading all of a million books would take longer than a request may.
 */
const BOOKS_MAX = 20_000;

/** The key of a version and a position are stored as one number, key × POSITIONS + position; every position is below this number. */
const POSITIONS = 2 ** 20;
const HITS = {
  name: 'search-hits',
  text: `select found.ids, found.ranks, (select string_agg(b.id, ' ') from book b where b.isbn = $2) as same_isbn,
      (select string_agg(p.book_id, ' ') from (select book_id from book_search where pinyin @@ (select $4::tsquery) limit ${BOOKS_MAX}) p)
        as sounding, held.passages,
      (select array_agg(r.search_key::int8 * ${POSITIONS} + r.position order by length(r.title), r.search_key, r.position)
        from search_resource r where r.tokens @@ (select $3::tsquery)) as resources
    from (select string_agg(s.book_id, ' ') as ids, array_agg(ts_rank(s.head, $1::tsquery)) as ranks
      from (select book_id, head from book_search where tokens @@ (select $1::tsquery) limit ${BOOKS_MAX}) s) found,
    (select array_agg(t.search_key::int8 * ${POSITIONS} + t.position) as passages
      from passage_tokens t where t.tokens @@ (select $3::tsquery)) held`,
};

const COMMA = 0x2c;

/**
 * Parses an array in the text form of PostgreSQL, `{n,n,…}`, whose numbers are key × `POSITIONS` + position. Returns two numbers for each:
 * the key of the version, then the position.
 */
const readPassageKeys = (list: string | null | undefined): Int32Array => {
  if (!list) return new Int32Array(0);
  let length = 1;
  for (let at = list.indexOf(','); at >= 0; at = list.indexOf(',', at + 1)) length += 1;
  const keys = new Int32Array(2 * length);
  let number = 0;
  let into = 0;
  for (let at = 1; at < list.length; at++) {
    const code = list.charCodeAt(at);
    if (code === COMMA || at === list.length - 1) {
      keys[into++] = Math.floor(number / POSITIONS);
      keys[into++] = number % POSITIONS;
      number = 0;
    } else number = 10 * number + code - 0x30;
  }
  return keys;
};

const lexemesOf = (line: string | null | undefined): string[] => (line ? line.split(' ') : []);

export const findHits = async (db: Queryable, { books, isbn, pinyin, text }: SearchQuestion): Promise<SearchHits> => {
  const [ids, ranks, sameIsbn, sounding, passages, resources] = await queryPreparedText(db, HITS, [books, isbn, text, pinyin]);
  const rankOf = ranks ? ranks.slice(1, -1).split(',') : [];
  const found = lexemesOf(ids).map((bookId, index) => ({ bookId, rank: Number(rankOf[index]) }));
  const known = new Set(found.map(({ bookId }) => bookId));
  const others = [...lexemesOf(sameIsbn), ...lexemesOf(sounding)].filter((bookId) => !known.has(bookId));
  return {
    books: [...found, ...others.map((bookId) => ({ bookId, rank: 0 }))],
    passages: readPassageKeys(passages),
    resources: readPassageKeys(resources),
  };
};

/**
 * Returns the books that match a full-text query for titles, contributors and chapters and whose id comes after this one. PostgreSQL
 * intersects both indexes before it reads a row, so the statement is planned with the id.
 */
export const findBooksAfter = async (db: Queryable, books: string, afterId: string): Promise<SearchHits['books']> => {
  const { rows } = await db.execute<Row<SearchHits['books'][number]>>(sql`
    select book_id as "bookId", ts_rank(head, ${books}::tsquery) as rank from book_search
    where tokens @@ ${opaqueQuery(books)} and book_id > ${afterId} limit ${BOOKS_MAX}`);
  return rows;
};

export interface MatchingPassage {
  /** Number of the passage, counted from 0 over the entire version. */
  readonly position: number;
  readonly bookId: string;
  readonly versionId: string;
  readonly documentIndex: number;
  readonly href: string;
  readonly chapterTitle: string;
  readonly text: string;
  readonly blockOffsets: [string, number][];
  /** The formulas in `text`, in order. */
  readonly formulas: readonly FormulaInText[];
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
  formulas: FormulaInText[] | null;
  start_char: number;
}

const passageColumns = sql`p.position, p.book_id, p.version_id, p.document_index, p.href, p.chapter_title, p.text, p.block_offsets, p.formulas, p.start_char`;

const toPassage = (row: PassageRow): MatchingPassage => ({
  position: row.position,
  bookId: row.book_id,
  versionId: row.version_id,
  documentIndex: row.document_index,
  href: row.href,
  chapterTitle: row.chapter_title,
  text: row.text,
  blockOffsets: row.block_offsets,
  formulas: row.formulas ?? [],
  startChar: row.start_char,
});

/** Key of a passage, formula or resource in the search tables. */
export interface PassageKey {
  /** Key of the version in the search index. */
  readonly searchKey: number;
  readonly position: number;
}

const columnsOf = (keys: readonly PassageKey[]): [number[], number[]] => [
  keys.map(({ searchKey }) => searchKey),
  keys.map(({ position }) => position),
];

/**
 * Returns the statement that ranks passages by the tokens in `table`. Passages of equal rank are in the order of their books and, within a
 * book, in reading order.
 */
const rankedBy = (name: string, table: string) => ({
  name,
  text: `with ranked as materialized (
      select a.search_key, a.position, row_number() over (order by (strpos(lower(coalesce(c.chapter_title, '')), lower($6)) > 0) desc,
        coalesce(ts_rank(r.tokens, $3::tsquery), 0) desc, a.search_key, a.position) as place
      from unnest($1::int[], $2::int[]) as a (search_key, position) left join ${table} r on r.search_key = a.search_key and r.position = a.position
        left join book_version w on w.search_key = a.search_key
        left join search_passage c on c.version_id = w.id and c.position = a.position
    )
    select case when k.place = 1 then (select array_agg(search_key::int8 * ${POSITIONS} + position order by place) from ranked) end as keys,
      p.position, p.book_id, p.version_id, p.document_index, p.href, p.chapter_title, p.text, p.block_offsets, p.formulas, p.start_char
    from ranked k left join book_version v on v.search_key = k.search_key and k.place between $4 and $5
    left join search_passage p on p.version_id = v.id and p.position = k.position
    where k.place = 1 or k.place between $4 and $5 order by k.place`,
});
const RANKED_BY_REPEATS = rankedBy('search-ranked-by-repeats', 'passage_repeats');
const RANKED_BY_TOKENS = rankedBy('search-ranked-by-tokens', 'passage_tokens');

/**
 * Ranks these passages, best first: those of chapters whose title contains what was typed, then by the number of matches. Returns the
 * order and the content of the passages with index `from` to `to`, end exclusive.
 */
export const rankPassages = async (
  db: Queryable,
  requested: {
    readonly query: string;
    readonly typed: string;
    readonly keys: readonly PassageKey[];
    readonly from: number;
    readonly to: number;
  },
): Promise<{ order: PassageKey[]; passages: MatchingPassage[] }> => {
  const { query, typed, keys, from, to } = requested;
  if (keys.length === 0) return { order: [], passages: [] };
  const statement = isOfOneLexeme(query) ? RANKED_BY_REPEATS : RANKED_BY_TOKENS;
  type Row = { keys: string[] | null } & (PassageRow | { position: null });
  const rows = await queryPrepared<Row>(db, statement, [...columnsOf(keys), query, from + 1, to, typed.trim()]);
  return {
    order: (rows[0]?.keys ?? []).map(Number).map((key) => ({ searchKey: Math.floor(key / POSITIONS), position: key % POSITIONS })),
    passages: rows.flatMap((row) => (row.position === null ? [] : [toPassage(row)])),
  };
};

/**
 * Returns the keys of matching formulas in published and unpublished books, shortest formula first. Each key is two numbers: the key of the
 * version and the position.
 */
export const findFormulaKeys = async (db: Queryable, query: string): Promise<Int32Array> =>
  readPassageKeys((await queryPreparedText(db, FORMULA_KEYS, [query]))[0]);
const FORMULA_KEYS = {
  name: 'search-formula-keys',
  text: `select array_agg(f.search_key::int8 * ${POSITIONS} + f.position order by f.size, f.search_key, f.position) as keys
    from search_formula f where f.tokens @@ (select $1::tsquery)`,
};

/**
 * A formula or resource (figure, table, audio, …) that matches a query, with its location. Both have search tables of their own, apart from
 * the running text.
 */
export interface MatchingExtra extends Record<string, unknown> {
  readonly bookId: string;
  readonly versionId: string;
  readonly documentIndex: number;
  readonly href: string;
  readonly chapterTitle: string;
  readonly blockId: string;
  /** Offset of the first character in the text of the document, UTF-16 units. */
  readonly startChar: number;
}

export interface MatchingFormula extends MatchingExtra {
  /** Offset of the first character in the text of the block, UTF-16 units. */
  readonly blockOffset: number;
  /** The formula as it is written in the text of the block. */
  readonly blockText: string;
  readonly latex: string;
  readonly drawing: FormulaNode | null;
}

const FORMULAS = {
  name: 'search-formulas',
  text: `select v.book_id as "bookId", v.id as "versionId", f.document_index as "documentIndex", f.href, f.chapter_title as "chapterTitle",
      f.block_id as "blockId", f.block_offset as "blockOffset", f.start_char as "startChar", f.block_text as "blockText", f.latex, f.drawing
    from unnest($1::int[], $2::int[]) with ordinality as asked (search_key, position, place)
    join book_version v on v.search_key = asked.search_key
    join search_formula f on f.search_key = asked.search_key and f.position = asked.position order by asked.place`,
};

/** Returns the matching formulas of a version in reading order, with their total number. `query` is the result of `toFormulaTsquery`. */
export const findFormulasIn = async (
  db: Queryable,
  versionId: string,
  query: string,
  limit: number,
): Promise<{ total: number; items: MatchingFormula[] }> => {
  const found = await queryPrepared<MatchingFormula & { total: number }>(db, FORMULAS_IN, [versionId, query, limit]);
  return { total: found[0]?.total ?? 0, items: found };
};
const FORMULAS_IN = {
  name: 'search-formulas-in-version',
  text: `select v.book_id as "bookId", v.id as "versionId", f.document_index as "documentIndex", f.href, f.chapter_title as "chapterTitle",
      f.block_id as "blockId", f.block_offset as "blockOffset", f.start_char as "startChar", f.block_text as "blockText", f.latex, f.drawing,
      count(*) over ()::int as total
    from book_version v join search_formula f on f.search_key = v.search_key
    where v.id = $1 and f.tokens @@ (select $2::tsquery) order by f.position limit $3`,
};

/** Returns the formulas in the order of `keys`; deleted ones are left out. */
export const readFormulas = async (db: Queryable, keys: readonly PassageKey[]): Promise<MatchingFormula[]> =>
  keys.length === 0 ? [] : queryPrepared<MatchingFormula>(db, FORMULAS, columnsOf(keys));

export interface MatchingResource extends MatchingExtra {
  readonly kind: ResourceKind;
  readonly title: string;
}

const RESOURCES = {
  name: 'search-resources',
  text: `select v.book_id as "bookId", v.id as "versionId", r.document_index as "documentIndex", r.href, r.chapter_title as "chapterTitle",
      r.block_id as "blockId", r.start_char as "startChar", r.kind, r.title
    from unnest($1::int[], $2::int[]) with ordinality as asked (search_key, position, place)
    join book_version v on v.search_key = asked.search_key
    join search_resource r on r.search_key = asked.search_key and r.position = asked.position order by asked.place`,
};

/** Returns the resources in the order of `keys`; deleted ones are left out. */
export const readResources = async (db: Queryable, keys: readonly PassageKey[]): Promise<MatchingResource[]> =>
  keys.length === 0 ? [] : queryPrepared<MatchingResource>(db, RESOURCES, columnsOf(keys));

const PASSAGES = {
  name: 'search-passages',
  text: `select p.position, p.book_id, p.version_id, p.document_index, p.href, p.chapter_title, p.text, p.block_offsets, p.formulas, p.start_char
    from unnest($1::int[], $2::int[]) with ordinality as asked (search_key, position, place)
    join book_version v on v.search_key = asked.search_key
    join search_passage p on p.version_id = v.id and p.position = asked.position order by asked.place`,
};

/** Returns the passages in the order of `keys`; deleted ones are left out. */
export const readPassages = async (db: Queryable, keys: readonly PassageKey[]): Promise<MatchingPassage[]> =>
  keys.length === 0 ? [] : (await queryPrepared<PassageRow>(db, PASSAGES, columnsOf(keys))).map(toPassage);

export interface MatchingText extends PassageKey {
  readonly text: string;
  readonly formulas: readonly FormulaInText[];
  readonly documentIndex: number;
  readonly href: string;
  readonly chapterTitle: string;
}

/** Returns the texts of the matching passages of one version in reading order. */
export const listMatchingTexts = async (db: Queryable, versionId: string, query: string, most: number): Promise<MatchingText[]> => {
  const { rows } = await db.execute<Row<MatchingText>>(sql`
    select t.search_key as "searchKey", p.position, p.text, coalesce(p.formulas, '[]') as formulas, p.document_index as "documentIndex", p.href, p.chapter_title as "chapterTitle" from passage_tokens t join search_passage p on p.version_id = ${versionId} and p.position = t.position
    where t.search_key = (select search_key from book_version where id = ${versionId}) and t.tokens @@ ${opaqueQuery(query)}
    order by p.position limit ${most}`);
  return rows;
};

/**
 * Returns the state of the text index of a version: an import saves a version before its text is indexed, and `failed` means that it could
 * not be indexed.
 */
export const findIndexState = async (db: Queryable, versionId: string): Promise<'indexed' | 'indexing' | 'failed'> => {
  const { rows } = await db.execute<{ state: 'indexed' | 'indexing' | 'failed' }>(sql`
    select case when text_indexed then 'indexed' when index_failed then 'failed' else 'indexing' end as state from book_version where id = ${versionId}`);
  return rows[0]?.state ?? 'indexing';
};

/** Returns all passages of one document of a version in reading order. */
export const listPassagesOfDocument = async (db: Queryable, versionId: string, href: string): Promise<MatchingPassage[]> => {
  const { rows } = await db.execute<PassageRow>(
    sql`select ${passageColumns} from search_passage p where p.version_id = ${versionId} and p.href = ${href} order by p.position`,
  );
  return rows.map(toPassage);
};

/** Returns the offset of each block in the text of a document, UTF-16 units. */
export const listBlockStarts = async (db: Queryable, versionId: string, documentIndex: number): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ block_id: string; start_char: number }>(
    sql`select block_id, start_char from publication_block where version_id = ${versionId} and document_index = ${documentIndex}`,
  );
  return new Map(rows.map((row) => [row.block_id, row.start_char]));
};

/** Start of a page of the paper book. */
export interface PageStart {
  readonly label: string;
  readonly documentIndex: number;
  /** Offset of the page's first block in the text of the document, UTF-16 units. */
  readonly startChar: number;
}

/** Returns the page starts in reading order by version; versions without a page list are left out. */
export const listPageStarts = async (db: Queryable, versionIds: readonly string[]): Promise<ReadonlyMap<string, readonly PageStart[]>> => {
  const { rows } = await db.execute<{ id: string; pages: PageStart[] }>(sql`
    select v.id, json_agg(json_build_object('label', page.entry->>'title', 'documentIndex', b.document_index, 'startChar', b.start_char)
      order by b.position) as pages
    from book_version v cross join lateral jsonb_array_elements(v.manifest->'pageList') page (entry)
    join publication_block b on b.version_id = v.id and b.block_id = page.entry->>'blockId'
    where v.id = any(${sql.param([...versionIds])}::text[]) group by v.id`);
  return new Map(rows.map(({ id, pages }) => [id, pages]));
};
