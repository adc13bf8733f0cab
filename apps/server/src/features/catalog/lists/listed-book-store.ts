/** The only SQL that reads what lists and facets need of the published books, and which of them changed. */
import type { AccessModel, BookLevel, CategoryKind, MediaKind } from '@shufang/contract';
import { type Queryable, queryPrepared } from '../../../platform/database.ts';
import { type SQL, sql } from '../../../platform/sql.ts';
import { publishedBook } from '../store.ts';

const REVISION = { name: 'catalog-revision', text: 'select revision from shufang_local.catalog_revision' };

/** Returns the revision of the catalog, which increases with every change of books, categories or popularity. */
export const readRevision = async (db: Queryable): Promise<number> => {
  const [row] = await queryPrepared<{ revision: number }>(db, REVISION, []);
  return row?.revision ?? 0;
};

/** The fields by which published books are sorted and counted. */
export interface ListedBook {
  readonly id: string;
  /** Key of the current version in the search index. */
  readonly searchKey: number;
  readonly publishedAt: number;
  readonly workId: string | null;
  readonly edition: number;
  readonly level: BookLevel | null;
  readonly access: AccessModel;
  readonly language: string | null;
  readonly publisher: string | null;
  readonly plan: string | null;
  readonly media: readonly MediaKind[];
  readonly year: number | null;
  readonly categoryIds: readonly string[];
  readonly score: number;
  /** Sort key of the order by rating; 0 for an unrated book. */
  readonly rating: number;
}

const FIELDS = [
  'id',
  'searchKey',
  'publishedAt',
  'workId',
  'edition',
  'level',
  'access',
  'language',
  'publisher',
  'plan',
  'media',
  'year',
  'categoryIds',
  'score',
  'rating',
] as const satisfies readonly (keyof ListedBook)[];

/** Books as one array for each field, which PostgreSQL writes and Node parses faster than one object for each book. */
type BookArrays = { readonly [Field in (typeof FIELDS)[number]]: readonly ListedBook[Field][] | null };

const columns = sql`
  b.id, v.search_key as "searchKey", b.published_at as "publishedAt", b.work_id as "workId", b.edition, b.level, b.access_model as access,
  b.language, b.publisher, b.plan_tag as plan, b.media, b.published_year as year, b.category_ids as "categoryIds",
  coalesce(p.score, 0) as score, coalesce(r.score, 0) as rating`;
const joins = sql`
  join book_version v on v.id = b.current_version_id
  left join book_popularity p on p.book_id = b.id left join book_rating_sum r on r.book_id = b.id`;
const arrays: SQL = sql`json_build_object(${sql.join(
  FIELDS.map((field) => sql`${sql.raw(`'${field}'`)}, json_agg(${sql.raw(`"${field}"`)})`),
  sql`, `,
)})`;

/** Returns one object for each book. Written out, because building objects field by field takes five times as long. */
const booksOf = (found: BookArrays | null | undefined): ListedBook[] =>
  (found?.id ?? []).map(
    (id, at) =>
      ({
        id,
        searchKey: found?.searchKey?.[at],
        publishedAt: found?.publishedAt?.[at],
        workId: found?.workId?.[at],
        edition: found?.edition?.[at],
        level: found?.level?.[at],
        access: found?.access?.[at],
        language: found?.language?.[at],
        publisher: found?.publisher?.[at],
        plan: found?.plan?.[at],
        media: found?.media?.[at],
        year: found?.year?.[at],
        categoryIds: found?.categoryIds?.[at],
        score: found?.score?.[at],
        rating: found?.rating?.[at],
      }) as ListedBook,
  );

/** Returns up to `limit` published books whose id comes after `after`, in the order of their ids. */
export const readListedBooks = async (db: Queryable, after: string, limit: number): Promise<ListedBook[]> => {
  const { rows } = await db.execute<{ found: BookArrays }>(sql`
    select ${arrays} as found from (
      select ${columns} from book b ${joins} where ${publishedBook} and b.id > ${after} order by b.id limit ${limit}
    ) page`);
  return booksOf(rows[0]?.found);
};

export interface ListedCategory {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly kind: CategoryKind;
}

/** Returns all categories in tree order. */
export const readListedCategories = async (db: Queryable): Promise<ListedCategory[]> => {
  const { rows } = await db.execute<{ id: string; name: string; parent_id: string | null; kind: CategoryKind }>(sql`
    with recursive tree as (
      select id, name, parent_id, kind, array[position] as path from category where parent_id is null
      union all select c.id, c.name, c.parent_id, c.kind, tree.path || c.position from category c join tree on c.parent_id = tree.id
    )
    select id, name, parent_id, kind from tree order by path, id`);
  return rows.map(({ id, name, parent_id, kind }) => ({ id, name, parentId: parent_id, kind }));
};

export interface ChangedBooks {
  readonly revision: number;
  readonly ids: readonly string[];
  /** The changed books that are published now. */
  readonly books: readonly ListedBook[];
  /** Whether a category changed. */
  readonly hasNewCategories: boolean;
}

/**
 * Reads the books changed after this revision in one query. Returns undefined for more than `most` changed books, or after a change of the
 * whole database.
 */
export const readChangedBooks = async (db: Queryable, since: number, most: number): Promise<ChangedBooks | undefined> => {
  const { rows } = await db.execute<{
    revision: number;
    all_changed_at: number;
    categories_changed_at: number;
    ids: string[] | null;
    found: BookArrays | null;
  }>(sql`
    with changed as materialized (
      select book_id from shufang_local.catalog_change where revision > ${since}::bigint limit ${most + 1}
    )
    select n.revision, n.all_changed_at, n.categories_changed_at, (select array_agg(book_id) from changed) as ids,
      (select ${arrays} from (select ${columns} from changed join book b on b.id = changed.book_id ${joins} where ${publishedBook}) page) as found
    from shufang_local.catalog_revision n`);
  const row = rows[0];
  if (row === undefined || row.all_changed_at > since || row.revision < since || (row.ids?.length ?? 0) > most) return undefined;
  return { revision: row.revision, ids: row.ids ?? [], books: booksOf(row.found), hasNewCategories: row.categories_changed_at > since };
};

/** A published book in the order of titles. */
export interface TitledBook extends Record<string, unknown> {
  readonly id: string;
  readonly title: string;
  readonly edition: number;
}

const titleKey = sql`b.title collate "zh-x-icu", -b.edition, b.id`;

/**
 * Returns up to `limit` published books in the order of titles, newest edition first within a title: those after `after`, and only those
 * with these ids if `among` is given.
 */
export const listByTitle = async (
  db: Queryable,
  {
    after,
    among,
    limit,
  }: { after: Pick<TitledBook, 'id' | 'title' | 'edition'> | undefined; among: readonly string[] | undefined; limit: number },
): Promise<TitledBook[]> => {
  const parts = [publishedBook];
  if (after !== undefined) parts.push(sql`(${titleKey}) > (${after.title}::text, ${-after.edition}::int, ${after.id}::text)`);
  if (among !== undefined) parts.push(sql`b.id = any(${sql.param([...among])}::text[])`);
  const { rows } = await db.execute<TitledBook>(
    sql`select b.id, b.title, b.edition from book b where ${sql.join(parts, sql` and `)} order by ${titleKey} limit ${limit}`,
  );
  return rows;
};
