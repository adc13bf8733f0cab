/**
 * Pinyin terms of titles and names: complete and as initials, from every character on, so that `tezheng` and `tzz` find 线性代数与特征值 (linear
 * algebra and eigenvalues).
 */

import { foldText } from '@shufang/contract/fold-text';
import { pinyin } from 'pinyin-pro';
import type { Term } from './index-terms.ts';

/** Prefix of complete pinyin, which distinguishes it from Latin words in the same vector. */
const FULL_PREFIX = '~';
const INITIALS_PREFIX = '~~';
const TITLE_CHARACTERS_MAX = 60;
const SPELLING_MAX = 48;

const hanOf = (text: string): string[] => foldText(text).flatMap((unit) => (unit.kind === 'han' ? unit.text : []));
const syllablesOf = (characters: readonly string[]): string[] =>
  characters.length === 0
    ? []
    : pinyin(characters.join(''), { toneType: 'none', type: 'array', nonZh: 'removed', v: true }).map((syllable) => syllable.toLowerCase());

/** Returns complete pinyin and initials from every syllable on, limited to this number of letters. */
const lexemesOf = (syllables: readonly string[], most: { readonly spelling: number; readonly initials: number }): string[] =>
  syllables.flatMap((_syllable, from) => {
    const rest = syllables.slice(from, from + most.spelling);
    const initials = rest.map((syllable) => syllable.slice(0, 1)).join('');
    return [FULL_PREFIX + rest.join('').slice(0, most.spelling), INITIALS_PREFIX + initials.slice(0, most.initials)];
  });

/** Returns lexemes for a `tsvector`, all at one position, because pinyin matches by prefix and not as a phrase. */
export const pinyinTerms = (title: string): Term[] => {
  const syllables = syllablesOf(hanOf(title).slice(0, TITLE_CHARACTERS_MAX));
  const lexemes = new Set(lexemesOf(syllables, { spelling: SPELLING_MAX, initials: TITLE_CHARACTERS_MAX }));
  return [...lexemes].map((lexeme) => ({ lexeme, position: 1 }));
};

/**
 * Maximum length in letters of one term of a chapter title, as complete pinyin and as initials. Nobody types more, and longer terms of a
 * book's hundreds of titles would only enlarge the index. Queries are cut to the same length.
 */
const FURTHER_MAX = { spelling: 24, initials: 12 };
/**
 * Maximum number of lexemes of chapter titles: a `tsvector` holds one mebibyte of letters, enough for the first thousands of titles of a
 * dictionary.
 */
const FURTHER_LEXEMES_MAX = 40_000;

/** Returns the pinyin terms of chapter titles as the text form of a `tsvector`, without positions. */
export const furtherPinyinLiteral = (titles: readonly string[]): string => {
  const lexemes = new Set<string>();
  for (const title of titles) {
    for (const lexeme of lexemesOf(syllablesOf(hanOf(title).slice(0, TITLE_CHARACTERS_MAX)), FURTHER_MAX)) lexemes.add(lexeme);
    if (lexemes.size > FURTHER_LEXEMES_MAX) break;
  }
  return [...lexemes]
    .slice(0, FURTHER_LEXEMES_MAX)
    .map((lexeme) => `'${lexeme}'`)
    .join(' ');
};

