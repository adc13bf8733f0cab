/** The only SQL that reads `book` and `category` for the catalog. */
import type { AccessModel, BookLevel, CategoryKind, MediaKind } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';
import type { Book } from './book.ts';
import type { ContributorEntry } from './contributors.ts';

interface BookRow extends Record<string, unknown> {
  id: string;
  title: string;
  subtitle: string | null;
  authors: string;
  contributors: ContributorEntry[];
  publisher: string | null;
  place_of_publication: string | null;
  description: string | null;
  isbn: string | null;
  language: string | null;
  category_names: string[] | null;
  level: BookLevel | null;
  work_id: string | null;
  edition: number;
  published_year: number | null;
  newer_edition: { id: string; edition: number } | null;
  access_model: AccessModel;
  price_fen: number;
  trial_chapters: number;
  trial_chosen: string[] | null;
  shelf_state: Book['shelfState'];
  removal_notice: string | null;
  current_version_id: string | null;
  plan_tag: string | null;
  plan_proof: string | null;
  cover_sha256: string | null;
  cover_width: number | null;
  cover_height: number | null;
  chars: number | null;
  published_at: number | null;
  updated_at: number;
}

const columns = sql`
  b.id, b.title, b.subtitle, b.authors, b.contributors, b.publisher, b.place_of_publication, b.description, b.isbn, b.language, b.access_model, b.price_fen, b.trial_chapters, b.trial_chosen,
  b.shelf_state, b.removal_notice, b.current_version_id, b.plan_tag, b.plan_proof, b.cover_sha256, b.cover_width, b.cover_height, b.published_at, b.updated_at, v.chars,
  b.level, b.work_id, b.edition, b.published_year,
  (select json_build_object('id', n.id, 'edition', n.edition) from book n
   where n.work_id = b.work_id and n.edition > b.edition and n.shelf_state = 'published' and n.current_version_id is not null
   order by n.edition desc limit 1) as newer_edition,
  -- A subject of a school says of which grade it is.
  (select array_agg(case when grade.parent_id is null or c.kind <> 'school' then c.name else grade.name || c.name end order by c.position)
   from category c left join category grade on grade.id = c.parent_id
   where c.id = any(b.category_ids)) as category_names`;
const source = sql`from book b left join book_version v on v.id = b.current_version_id`;

const toBook = (row: BookRow): Book => ({
  id: row.id,
  title: row.title,
  subtitle: row.subtitle ?? undefined,
  authors: row.authors,
  contributors: row.contributors,
  publisher: row.publisher ?? undefined,
  placeOfPublication: row.place_of_publication ?? undefined,
  description: row.description ?? undefined,
  isbn: row.isbn ?? undefined,
  language: row.language ?? undefined,
  categoryNames: row.category_names ?? [],
  level: row.level ?? undefined,
  workId: row.work_id ?? undefined,
  edition: row.edition,
  newerEdition: row.newer_edition ?? undefined,
  accessModel: row.access_model,
  priceFen: row.price_fen,
  trialChapters: row.trial_chapters,
  trialChosen: row.trial_chosen ?? undefined,
  shelfState: row.shelf_state,
  removalNotice: row.removal_notice ?? undefined,
  currentVersionId: row.current_version_id ?? undefined,
  plan: row.plan_tag === null || row.plan_proof === null ? undefined : { name: row.plan_tag, proof: row.plan_proof },
  cover: row.cover_sha256 === null ? undefined : { sha256: row.cover_sha256, width: row.cover_width ?? 0, height: row.cover_height ?? 0 },
  chars: row.chars ?? 0,
  publishedYear: row.published_year ?? undefined,
  publishedAt: row.published_at ?? undefined,
  updatedAt: row.updated_at,
});

/** Returns the books with these ids that have content, unordered. */
export const selectBooks = async (db: Queryable, bookIds: readonly string[]): Promise<Book[]> => {
  const { rows } = await db.execute<BookRow>(
    sql`select ${columns} ${source} where b.id = any(${sql.param([...bookIds])}::text[]) and b.current_version_id is not null`,
  );
  return rows.map(toBook);
};

