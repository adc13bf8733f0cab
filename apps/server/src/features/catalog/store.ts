/** The only SQL that reads `book` and `category` for the catalogue. */
import type { AccessModel, Contributor, CourseFilter, MediaKind } from '@shufang/contract';
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
  b.id, b.title, b.subtitle, b.authors, b.contributors, b.publisher, b.description, b.isbn, b.language, b.access_model, b.price_fen, b.trial_chapters,
  b.shelf_state, b.removal_notice, b.current_version_id, b.plan_tag, b.plan_proof, b.cover_sha256, b.cover_width, b.cover_height, b.published_at, b.updated_at, v.chars,
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
  removalNotice: row.removal_notice ?? undefined,
  currentVersionId: row.current_version_id ?? undefined,
  plan: row.plan_tag === null || row.plan_proof === null ? undefined : { name: row.plan_tag, proof: row.plan_proof },
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

/** A book with a price is `paid`, one without is `free`. */
export const updatePrice = async (db: Queryable, bookId: string, priceFen: number, now: number): Promise<void> => {
  const model = priceFen === 0 ? 'free' : 'paid';
  await db.execute(sql`
    update book set price_fen = ${priceFen}, access_model = ${model}, updated_at = ${now}
    where id = ${bookId} and current_version_id is not null and (price_fen, access_model) is distinct from (${priceFen}::int, ${model})`);
};

/** Null gives the book back. */
export const updateRemovalNotice = async (db: Queryable, bookId: string, notice: string | null, now: number): Promise<void> => {
  await db.execute(sql`update book set removal_notice = ${notice}, updated_at = ${now} where id = ${bookId}`);
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
  /** By name. */
  readonly publisher?: string | undefined;
  /** By name; `true`: any. */
  readonly plan?: string | true | undefined;
  readonly media?: MediaKind | undefined;
  readonly year?: number | undefined;
  readonly author?: string | undefined;
  readonly collectionId?: string | undefined;
  /** Only books that somebody read or kept of late (`count-popularity.ts`). */
  readonly isPopular?: boolean | undefined;
  /** Only books that are not free for all; with ids, only these of them. */
  readonly licensed?: { readonly bookIds: readonly string[] | undefined } | undefined;
}

/** Ids of a discipline and of all that is under it. */
const withParts = (category: string): SQL => sql`
  array(with recursive part as (
    select id from category where id = ${category} union all select c.id from category c join part on c.parent_id = part.id
  ) select id from part)`;

const published = sql`b.shelf_state = 'published' and b.current_version_id is not null`;
/** What readers tell languages apart by: `zh` for `zh-CN` and `zh-Hans`, `zh-Hant` for `zh-TW`, else the tag before its region. */
const languageKey = (tag: SQL): SQL => sql`
  case when lower(replace(${tag}, '_', '-')) ~ '^(zh|zho|chi|cmn)(-|$)'
    then case when lower(replace(${tag}, '_', '-')) ~ '-(hant|tw|hk|mo)(-|$)' and lower(replace(${tag}, '_', '-')) !~ '-hans(-|$)' then 'zh-Hant' else 'zh' end
    else split_part(lower(replace(${tag}, '_', '-')), '-', 1) end`;
