/** Finds the books that are suggested while a user types. */
import type { Queryable } from '../../../platform/database.ts';
import type { CatalogSnapshot } from '../lists/catalog-snapshot.ts';
import { matchBooks } from './find-matches.ts';
import { findBooksAfter, type SearchQuestion } from './search-store.ts';

/** Numbers of newest books among which suggestions are searched first, if the library has at least twice as many. */
const NEWEST_BOOKS = [8_192, 131_072];
/** Least rank of a suggestion among the newest books, as a share of the best rank. PostgreSQL's ranks of equal matches differ slightly. */
const EQUAL_RANK_MIN = 0.99;

/**
 * Returns the ids of at most `limit` books: the best matches, then the newest. In a large library the newest books suffice if enough of them
 * match as well as the best of them does; reading all matches of a beginning of a title would take seconds with a million books.
 */
export const findSuggestions = async (
  db: Queryable,
  catalog: CatalogSnapshot,
  question: Omit<SearchQuestion, 'text'>,
  { limit, newestBooks = NEWEST_BOOKS }: { readonly limit: number; readonly newestBooks?: readonly number[] },
): Promise<readonly string[]> => {
  for (const count of question.books === undefined ? [] : newestBooks) {
    const afterId = catalog.idBeforeNewest(count);
    if (afterId === undefined) break;
    const hits = await findBooksAfter(db, question.books ?? '', afterId);
    const ids = catalog.sortHits(hits);
    const rankOf = new Map(hits.map(({ bookId, rank }) => [bookId, rank]));
    const [best, last] = [rankOf.get(ids[0] ?? '') ?? 0, rankOf.get(ids[limit - 1] ?? '') ?? 0];
    if (best > 0 && last >= EQUAL_RANK_MIN * best) return ids.slice(0, limit);
  }
  return (await matchBooks(db, catalog, question)).page({ offset: 0, limit });
};
