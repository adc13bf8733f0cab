/** Suggests corrections for a query without results: titles with similar pinyin, then titles with most of the bigrams. */
import type { Queryable } from '../../../platform/database.ts';
import { indexTerms } from '../../publication/text-index/index-terms.ts';
import { findSimilarSounding, nearPinyinTsquery, spellingOf } from '../../publication/text-index/pinyin-terms.ts';
import type { CatalogSnapshot } from '../lists/catalog-snapshot.ts';
import { matchBooks } from './find-matches.ts';
import { findTitles } from './find-titles.ts';

const CANDIDATES = 40;
const GUESSES = 3;
/** Minimum share of the query's character bigrams that a suggested title contains. */
const SHARED_BIGRAM_RATIO_MIN = 0.5;

const titlesOf = async (db: Queryable, catalog: CatalogSnapshot, books: string): Promise<{ title: string }[]> => {
  const matches = await matchBooks(db, catalog, { books, isbn: undefined, pinyin: undefined });
  return findTitles(db, await matches.page({ offset: 0, limit: CANDIDATES }));
};

const byPronunciation = async (db: Queryable, catalog: CatalogSnapshot, query: string): Promise<string[]> => {
  const spelling = spellingOf(query);
  if (spelling === undefined) return [];
  const found = await titlesOf(db, catalog, nearPinyinTsquery(spelling));
  return found
    .flatMap(({ title }) => findSimilarSounding(title, spelling) ?? [])
    .toSorted((a, b) => a.off - b.off)
    .map(({ text }) => text);
};

const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

const byCharacters = async (db: Queryable, catalog: CatalogSnapshot, query: string): Promise<string[]> => {
  // The search index also contains the last character of the query as a term; it is left out, because too many titles contain it.
  const bigrams = [...new Set(indexTerms(query).map(({ lexeme }) => lexeme))].filter((lexeme) => [...lexeme].length > 1);
  if (bigrams.length < 2) return [];
  const found = await titlesOf(db, catalog, bigrams.map(quoted).join(' | '));
  const shareOf = (title: string): number => {
    const titleBigrams = new Set(indexTerms(title).map(({ lexeme }) => lexeme));
    return bigrams.filter((pair) => titleBigrams.has(pair)).length / bigrams.length;
  };
  return found
    .map(({ title }) => ({ title, share: shareOf(title) }))
    .filter(({ share }) => share >= SHARED_BIGRAM_RATIO_MIN)
    .toSorted((a, b) => b.share - a.share)
    .map(({ title }) => title);
};

export const suggestCorrections = async (db: Queryable, catalog: CatalogSnapshot, query: string): Promise<string[]> => {
  const [sounds, characters] = await Promise.all([byPronunciation(db, catalog, query), byCharacters(db, catalog, query)]);
  return [...new Set([...sounds, ...characters])].filter((guess) => guess !== query).slice(0, GUESSES);
};
