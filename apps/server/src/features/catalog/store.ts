/** The only SQL that reads `book` and `category` for the catalogue. */
import type { AccessModel, Contributor } from '@shufang/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database.ts';
import type { Book } from './book.ts';

interface BookRow extends Record<string, unknown> {
  id: string;
  title: string;
  subtitle: string | null;
  authors: string;
  contributors: Contributor[];
  publisher: string | null;
  description: string | null;
  isbn: string | null;
  language: string | null;
  category_names: string[] | null;
  access_model: AccessModel;
  price_fen: number;
  trial_chapters: number;
  shelf_state: Book['shelfState'];
  current_version_id: string | null;
  cover_sha256: string | null;
  cover_width: number | null;
  cover_height: number | null;
  chars: number | null;
  published_at: number | null;
  updated_at: number;
}

const columns = sql`
  b.id, b.title, b.subtitle, b.authors, b.contributors, b.publisher, b.description, b.isbn, b.language, b.access_model, b.price_fen, b.trial_chapters,
  b.shelf_state, b.current_version_id, b.cover_sha256, b.cover_width, b.cover_height, b.published_at, b.updated_at, v.chars,
  (select array_agg(c.name order by c.position) from category c where c.id = any(b.category_ids)) as category_names`;
const source = sql`from book b left join book_version v on v.id = b.current_version_id`;

const toBook = (row: BookRow): Book => ({
  id: row.id,
  title: row.title,
  subtitle: row.subtitle ?? undefined,
  authors: row.authors,
  contributors: row.contributors,
  publisher: row.publisher ?? undefined,
  description: row.description ?? undefined,
  isbn: row.isbn ?? undefined,
  language: row.language ?? undefined,
  categoryNames: row.category_names ?? [],
  accessModel: row.access_model,
  priceFen: row.price_fen,
  trialChapters: row.trial_chapters,
  shelfState: row.shelf_state,
  currentVersionId: row.current_version_id ?? undefined,
  cover: row.cover_sha256 === null ? undefined : { sha256: row.cover_sha256, width: row.cover_width ?? 0, height: row.cover_height ?? 0 },
  chars: row.chars ?? 0,
  publishedAt: row.published_at ?? undefined,
  updatedAt: row.updated_at,
});

/** The books with these ids that have content, in no order. */
export const selectBooks = async (db: Queryable, bookIds: readonly string[]): Promise<Book[]> => {
  const { rows } = await db.execute<BookRow>(
    sql`select ${columns} ${source} where b.id = any(${sql.param([...bookIds])}::text[]) and b.current_version_id is not null`,
  );
  return rows.map(toBook);
};

/** Changes nothing for a book without content. */
export const updateShelfState = async (db: Queryable, bookId: string, state: Book['shelfState'], now: number): Promise<void> => {
  await db.execute(sql`
    update book set shelf_state = ${state}, updated_at = ${now},
      published_at = case when ${state} = 'published' then coalesce(published_at, ${now}) else published_at end
    where id = ${bookId} and current_version_id is not null and shelf_state <> ${state}`);
};

export const listCategories = async (db: Queryable): Promise<{ id: string; name: string; parentId: string | undefined }[]> => {
  const { rows } = await db.execute<{ id: string; name: string; parent_id: string | null }>(
    sql`select id, name, parent_id from category order by position, id`,
  );
  return rows.map(({ id, name, parent_id }) => ({ id, name, parentId: parent_id ?? undefined }));
};

export interface CatalogFilter {
  readonly category?: string | undefined;
  readonly access?: AccessModel | undefined;
  readonly language?: string | undefined;
}

const published = sql`b.shelf_state = 'published' and b.current_version_id is not null`;
/** What readers tell languages apart by: `zh` for `zh-CN` and `zh-Hans`, `zh-Hant` for `zh-TW`, else the tag before its region. */
const languageKey = (tag: SQL): SQL => sql`
  case when lower(replace(${tag}, '_', '-')) ~ '^(zh|zho|chi|cmn)(-|$)'
    then case when lower(replace(${tag}, '_', '-')) ~ '-(hant|tw|hk|mo)(-|$)' and lower(replace(${tag}, '_', '-')) !~ '-hans(-|$)' then 'zh-Hant' else 'zh' end
    else split_part(lower(replace(${tag}, '_', '-')), '-', 1) end`;
const conditions = (filter: CatalogFilter): SQL => {
  const parts = [published];
  if (filter.category !== undefined) parts.push(sql`b.category_ids @> array[${filter.category}]::text[]`);
  if (filter.access !== undefined) parts.push(sql`b.access_model = ${filter.access}`);
  if (filter.language !== undefined) parts.push(sql`${languageKey(sql`b.language`)} = ${languageKey(sql`${filter.language}::text`)}`);
  return sql.join(parts, sql` and `);
};

/** Where the page before ended: the sort key and id of its last book. */
export type CatalogCursor = readonly [key: string | number, id: string];

/** Published books, newest first or by title in pinyin order; `limit + 1` rows tell whether there is more. */
export const listPublishedBooks = async (
  db: Queryable,
  options: { filter: CatalogFilter; order: 'newest' | 'title'; after?: CatalogCursor | undefined; limit: number },
): Promise<Book[]> => {
  const titleKey = sql`b.title collate "zh-x-icu"`;
  const after =
    options.after === undefined
      ? sql``
      : options.order === 'title'
        ? sql`and (${titleKey}, b.id) > (${String(options.after[0])}, ${options.after[1]})`
        : sql`and (b.published_at, b.id) < (${Number(options.after[0])}, ${options.after[1]})`;
  const order = options.order === 'title' ? sql`${titleKey}, b.id` : sql`b.published_at desc, b.id desc`;
  const { rows } = await db.execute<BookRow>(
    sql`select ${columns} ${source} where ${conditions(options.filter)} ${after} order by ${order} limit ${options.limit}`,
  );
  return rows.map(toBook);
};

export const countPublishedBooks = async (db: Queryable, filter: CatalogFilter): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from book b where ${conditions(filter)}`);
  return rows[0]?.n ?? 0;
};

export interface CatalogFacets {
  readonly categories: { id: string; name: string; count: number }[];
  readonly access: { value: AccessModel; count: number }[];
  readonly languages: { value: string; count: number }[];
}

/** How many books each choice would leave; every facet is counted under the other filters, not its own. */
export const countFacets = async (db: Queryable, filter: CatalogFilter): Promise<CatalogFacets> => {
  const [categories, access, languages] = await Promise.all([
    db.execute<{ id: string; name: string; count: number }>(sql`
      select c.id, c.name, count(b.id)::int as count from category c
      left join book b on b.category_ids @> array[c.id] and ${conditions({ ...filter, category: undefined })}
      group by c.id, c.name, c.position order by c.position`),
    db.execute<{ value: AccessModel; count: number }>(
      sql`select b.access_model as value, count(*)::int as count from book b where ${conditions({ ...filter, access: undefined })} group by 1 order by 2 desc, 1`,
    ),
    db.execute<{ value: string; count: number }>(
      sql`select ${languageKey(sql`b.language`)} as value, count(*)::int as count from book b where ${conditions({ ...filter, language: undefined })} and b.language is not null group by 1 order by 2 desc, 1`,
    ),
  ]);
  return { categories: categories.rows, access: access.rows, languages: languages.rows };
};
