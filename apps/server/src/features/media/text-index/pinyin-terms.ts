/** Pinyin lexemes of titles and names: spelt out and by initials, from every character on, so that `tezheng` and `tzz` find 线性代数与特征值. */
import { pinyin } from 'pinyin-pro';
import { foldText } from './fold-text.ts';
import type { Term } from './index-terms.ts';

/** Sets pinyin apart from Latin words in the same vector. */
const SPELT = '~';
const INITIALS = '~~';
const TITLE_CHARACTERS_MAX = 60;
const SPELLING_MAX = 48;

/** Lexemes for a `tsvector`; all at one position, since pinyin is matched by its beginning and not as a phrase. */
export const pinyinTerms = (title: string): Term[] => {
  const characters = foldText(title)
    .filter((unit) => unit.kind === 'han')
    .slice(0, TITLE_CHARACTERS_MAX)
    .map((unit) => unit.text)
    .join('');
  if (characters === '') return [];
  const syllables = pinyin(characters, { toneType: 'none', type: 'array', nonZh: 'removed', v: true }).map((syllable) =>
    syllable.toLowerCase(),
  );
  const lexemes = new Set<string>();
  for (let from = 0; from < syllables.length; from++) {
    const rest = syllables.slice(from);
    lexemes.add(SPELT + rest.join('').slice(0, SPELLING_MAX));
    lexemes.add(INITIALS + rest.map((syllable) => syllable.slice(0, 1)).join(''));
  }
  return [...lexemes].map((lexeme) => ({ lexeme, position: 1 }));
};

const lettersOf = (query: string): string | undefined => {
  const letters = query
    .normalize('NFKC')
    .toLowerCase()
    .replace(/ü/g, 'v')
    .replace(/[\s'’]/g, '');
  return /^[a-z]{2,48}$/.test(letters) ? letters : undefined;
};

/** Whether what was typed is pinyin or initials of the title, from any character on. */
export const isPinyinOf = (title: string, query: string): boolean => {
  const letters = lettersOf(query);
  if (letters === undefined) return false;
  return pinyinTerms(title).some(({ lexeme }) => lexeme.startsWith(SPELT + letters) || lexeme.startsWith(INITIALS + letters));
};

/** What was typed, read as pinyin or as initials. Absent when it is anything but Latin letters (spaces and apostrophes between syllables allowed). */
export const toPinyinTsquery = (query: string): string | undefined => {
  const letters = lettersOf(query);
  if (letters === undefined) return undefined;
  return `'${SPELT}${letters}':* | '${INITIALS}${letters}':*`;
};