const lettersOf = (query: string): string | undefined => {
  const letters = query
    .normalize('NFKC')
    .toLowerCase()
    .replace(/ü/g, 'v')
    .replace(/[\s'’]/g, '');
  return /^[a-z]{2,48}$/.test(letters) ? letters : undefined;
};

/**
 * Parses a query as pinyin or initials. Undefined if it contains anything but Latin letters (spaces and apostrophes between syllables
 * are allowed).
 */
export const toPinyinTsquery = (query: string): string | undefined => {
  const letters = lettersOf(query);
  if (letters === undefined) return undefined;
  return `'${FULL_PREFIX}${letters}':* | '${INITIALS_PREFIX}${letters}':*`;
};

/** A regular expression for a syllable of pinyin or the beginning of one. */
const SYLLABLE = /^(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])?[aeiouv]{0,3}(?:ng?|r)?$/;
const FURTHER_LETTERS_MIN = 3;

/**
 * Returns whether a query may be complete pinyin and whether it may be initials, in long text. One syllable alone, or two initials, would
 * match nearly everywhere.
 */
const furtherReadingsOf = (letters: string): { readonly full: boolean; readonly initials: boolean } => ({
  full: letters.length >= FURTHER_LETTERS_MIN && !SYLLABLE.test(letters),
  initials: letters.length >= FURTHER_LETTERS_MIN,
});

/**
 * Returns the text form of a `tsquery` for the terms of `furtherPinyinLiteral`. Undefined for a query that is not pinyin, and for a single
 * syllable.
 */
export const toFurtherPinyinTsquery = (query: string): string | undefined => {
  const letters = lettersOf(query);
  if (letters === undefined) return undefined;
  const readings = furtherReadingsOf(letters);
  const parts = [
    ...(readings.full ? [`'${FULL_PREFIX}${letters.slice(0, FURTHER_MAX.spelling)}':*`] : []),
    ...(readings.initials ? [`'${INITIALS_PREFIX}${letters.slice(0, FURTHER_MAX.initials)}':*`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' | ');
};

const readingsCache = new Map<string, readonly string[]>();

/** Returns all readings of a simplified character; none for other characters. */
const readingsOf = (character: string): readonly string[] => {
  const cached = readingsCache.get(character);
  if (cached !== undefined) return cached;
  if (!/^\p{Script=Han}$/u.test(character)) return [];
  const read = pinyin(character, { toneType: 'none', type: 'array', multiple: true, nonZh: 'removed', v: true });
  const sounds = [...new Set(read.map((sound) => sound.toLowerCase()))];
  readingsCache.set(character, sounds);
  return sounds;
};

/** Returns the end (exclusive) of the characters from `from` on whose pinyin is `letters`; the letters may end within a syllable. */
const endOfSpelling = (characters: readonly string[], from: number, letters: string, at = 0): number | undefined => {
  for (const sound of readingsOf(characters[from] ?? '')) {
    if (letters.length - at <= sound.length) {
      if (sound.startsWith(letters.slice(at))) return from + 1;
    } else if (letters.startsWith(sound, at)) {
      const end = endOfSpelling(characters, from + 1, letters, at + sound.length);
      if (end !== undefined) return end;
    }
  }
  return undefined;
};

const endOfInitials = (characters: readonly string[], from: number, letters: string): number | undefined => {
  for (let at = 0; at < letters.length; at++) {
    const letter = letters.charAt(at);
    if (!readingsOf(characters[from + at] ?? '').some((sound) => sound.startsWith(letter))) return undefined;
  }
  return from + letters.length;
};

/** Finds the first match of the query in a sequence of simplified hanzi: `[from, to)`. */
type PinyinFinder = (characters: readonly string[]) => readonly [number, number] | undefined;

/**
 * Returns a finder for a query; undefined if nothing can match. `isFurther`: with the rules for running text and chapter titles, not those
 * for titles and names.
 */
const pinyinFinderOf = (query: string, isFurther: boolean): PinyinFinder | undefined => {
  const letters = lettersOf(query);
  if (letters === undefined) return undefined;
  const { full, initials } = isFurther ? furtherReadingsOf(letters) : { full: true, initials: true };
  if (!full && !initials) return undefined;
  return (characters) => {
    for (let from = 0; from < characters.length; from++) {
      const end =
        (full ? endOfSpelling(characters, from, letters) : undefined) ?? (initials ? endOfInitials(characters, from, letters) : undefined);
      if (end !== undefined) return [from, end];
    }
    return undefined;
  };
};

/**
 * Returns the first match in a title, from any character on, by pinyin or initials: `[start, end)` in UTF-16 units. All readings of a
 * character count, so that every match of the index is found here too.
 */
export const findPinyin = (title: string, query: string, isFurther = false): [number, number] | undefined => {
  const find = pinyinFinderOf(query, isFurther);
  if (find === undefined) return undefined;
  const units = foldText(title).filter(({ text }) => readingsOf(text).length > 0);
  const [from = 0, to = 0] = find(units.map(({ text }) => text)) ?? [];
  const [first, last] = [units[from], units[to - 1]];
  return first === undefined || last === undefined ? undefined : [first.start, last.end];
};

/**
 * Returns a predicate that tests whether a run of characters in a text normalized by `foldLine` matches by pinyin; undefined if no text can
 * match.
 */
export const pinyinTestOf = (query: string): ((folded: string) => boolean) | undefined => {
  const find = pinyinFinderOf(query, true);
  return find && ((folded) => folded.split(' ').some((run) => find([...run]) !== undefined));
};

/** Returns the pinyin of a query: hanzi by their reading, Latin letters unchanged. Undefined for one syllable and for other queries. */
export const spellingOf = (query: string): string | undefined => {
  const letters = lettersOf(query);
  if (letters !== undefined) return letters.length >= 4 ? letters : undefined;
  const han = hanOf(query);
  return han.length < 2 || han.length > 12 || han.length !== foldText(query).length ? undefined : syllablesOf(han).join('');
};

/**
 * Returns the text form of a `tsquery` for titles with similar pinyin (one letter wrong, missing or added); filter its results with
 * `findSimilarSounding`.
 */
export const nearPinyinTsquery = (spelling: string): string => {
  const variants = new Set([spelling, spelling.slice(0, Math.ceil(spelling.length / 2))]);
  for (let at = 0; at < spelling.length; at++) {
    variants.add(spelling.slice(0, at) + spelling.slice(at + 1));
    if (at + 1 < spelling.length)
      variants.add(spelling.slice(0, at) + spelling.charAt(at + 1) + spelling.charAt(at) + spelling.slice(at + 2));
  }
  return [...variants]
    .filter((variant) => variant.length >= 2)
    .map((variant) => `'${FULL_PREFIX}${variant.slice(0, SPELLING_MAX)}':*`)
    .join(' | ');
};

/** Returns the Damerau-Levenshtein distance of two texts. */
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

/**
 * Returns the part of a title whose pinyin is nearest to this spelling, and its edit distance to the spelling in letters (`off`). Returns
 * undefined when no part is near enough.
 */
export const findSimilarSounding = (title: string, spelling: string): { text: string; off: number } | undefined => {
  const han = hanOf(title).slice(0, TITLE_CHARACTERS_MAX);
  const syllables = syllablesOf(han);
  if (syllables.length !== han.length) return undefined;
  // In a short spelling one wrong letter would match too many titles, so none is allowed.
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
