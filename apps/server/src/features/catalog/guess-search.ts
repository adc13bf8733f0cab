/** What somebody may have meant who found nothing: words of titles that sound so, then titles that share most of the characters. */
import type { Queryable } from '../../platform/database.ts';
import { indexTerms } from '../media/text-index/index-terms.ts';
import { nearPinyinTsquery, partSoundingLike, spellingOf } from '../media/text-index/pinyin-terms.ts';
import type { Catalogue } from './catalogue.ts';
import { matchBooks } from './find-matches.ts';

const CANDIDATES = 40;
const GUESSES = 3;
/** Of the pairs of characters that were typed, so many must be in the title. */
const SHARED_MIN = 0.5;

const bySound = async (db: Queryable, catalogue: Catalogue, query: string): Promise<string[]> => {
  const spelling = spellingOf(query);
  if (spelling === undefined) return [];
  const found = (await matchBooks(db, catalogue, { books: nearPinyinTsquery(spelling), isbn: undefined, pinyin: undefined })).slice(
    0,
    CANDIDATES,
  );
  return found
    .flatMap(({ title }) => partSoundingLike(title, spelling) ?? [])
    .toSorted((a, b) => a.off - b.off)
    .map(({ text }) => text);
};

const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

const byCharacters = async (db: Queryable, catalogue: Catalogue, query: string): Promise<string[]> => {
  // The last character alone is in too many titles.
  const pairs = [...new Set(indexTerms(query).map(({ lexeme }) => lexeme))].filter((lexeme) => [...lexeme].length > 1);
  if (pairs.length < 2) return [];
  const found = (await matchBooks(db, catalogue, { books: pairs.map(quoted).join(' | '), isbn: undefined, pinyin: undefined })).slice(
    0,
    CANDIDATES,
  );
  const shareOf = (title: string): number => {
    const own = new Set(indexTerms(title).map(({ lexeme }) => lexeme));
    return pairs.filter((pair) => own.has(pair)).length / pairs.length;
  };
  return found
    .map(({ title }) => ({ title, share: shareOf(title) }))
    .filter(({ share }) => share >= SHARED_MIN)
    .toSorted((a, b) => b.share - a.share)
    .map(({ title }) => title);
};

export const guessSearch = async (db: Queryable, catalogue: Catalogue, query: string): Promise<string[]> => {
  const [sounds, characters] = await Promise.all([bySound(db, catalogue, query), byCharacters(db, catalogue, query)]);
  return [...new Set([...sounds, ...characters])].filter((guess) => guess !== query).slice(0, GUESSES);
};
