/**
 * Lists and facets computed from all rows without indexes, caches or columns, as the oracle of the catalog: each book is an object, each
 * condition is applied to each of them.
 */
import { accessModel, bookLevel, mediaKind } from '@shufang/contract';
import type pg from 'pg';
import { languageKeyOf } from '../lists/language-key.ts';
import type { CatalogFilter, CatalogOrder } from '../store.ts';

interface FoundBook {
  id: string;
  title: string;
  title_rank: number;
  published_at: number;
  work_id: string | null;
  edition: number;
  level: string | null;
  access_model: string;
  language: string | null;
  publisher: string | null;
  plan_tag: string | null;
  media: string[];
  published_year: number | null;
  filed_under: string[];
  score: number;
  rating: number;
}

const BOOKS = `
  with recursive part as (
    select id, id as ancestor from category union all
    select part.id, c.parent_id from part join category c on c.id = part.ancestor where c.parent_id is not null
  )
  select b.id, b.title, row_number() over (order by b.title collate "zh-x-icu", b.edition desc, b.id)::int as title_rank, b.published_at,
    b.work_id, b.edition, b.level, b.access_model, b.language, b.publisher, b.plan_tag, b.media, b.published_year,
    array(select distinct ancestor from part where part.id = any(b.category_ids)) as filed_under,
    coalesce(p.score, 0) as score, coalesce(r.score, 0) as rating
  from book b left join book_popularity p on p.book_id = b.id left join book_rating_sum r on r.book_id = b.id
  where b.shelf_state = 'published' and b.current_version_id is not null`;

const DAY_MS = 86_400_000;

export interface BruteForceCatalog {
  /** Returns the ids of all matching books in this order. */
  list(filter: CatalogFilter, order: Exclude<CatalogOrder, 'collection'>): string[];
  /** Returns the facets as maps from value to count. */
  facets(filter: CatalogFilter): Record<string, Map<string, number>>;
}

type Conditions = Record<string, (book: FoundBook) => boolean>;

const conditionsOf = (filter: CatalogFilter): Conditions => {
  const { category, level, access, language, publisher, plan, media, year, isPopular, licensed } = filter;
  const conditions: Conditions = {};
  if (category !== undefined) conditions['categories'] = (book) => book.filed_under.includes(category);
  if (level !== undefined) conditions['levels'] = (book) => book.level === level;
  if (access !== undefined) conditions['access'] = (book) => book.access_model === access;
  if (language !== undefined)
    conditions['languages'] = (book) => book.language !== null && languageKeyOf(book.language) === languageKeyOf(language);
  if (publisher !== undefined) conditions['publishers'] = (book) => book.publisher === publisher;
  if (plan !== undefined) conditions['plans'] = (book) => (plan === true ? book.plan_tag !== null : book.plan_tag === plan);
  if (media !== undefined) conditions['media'] = (book) => book.media.includes(media);
  if (year !== undefined) conditions['years'] = (book) => book.published_year === year;
  if (isPopular === true) conditions['popular'] = (book) => book.score > 0;
  if (licensed !== undefined)
    conditions['licensed'] = (book) => book.access_model !== 'free' && licensed.bookIds?.includes(book.id) !== false;
  return conditions;
};

const compareKeys = (a: readonly (number | string)[], b: readonly (number | string)[]): number => {
  for (const [index, mine] of a.entries()) {
    const other = b[index] ?? 0;
    if (mine !== other) return mine > other ? -1 : 1;
  }
  return 0;
};

const keysOf = (order: Exclude<CatalogOrder, 'collection'>, book: FoundBook, books: readonly FoundBook[]): (number | string)[] => {
  const ownKeys = ({ published_at: at, score, rating }: FoundBook): number[] => {
    if (order === 'newest') return [at];
    if (order === 'weighed') return [at + Math.min(score, 180) * DAY_MS];
    return [order === 'hot' ? score : rating, at];
  };
  if (order === 'title') return [-book.title_rank];
  const own = ownKeys(book);
  const newest = books
    .filter(({ work_id: work, edition }) => work !== null && work === book.work_id && edition > book.edition)
    .toSorted((a, b) => b.edition - a.edition)[0];
  if (newest === undefined || order === 'rating') return [...own, book.id];
  const theirs = ownKeys(newest);
  const last = theirs.length - 1;
  const behind = theirs.with(last, (theirs[last] ?? 0) - (newest.edition - book.edition));
  return [...(compareKeys(own, behind) < 0 ? behind : own), book.id];
};

const FACETS: Record<string, (book: FoundBook) => (string | number | null)[]> = {
  categories: (book) => book.filed_under,
  levels: (book) => bookLevel.options.filter((level) => level === book.level),
  access: (book) => accessModel.options.filter((access) => access === book.access_model),
  languages: (book) => (book.language === null ? [] : [languageKeyOf(book.language)]),
  publishers: (book) => [book.publisher],
  plans: (book) => [book.plan_tag],
  media: (book) => mediaKind.options.filter((kind) => book.media.includes(kind)),
  years: (book) => [book.published_year],
};

/** Reads all published books. */
export const readBruteForceCatalog = async (pool: pg.Pool): Promise<BruteForceCatalog> => {
  const { rows: books } = await pool.query<FoundBook>(BOOKS);
  const matching = (filter: CatalogFilter, but?: string): FoundBook[] => {
    const conditions = Object.entries(conditionsOf(filter)).filter(([name]) => name !== but);
    return books.filter((book) => conditions.every(([, meets]) => meets(book)));
  };
  return {
    list: (filter, order) =>
      matching(filter)
        .map((book) => ({ id: book.id, keys: keysOf(order, book, books) }))
        .toSorted((a, b) => compareKeys(a.keys, b.keys))
        .map(({ id }) => id),
    facets: (filter) =>
      Object.fromEntries(
        Object.entries(FACETS).map(([name, valuesOf]) => {
          const counts = new Map<string, number>();
          for (const book of matching(filter, name)) {
            for (const value of valuesOf(book)) if (value !== null) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
          }
          return [name, counts];
        }),
      ),
  };
};
