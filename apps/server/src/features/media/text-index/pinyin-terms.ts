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

const hanOf = (text: string): string[] => foldText(text).flatMap((unit) => (unit.kind === 'han' ? unit.text : []));
const syllablesOf = (characters: readonly string[]): string[] =>
  characters.length === 0
    ? []
    : pinyin(characters.join(''), { toneType: 'none', type: 'array', nonZh: 'removed', v: true }).map((syllable) => syllable.toLowerCase());

/** How what was typed is spelt: hanzi by their sound, Latin letters as they are. Absent for one sound alone and for anything else. */
export const spellingOf = (query: string): string | undefined => {
  const letters = lettersOf(query);
  if (letters !== undefined) return letters.length >= 4 ? letters : undefined;
  const han = hanOf(query);
  return han.length < 2 || han.length > 12 || han.length !== foldText(query).length ? undefined : syllablesOf(han).join('');
};

/** Titles that may sound so although a letter is wrong, missing or too much: the text form of a `tsquery`, to be sifted by `partSoundingLike`. */
export const nearPinyinTsquery = (spelling: string): string => {
  const variants = new Set([spelling, spelling.slice(0, Math.ceil(spelling.length / 2))]);
  for (let at = 0; at < spelling.length; at++) {
    variants.add(spelling.slice(0, at) + spelling.slice(at + 1));
    if (at + 1 < spelling.length)
      variants.add(spelling.slice(0, at) + spelling.charAt(at + 1) + spelling.charAt(at) + spelling.slice(at + 2));
  }
  return [...variants]
    .filter((variant) => variant.length >= 2)
    .map((variant) => `'${SPELT}${variant.slice(0, SPELLING_MAX)}':*`)
    .join(' | ');
};

/** Letters to put in, take out or change to make one of the other; neighbours that changed places count as one. */
const distanceBetween = (a: string, b: string): number => {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
};

/** The hanzi of a title that sound most like this spelling, and how many letters off they are; absent where nothing comes near. */
export const partSoundingLike = (title: string, spelling: string): { text: string; off: number } | undefined => {
  const han = hanOf(title).slice(0, TITLE_CHARACTERS_MAX);
  const syllables = syllablesOf(han);
  if (syllables.length !== han.length) return undefined;
  // So few letters with one of them wrong are like too much.
  const allowed = spelling.length < 6 ? 0 : Math.floor(spelling.length / 5);
  let best: { text: string; off: number } | undefined;
  for (let from = 0; from < syllables.length; from++) {
    let letters = '';
    for (let to = from; to < syllables.length && letters.length <= spelling.length + allowed; to++) {
      letters += syllables[to] ?? '';
      if (to === from || Math.abs(letters.length - spelling.length) > allowed) continue;
      const off = distanceBetween(spelling, letters);
      if (off <= allowed && (best === undefined || off < best.off)) best = { text: han.slice(from, to + 1).join(''), off };
    }
  }
  return best;
};
