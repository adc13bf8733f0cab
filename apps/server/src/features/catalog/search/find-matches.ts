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
  type SearchHits,
  type SearchQuestion,
} from './search-store.ts';

export interface BookMatch {
  readonly bookId: string;
  readonly title: string;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Returns the published books among the hits: title matches first, then newest first. */
const sortBooks = (catalog: CatalogSnapshot, { books }: SearchHits): BookMatch[] =>
  books
    .flatMap(({ bookId, rank }) => {
      const listed = catalog.listed(bookId);
      return listed === undefined ? [] : [{ bookId, title: listed.title, rank, publishedAt: listed.publishedAt }];
    })
    .toSorted((a, b) => b.rank - a.rank || b.publishedAt - a.publishedAt || (a.bookId < b.bookId ? -1 : 1))
    .map(({ bookId, title }) => ({ bookId, title }));

/** Returns the published books whose title, contributors, ISBN, chapter titles or pinyin match. */
export const matchBooks = (
  db: Queryable,
  catalog: CatalogSnapshot,
  question: Omit<SearchQuestion, 'text'>,
): Promise<readonly BookMatch[]> =>
  catalog.whileUnchanged(`books ${JSON.stringify(question)}`, async () =>
    sortBooks(catalog, await findHits(db, { ...question, text: undefined })),
  );

export interface Matches {
  readonly books: readonly BookMatch[];
  readonly bodyTotal: number;
  /** Returns a page of passages: the ranked ones first, then the others. */
  passages(page: Page): Promise<MatchingPassage[]>;
  readonly resources: CachedExtras<MatchingResource>;
}

interface CachedMatches {
  readonly books: readonly BookMatch[];
  readonly total: number;
  readonly candidates: readonly PassageKey[];
  readonly resources: ExtraKeys;
  /** The candidates in the order of their rank, computed when the first page is requested. */
  order?: Promise<PassageKey[]>;
}

/** `typed`: the query as the user typed it; passages of chapters whose title contains it are ranked first. */
export const findMatches = async (db: Queryable, catalog: CatalogSnapshot, question: SearchQuestion, typed: string): Promise<Matches> => {
  const isInForce = (searchKey: number): boolean => catalog.bookOf(searchKey) !== undefined;
  const { text } = question;
  const cached = await catalog.whileUnchanged<CachedMatches>(`all ${JSON.stringify([question, typed])}`, async () => {
    const hits = await findHits(db, question);
    return {
      books: sortBooks(catalog, hits),
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
    books: cached.books,
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
