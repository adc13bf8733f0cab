/** Caches search results until the catalog changes, because queries repeat and results are requested in pages. */
import type { Queryable } from '../../../platform/database.ts';
import type { CatalogSnapshot } from '../lists/catalog-snapshot.ts';
import { chooseFurther, choosePassages } from './choose-passages.ts';
import { type CachedExtras, type ExtraKeys, extrasInForce, pagesOfExtras } from './find-extras.ts';
import {
  findHits,
  type MatchingPassage,
  type MatchingResource,
  type PassageKey,
  rankPassages,
  readPassages,
  readResources,
  type SearchQuestion,
} from './search-store.ts';

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Maximum number of cached ids of matching books; few readers page that far. The others are found again. */
const BOOKS_CACHED_MAX = 1_000;

/** The published books that match a query: title matches first, then newest first. */
export interface BookMatches {
  readonly total: number;
  /** Returns the ids of a page of the matching books. */
  page(at: Page): Promise<readonly string[]>;
}

interface CachedBooks {
  readonly total: number;
  readonly ids: readonly string[];
}

const pagesOfBooks = ({ total, ids }: CachedBooks, findAll: () => Promise<readonly string[]>): BookMatches => ({
  total,
  page: async ({ offset, limit }) => {
    const isCached = ids.length === total || offset + limit <= ids.length;
    return (isCached ? ids : await findAll()).slice(offset, offset + limit);
  },
});

const cacheBooks = (ids: readonly string[]): CachedBooks => ({ total: ids.length, ids: ids.slice(0, BOOKS_CACHED_MAX) });

/** Returns the published books whose title, contributors, ISBN, chapter titles or pinyin match. */
export const matchBooks = async (db: Queryable, catalog: CatalogSnapshot, question: Omit<SearchQuestion, 'text'>): Promise<BookMatches> => {
  const findAll = async (): Promise<readonly string[]> => catalog.sortHits((await findHits(db, { ...question, text: undefined })).books);
  const cached = await catalog.whileUnchanged(`books ${JSON.stringify(question)}`, async () => cacheBooks(await findAll()));
  return pagesOfBooks(cached, findAll);
};

export interface Matches {
  readonly books: BookMatches;
  readonly bodyTotal: number;
  /** Returns a page of passages: the ranked ones first, then the others. */
  passages(page: Page): Promise<MatchingPassage[]>;
  readonly resources: CachedExtras<MatchingResource>;
}

interface CachedMatches {
  readonly books: CachedBooks;
  readonly total: number;
  readonly candidates: readonly PassageKey[];
  readonly resources: ExtraKeys;
  /** The candidates in the order of their rank, computed when the first page is requested. */
  order?: Promise<PassageKey[]>;
}

/** `typed`: the query as the user typed it; passages of chapters whose title contains it are ranked first. */
export const findMatches = async (db: Queryable, catalog: CatalogSnapshot, question: SearchQuestion, typed: string): Promise<Matches> => {
  const { isInForce } = catalog;
  const { text } = question;
  const cached = await catalog.whileUnchanged<CachedMatches>(`all ${JSON.stringify([question, typed])}`, async () => {
    const hits = await findHits(db, question);
    return {
      books: cacheBooks(catalog.sortHits(hits.books)),
      ...choosePassages(hits.passages, isInForce),
      resources: extrasInForce(catalog, hits.resources),
    };
  });
  const ranked = async ({ offset, limit }: Page): Promise<{ order: readonly PassageKey[]; shown?: MatchingPassage[] }> => {
    if (cached.order !== undefined) return { order: await cached.order };
    // One query returns the order of the candidates and the content of the requested page.
    const ranking = rankPassages(db, { query: text ?? '', typed, keys: cached.candidates, from: offset, to: offset + limit });
    cached.order = ranking.then(({ order }) => order);
    cached.order.catch(() => {
      delete cached.order;
    });
    const { order, passages } = await ranking;
    return { order, shown: passages };
  };
  return {
    books: pagesOfBooks(cached.books, async () => catalog.sortHits((await findHits(db, { ...question, text: undefined })).books)),
    bodyTotal: cached.total,
    resources: pagesOfExtras(cached.resources, (keys) => readResources(db, keys)),
    async passages({ offset, limit }) {
      if (cached.total <= offset || text === undefined) return [];
      const { order, shown } = await ranked({ offset, limit });
      const missing = Math.min(cached.total, offset + limit) - Math.max(offset, order.length);
      const best = shown ?? (await readPassages(db, order.slice(offset, offset + limit)));
      if (missing <= 0) return best;
      const { passages } = await findHits(db, { books: undefined, isbn: undefined, pinyin: undefined, text });
      const further = chooseFurther(passages, isInForce, { but: order, limit: missing, offset: Math.max(0, offset - order.length) });
      return [...best, ...(await readPassages(db, further))];
    },
  };
};