/** Sets the shelf state. Changes nothing for a book without content. */
export const updateShelfState = async (db: Queryable, bookId: string, state: Book['shelfState'], now: number): Promise<void> => {
  await db.execute(sql`
    update book set shelf_state = ${state}, updated_at = ${now},
      published_at = case when ${state} = 'published' then coalesce(published_at, ${now}) else published_at end
    where id = ${bookId} and current_version_id is not null and shelf_state <> ${state}`);
};

/** Sets the price and the access model: `free` for a price of 0, otherwise `paid`. */
export const updatePrice = async (db: Queryable, bookId: string, priceFen: number, now: number): Promise<void> => {
  const model = priceFen === 0 ? 'free' : 'paid';
  await db.execute(sql`
    update book set price_fen = ${priceFen}, access_model = ${model}, updated_at = ${now}
    where id = ${bookId} and current_version_id is not null and (price_fen, access_model) is distinct from (${priceFen}::int, ${model})`);
};

/** Sets the message about the ordered removal of a book; null makes the book readable again. */
export const updateRemovalNotice = async (db: Queryable, bookId: string, notice: string | null, now: number): Promise<void> => {
  await db.execute(sql`update book set removal_notice = ${notice}, updated_at = ${now} where id = ${bookId}`);
};

export const listCategories = async (
  db: Queryable,
): Promise<{ id: string; kind: CategoryKind; name: string; parentId: string | undefined }[]> => {
  const { rows } = await db.execute<{ id: string; kind: CategoryKind; name: string; parent_id: string | null }>(
    sql`select id, kind, name, parent_id from category order by position, id`,
  );
  return rows.map(({ id, kind, name, parent_id }) => ({ id, kind, name, parentId: parent_id ?? undefined }));
};