const conditions = (filter: CatalogFilter): SQL => {
  const parts = [published];
  if (filter.category !== undefined) parts.push(sql`b.category_ids && ${withParts(filter.category)}`);
  if (filter.access !== undefined) parts.push(sql`b.access_model = ${filter.access}`);
  if (filter.language !== undefined) {
    // Asked of the few languages there are, not of every book.
    parts.push(sql`b.language in (
      select tag from (select distinct language as tag from book) tags where ${languageKey(sql`tag`)} = ${languageKey(sql`${filter.language}::text`)})`);
  }
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
 * `hot`: most read first; `weighed`: the newest first, one that is read counting as newer; `collection`: in the editor's order, for a
 * filter with a collection.
 */
export type CatalogOrder = 'newest' | 'weighed' | 'title' | 'hot' | 'collection';

/** Where the page before ended: the sort keys of its last book, its id last. */
export type CatalogCursor = readonly (string | number)[];

const DAY_MS = 86_400_000;
/** In the weighed order each point of popularity makes a book count as a day newer, up to so many. */
const DAYS_BY_READERS_MAX = 180;

interface Ordering {
  readonly join: SQL;
  /** Sort keys before the id, as they are compared. */
  readonly keys: readonly SQL[];
  readonly isDescending: boolean;
}

const orderingOf = (order: CatalogOrder, filter: CatalogFilter): Ordering => {
  const plain = sql``;
  if (order === 'title') return { join: plain, keys: [sql`b.title collate "zh-x-icu"`], isDescending: false };
  if (order === 'hot') {
    return {
      join: sql`left join book_popularity p on p.book_id = b.id`,
      keys: [sql`coalesce(p.score, 0)`, sql`b.published_at`],
      isDescending: true,
    };
  }
  if (order === 'weighed') {
    return {
      join: sql`left join book_popularity p on p.book_id = b.id`,
      keys: [sql`(b.published_at + least(coalesce(p.score, 0), ${DAYS_BY_READERS_MAX}) * ${DAY_MS}::bigint)`],
      isDescending: true,
    };
  }
  if (order === 'collection') {
    return {
      join: sql`join book_collection_item o on o.book_id = b.id and o.collection_id = ${filter.collectionId ?? ''}`,
      keys: [sql`o.position`],
      isDescending: false,
    };
  }
  return { join: plain, keys: [sql`b.published_at`], isDescending: true };
};

export interface CatalogPage {
  readonly books: Book[];
  /** For the page after; absent: this is the last one. */
  readonly next: CatalogCursor | undefined;
}

/** A page of published books in this order. */
export const listPublishedBooks = async (
  db: Queryable,
  options: { filter: CatalogFilter; order: CatalogOrder; after?: CatalogCursor | undefined; limit: number },
): Promise<CatalogPage> => {
  const { join, keys, isDescending } = orderingOf(options.order, options.filter);
  const all = [...keys, sql`b.id`];
  const bounds = (options.after ?? []).map((value) => (typeof value === 'number' ? sql`${value}::bigint` : sql`${value}::text`));
  const after =
    bounds.length === 0 ? sql`` : sql`and (${sql.join(all, sql`, `)}) ${isDescending ? sql`<` : sql`>`} (${sql.join(bounds, sql`, `)})`;
  const by = sql.join(
    all.map((key) => (isDescending ? sql`${key} desc` : key)),
    sql`, `,
  );
  const { rows } = await db.execute<BookRow & { sort_keys: (string | number)[] }>(sql`
    select ${columns}, json_build_array(${sql.join(all, sql`, `)}) as sort_keys ${source} ${join}
    where ${conditions(options.filter)} ${after} order by ${by} limit ${options.limit + 1}`);
  const page = rows.slice(0, options.limit);
  return { books: page.map(toBook), next: rows.length > page.length ? page.at(-1)?.sort_keys : undefined };
};

export const countPublishedBooks = async (db: Queryable, filter: CatalogFilter): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from book b where ${conditions(filter)}`);
  return rows[0]?.n ?? 0;
};

export interface CatalogFacets {
  readonly categories: { id: string; name: string; count: number }[];
  readonly access: { value: AccessModel; count: number }[];
  readonly languages: { value: string; count: number }[];
  readonly publishers: { value: string; count: number }[];
  readonly plans: { value: string; count: number }[];
  readonly media: { value: MediaKind; count: number }[];
  readonly years: { value: number; count: number }[];
}

const PUBLISHERS_SHOWN = 30;

/** One line: so many books have this value of one of the columns; with none of them, how many there are of each kind of media. */
interface FacetRow extends Record<string, unknown> {
  column: 'access' | 'language' | 'publisher' | 'plan' | 'year' | 'media';
  value: string | null;
  count: number;
  video: number;
  audio: number;
}

/** Counted in one walk over the books. */
const countColumns = async (db: Queryable, filter: CatalogFilter): Promise<FacetRow[]> => {
  const { rows } = await db.execute<FacetRow>(sql`
    select "column", case when "column" = 'language' then ${languageKey(sql`value`)} else value end as value,
      sum(n)::int as count, sum(video)::int as video, sum(audio)::int as audio
    from (
      select case
          when grouping(b.access_model) = 0 then 'access' when grouping(b.language) = 0 then 'language'
          when grouping(b.publisher) = 0 then 'publisher' when grouping(b.plan_tag) = 0 then 'plan'
          when grouping(b.published_year) = 0 then 'year' else 'media' end as "column",
        coalesce(b.access_model, b.language, b.publisher, b.plan_tag, b.published_year::text) as value, count(*) as n,
        count(*) filter (where b.media @> '{video}') as video, count(*) filter (where b.media @> '{audio}') as audio
      from book b where ${conditions(filter)}
      group by grouping sets ((b.access_model), (b.language), (b.publisher), (b.plan_tag), (b.published_year), ())
    ) counted group by 1, 2`);
  return rows;
};

const byCount = (a: { value: unknown; count: number }, b: { value: unknown; count: number }): number =>
  b.count - a.count || (String(a.value) < String(b.value) ? -1 : 1);

/** How many books each choice would leave; every facet is counted under the other filters, not its own. */
export const countFacets = async (db: Queryable, filter: CatalogFilter): Promise<CatalogFacets> => {
  // Facets whose own filter is off are all counted under the same conditions: once for them together.
  const isOn = (name: CourseFilter): boolean => filter[name] !== undefined;
  const walks = new Map<CourseFilter | undefined, Promise<FacetRow[]>>();
  const rowsFor = (name: CourseFilter): Promise<FacetRow[]> => {
    const key = isOn(name) ? name : undefined;
    const walk = walks.get(key) ?? countColumns(db, key === undefined ? filter : { ...filter, [key]: undefined });
    walks.set(key, walk);
    return walk;
  };
  const valuesOf = async (column: Exclude<FacetRow['column'], 'media'>): Promise<{ value: string; count: number }[]> =>
    (await rowsFor(column)).flatMap((row) => (row.column === column && row.value !== null ? { value: row.value, count: row.count } : []));

  const [categories, access, languages, publishers, plans, years, media] = await Promise.all([
    db.execute<{ id: string; name: string; count: number }>(sql`
      with recursive tree as (
        select id, name, array[position] as place from category where parent_id is null
        union all select c.id, c.name, tree.place || c.position from category c join tree on c.parent_id = tree.id
      ), part as (
        select id as top, id from category union all select part.top, c.id from category c join part on c.parent_id = part.id
      )
      select tree.id, tree.name, coalesce(counted.n, 0)::int as count from tree
      left join (
        select top, count(*) as n from (
          select distinct b.id, part.top from book b, unnest(b.category_ids) as category_id join part on part.id = category_id
          where ${conditions({ ...filter, category: undefined })}
        ) filed group by top
      ) counted on counted.top = tree.id
      order by tree.place, tree.id`),
    valuesOf('access'),
    valuesOf('language'),
    valuesOf('publisher'),
    valuesOf('plan'),
    valuesOf('year'),
    rowsFor('media'),
  ]);
  const counted = media.find((row) => row.column === 'media');
  const kinds: CatalogFacets['media'] = [
    { value: 'video', count: counted?.video ?? 0 },
    { value: 'audio', count: counted?.audio ?? 0 },
  ];
  return {
    categories: categories.rows,
    access: (access as CatalogFacets['access']).toSorted(byCount),
    languages: languages.toSorted(byCount),
    publishers: publishers.toSorted(byCount).slice(0, PUBLISHERS_SHOWN),
    plans: plans.toSorted(byCount),
    media: kinds.filter(({ count }) => count > 0),
    years: years.map(({ value, count }) => ({ value: Number(value), count })).toSorted((a, b) => b.value - a.value),
  };
};
