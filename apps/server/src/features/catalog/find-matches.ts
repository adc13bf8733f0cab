/** What a search finds, kept until the catalogue changes: the same words are asked for by many, and page by page. */
import type { Queryable } from '../../platform/database.ts';
import type { Catalogue } from './catalogue.ts';
import { chooseFurther, choosePassages } from './choose-passages.ts';
import { type ExtraKeys, extrasInForce, type FoundExtras, pagesOfExtras } from './find-extras.ts';
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

/** Published books, titles before the rest, the newest first among equals. */
const sortBooks = (catalogue: Catalogue, { books }: SearchHits): BookMatch[] =>
  books
    .flatMap(({ bookId, rank }) => {
      const listed = catalogue.listed(bookId);
      return listed === undefined ? [] : [{ bookId, title: listed.title, rank, publishedAt: listed.publishedAt }];
    })
    .toSorted((a, b) => b.rank - a.rank || b.publishedAt - a.publishedAt || (a.bookId < b.bookId ? -1 : 1))
    .map(({ bookId, title }) => ({ bookId, title }));

/** Published books whose title, people, ISBN, chapter titles or their pinyin match. */
export const matchBooks = (db: Queryable, catalogue: Catalogue, question: Omit<SearchQuestion, 'text'>): Promise<readonly BookMatch[]> =>
  catalogue.whileUnchanged(`books ${JSON.stringify(question)}`, async () =>
    sortBooks(catalogue, await findHits(db, { ...question, text: undefined })),
  );

export interface Matches {
  readonly books: readonly BookMatch[];
  readonly bodyTotal: number;
  /** A page of passages: the best first, then the others. */
  passages(page: Page): Promise<MatchingPassage[]>;
  readonly resources: FoundExtras<MatchingResource>;
}

interface Kept {
  readonly books: readonly BookMatch[];
  readonly total: number;
  readonly candidates: readonly PassageKey[];
  readonly resources: ExtraKeys;
  /** The candidates, the best first, once somebody wanted to see one. */
  order?: Promise<PassageKey[]>;
}

export const findMatches = async (db: Queryable, catalogue: Catalogue, question: SearchQuestion): Promise<Matches> => {
  const isInForce = (searchKey: number): boolean => catalogue.bookOf(searchKey) !== undefined;
  const { text } = question;
  const kept = await catalogue.whileUnchanged<Kept>(`all ${JSON.stringify(question)}`, async () => {
    const hits = await findHits(db, question);
    return {
      books: sortBooks(catalogue, hits),
      ...choosePassages(hits.passages, isInForce),
      resources: extrasInForce(catalogue, hits.resources),
    };
  });
  const ranked = async ({ offset, limit }: Page): Promise<{ order: readonly PassageKey[]; shown?: MatchingPassage[] }> => {
    if (kept.order !== undefined) return { order: await kept.order };
    // The order and the first page of it come together.
    const ranking = rankPassages(db, { query: text ?? '', keys: kept.candidates, from: offset, to: offset + limit });
    kept.order = ranking.then(({ order }) => order);
    kept.order.catch(() => {
      delete kept.order;
    });
    const { order, passages } = await ranking;
    return { order, shown: passages };
  };
  return {
    books: kept.books,
    bodyTotal: kept.total,
    resources: pagesOfExtras(kept.resources, (keys) => readResources(db, keys)),
    async passages({ offset, limit }) {
      if (kept.total <= offset || text === undefined) return [];
      const { order, shown } = await ranked({ offset, limit });
      const missing = Math.min(kept.total, offset + limit) - Math.max(offset, order.length);
      const best = shown ?? (await readPassages(db, order.slice(offset, offset + limit)));
      if (missing <= 0) return best;
      const { passages } = await findHits(db, { books: undefined, isbn: undefined, pinyin: undefined, text });
      const further = chooseFurther(passages, isInForce, { but: order, limit: missing, offset: Math.max(0, offset - order.length) });
      return [...best, ...(await readPassages(db, further))];
    },
  };
};