/** Returns the ids of the books of a work that have content, in any shelf state, the newest edition first. */
export const listEditionIds = async (db: Queryable, workId: string): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from book where work_id = ${workId} and current_version_id is not null order by edition desc`,
  );
  return rows.map(({ id }) => id);
};

export interface CatalogFilter {
  readonly category?: string | undefined;
  readonly level?: BookLevel | undefined;
  readonly access?: AccessModel | undefined;
  readonly language?: string | undefined;
  /** Name of the publisher. */
  readonly publisher?: string | undefined;
  /** Name of the official textbook plan; `true` matches every plan. */
  readonly plan?: string | true | undefined;
  readonly media?: MediaKind | undefined;
  readonly year?: number | undefined;
  readonly author?: string | undefined;
  readonly collectionId?: string | undefined;
  /** Whether to return only books with recent readers or favorites (`count-popularity.ts`). */
  readonly isPopular?: boolean | undefined;
  /** Limits the result to books that are not free for everyone; with `bookIds`, only to these books. */
  readonly licensed?: { readonly bookIds: readonly string[] | undefined } | undefined;
}

/** SQL of the ids of a category and its descendants. */
const subtreeOf = (category: string): SQL => sql`
  array(with recursive part as (
    select id from category where id = ${category} union all select c.id from category c join part on c.parent_id = part.id
  ) select id from part)`;

/** Condition of a published book `b`. */
export const publishedBook = sql`b.shelf_state = 'published' and b.current_version_id is not null`;
/** A filter in the form that SQL evaluates: the language is replaced by all its tags. */
type StoredFilter = Omit<CatalogFilter, 'language'> & { readonly languageTags?: readonly string[] | undefined };

const conditions = (filter: StoredFilter): SQL => {
  const parts = [publishedBook];
  if (filter.category !== undefined) parts.push(sql`b.category_ids && ${subtreeOf(filter.category)}`);
  if (filter.level !== undefined) parts.push(sql`b.level = ${filter.level}`);
  if (filter.access !== undefined) parts.push(sql`b.access_model = ${filter.access}`);
  if (filter.languageTags !== undefined) parts.push(sql`b.language = any(${sql.param([...filter.languageTags])}::text[])`);
  if (filter.publisher !== undefined) parts.push(sql`b.publisher = ${filter.publisher}`);
  if (filter.plan !== undefined) parts.push(filter.plan === true ? sql`b.plan_tag is not null` : sql`b.plan_tag = ${filter.plan}`);
  if (filter.media !== undefined) parts.push(sql`b.media @> array[${filter.media}]::text[]`);
  if (filter.year !== undefined) parts.push(sql`b.published_year = ${filter.year}`);
  if (filter.author !== undefined) parts.push(sql`b.contributors @> ${JSON.stringify([{ name: filter.author }])}::jsonb`);
  if (filter.collectionId !== undefined) {
    parts.push(sql`b.id in (select i.book_id from book_collection_item i where i.collection_id = ${filter.collectionId})`);
  }
  if (filter.isPopular === true) parts.push(sql`exists (select 1 from book_popularity p where p.book_id = b.id and p.score > 0)`);
  if (filter.licensed !== undefined) {
    const { bookIds } = filter.licensed;
    parts.push(sql`b.access_model <> 'free'`);
    if (bookIds !== undefined) parts.push(sql`b.id = any(${sql.param([...bookIds])}::text[])`);
  }
  return sql.join(parts, sql` and `);
};

/**
 * Sort orders of books. `hot`: most read first; `weighed`: newest first, with popular books counted as newer; `collection`: in the editor's
 * order, for a filter with a collection; `rating`: best rated first, unrated last.
 */
export type CatalogOrder = 'newest' | 'weighed' | 'title' | 'hot' | 'rating' | 'collection';

/** The sort keys of the last book of the previous page, its id last. */
export type CatalogCursor = readonly (string | number)[];

/**
 * Returns a page of the published books of a collection in the editor's order. If there are more books, one more than `limit` is returned.
 */
export const listInCollection = async (
  db: Queryable,
  options: { collectionId: string; filter: StoredFilter; after?: CatalogCursor | undefined; limit: number },
): Promise<{ book: Book; cursor: CatalogCursor }[]> => {
  const [position, id] = options.after ?? [];
  const after = position === undefined || id === undefined ? sql`` : sql`and (o.position, b.id) > (${position}::bigint, ${id}::text)`;
  const { rows } = await db.execute<BookRow & { position: number }>(sql`
    select ${columns}, o.position ${source}
    join book_collection_item o on o.book_id = b.id and o.collection_id = ${options.collectionId}
    where ${conditions(options.filter)} ${after} order by o.position, b.id limit ${options.limit + 1}`);
  return rows.map((row) => ({ book: toBook(row), cursor: [row.position, row.id] }));
};

/** Returns the ids of all published books that match the filter. */
export const listIdsUnder = async (db: Queryable, filter: StoredFilter): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`select b.id from book b where ${conditions(filter)}`);
  return rows.map(({ id }) => id);
};

/** Condition of a book that search engines may see: published, not removed, and not for institutions only. */
const isPublic = sql`${publishedBook} and b.removal_notice is null and b.access_model <> 'institutionOnly'`;

export const countPublicBooks = async (db: Queryable): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from book b where ${isPublic}`);
  return rows[0]?.n ?? 0;
};

/** Returns a page of public books ordered by id: those after `after`, otherwise from `offset` on. */
export const listPublicBooks = async (
  db: Queryable,
  { after, offset, limit }: { readonly after: string | undefined; readonly offset: number; readonly limit: number },
): Promise<{ id: string; updatedAt: number }[]> => {
  const from = after === undefined ? sql`order by b.id offset ${offset}` : sql`and b.id > ${after} order by b.id`;
  const { rows } = await db.execute<{ id: string; updated_at: number }>(
    sql`select b.id, b.updated_at from book b where ${isPublic} ${from} limit ${limit}`,
  );
  return rows.map(({ id, updated_at }) => ({ id, updatedAt: updated_at }));
};
