/** Pinyin of titles, names and notes: spelt out and by initials, from every character on, so that `tezheng` and `tzz` find 线性代数与特征值. */
import { pinyin } from 'pinyin-pro';
import { foldText } from './fold-text.ts';
import type { Term } from './index-terms.ts';

/** Sets pinyin apart from Latin words in the same vector. */
const SPELT = '~';
const INITIALS = '~~';
const TITLE_CHARACTERS_MAX = 60;
const SPELLING_MAX = 48;

const hanOf = (text: string): string[] => foldText(text).flatMap((unit) => (unit.kind === 'han' ? unit.text : []));
const syllablesOf = (characters: readonly string[]): string[] =>
  characters.length === 0
    ? []
    : pinyin(characters.join(''), { toneType: 'none', type: 'array', nonZh: 'removed', v: true }).map((syllable) => syllable.toLowerCase());

/** Spelt out and by initials from every syllable on, cut to so many letters. */
const lexemesOf = (syllables: readonly string[], most: { readonly spelling: number; readonly initials: number }): string[] =>
  syllables.flatMap((_syllable, from) => {
    const rest = syllables.slice(from, from + most.spelling);
    const initials = rest.map((syllable) => syllable.slice(0, 1)).join('');
    return [SPELT + rest.join('').slice(0, most.spelling), INITIALS + initials.slice(0, most.initials)];
  });

/** Lexemes for a `tsvector`; all at one position, since pinyin is matched by its beginning and not as a phrase. */
export const pinyinTerms = (title: string): Term[] => {
  const syllables = syllablesOf(hanOf(title).slice(0, TITLE_CHARACTERS_MAX));
  const lexemes = new Set(lexemesOf(syllables, { spelling: SPELLING_MAX, initials: TITLE_CHARACTERS_MAX }));
  return [...lexemes].map((lexeme) => ({ lexeme, position: 1 }));
};

/** Nobody types more of a chapter's title, and a book has hundreds of them. */
const FURTHER_MAX = { spelling: 24, initials: 12 };
/** A `tsvector` holds a mebibyte of letters; the first thousands of titles of a dictionary fit. */
const FURTHER_LEXEMES_MAX = 40_000;

/** The text form of a `tsvector` without positions: what a book is found by that is neither its title nor a name. */
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

/** What was typed, read as pinyin or as initials. Absent when it is anything but Latin letters (spaces and apostrophes between syllables allowed). */
export const toPinyinTsquery = (query: string): string | undefined => {
  const letters = lettersOf(query);
  if (letters === undefined) return undefined;
  return `'${SPELT}${letters}':* | '${INITIALS}${letters}':*`;
};

/** What could be one syllable, or begin one. */
const ONE_SOUND = /^(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])?[aeiouv]{0,3}(?:ng?|r)?$/;
const FURTHER_LETTERS_MIN = 3;

/** How letters may be read where there is much text: one sound alone, or two initials, would be found nearly everywhere. */
const furtherReadingsOf = (letters: string): { readonly spelt: boolean; readonly initials: boolean } => ({
  spelt: letters.length >= FURTHER_LETTERS_MIN && !ONE_SOUND.test(letters),
  initials: letters.length >= FURTHER_LETTERS_MIN,
});

/** The same for what `furtherPinyinLiteral` made. Absent also for one sound alone. */
export const toFurtherPinyinTsquery = (query: string): string | undefined => {
  const letters = lettersOf(query);
  if (letters === undefined) return undefined;
  const readings = furtherReadingsOf(letters);
  const parts = [
    ...(readings.spelt ? [`'${SPELT}${letters.slice(0, FURTHER_MAX.spelling)}':*`] : []),
    ...(readings.initials ? [`'${INITIALS}${letters.slice(0, FURTHER_MAX.initials)}':*`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' | ');
};

const knownSounds = new Map<string, readonly string[]>();

/** Every sound a simplified character has; none for what is no hanzi. */
const soundsOf = (character: string): readonly string[] => {
  const known = knownSounds.get(character);
  if (known !== undefined) return known;
  if (!/^\p{Script=Han}$/u.test(character)) return [];
  const read = pinyin(character, { toneType: 'none', type: 'array', multiple: true, nonZh: 'removed', v: true });
  const sounds = [...new Set(read.map((sound) => sound.toLowerCase()))];
  knownSounds.set(character, sounds);
  return sounds;
};

/** Where the letters from `at` on end that are spelt from this character on, exclusive; they may end within a syllable. */
const endOfSpelling = (characters: readonly string[], from: number, letters: string, at = 0): number | undefined => {
  for (const sound of soundsOf(characters[from] ?? '')) {
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
    if (!soundsOf(characters[from + at] ?? '').some((sound) => sound.startsWith(letter))) return undefined;
  }
  return from + letters.length;
};

/** Finds the first place of what was typed in a row of simplified hanzi: `[from, to)`. */
type PinyinFinder = (characters: readonly string[]) => readonly [number, number] | undefined;

/** Absent when nothing can be found so. `isFurther`: as in running text and chapter titles, not as in titles and names. */
const pinyinFinderOf = (query: string, isFurther: boolean): PinyinFinder | undefined => {
  const letters = lettersOf(query);
  if (letters === undefined) return undefined;
  const { spelt, initials } = isFurther ? furtherReadingsOf(letters) : { spelt: true, initials: true };
  if (!spelt && !initials) return undefined;
  return (characters) => {
    for (let from = 0; from < characters.length; from++) {
      const end =
        (spelt ? endOfSpelling(characters, from, letters) : undefined) ?? (initials ? endOfInitials(characters, from, letters) : undefined);
      if (end !== undefined) return [from, end];
    }
    return undefined;
  };
};

/**
 * The first place of a title, from any character on, that is spelt so or has such initials: `[start, end)` in UTF-16 units. Every sound of
 * a character counts, so that whatever the index finds is found here too.
 */
export const findPinyin = (title: string, query: string, isFurther = false): [number, number] | undefined => {
  const find = pinyinFinderOf(query, isFurther);
  if (find === undefined) return undefined;
  const units = foldText(title).filter(({ text }) => soundsOf(text).length > 0);
  const [from = 0, to = 0] = find(units.map(({ text }) => text)) ?? [];
  const [first, last] = [units[from], units[to - 1]];
  return first === undefined || last === undefined ? undefined : [first.start, last.end];
};

/** Whether some words of a text that `foldLine` made are spelt so; absent when that can be of no text. */
export const pinyinTestOf = (query: string): ((folded: string) => boolean) | undefined => {
  const find = pinyinFinderOf(query, true);
  return find && ((folded) => folded.split(' ').some((run) => find([...run]) !== undefined));
};

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
