// Every part that imports the contract needs the type of the dictionary, which only a reference can add to its program.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./opencc-dictionary.d.ts" />
/** Normalizes text for search: NFKC, lower case, simplified characters. Each unit has its position in the original text. */
import simplifiedPairs from 'opencc-js/dict/TSCharacters';

/**
 * The kind of a unit. `han`: a character of a script without spaces, indexed in bigrams; `word`: letters and digits of other scripts. All
 * other characters separate units.
 */
type UnitKind = 'han' | 'word';

/**
 * One character of a script without spaces or one whole word, normalized, with its position in the original text (UTF-16 units, end
 * exclusive).
 */
export interface Unit {
  readonly kind: UnitKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether this unit and the next one form a bigram: false before punctuation, a line break, another script or the end. */
  joined: boolean;
}

const SPACELESS = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー]$/u;
const WORD = /^[\p{L}\p{N}\p{M}_]$/u;
const SPACE = /^\s$/u;
/** Characters without width, which users neither see nor type. */
const INVISIBLE = /^[\u00ad\u200b-\u200f\u2060\ufeff\p{Variation_Selector}]$/u;
const WORD_CHARS_MAX = 64;

const simplified = new Map<string, string>();
for (const pair of simplifiedPairs.split('|')) {
  const [traditional, first] = pair.split(' ');
  if (traditional && first) simplified.set(traditional, first);
}

type Class = UnitKind | 'space' | 'newline' | 'invisible' | 'other';
export interface Folded {
  readonly className: Class;
  readonly text: string;
}
const foldedCharacters = new Map<string, Folded>();
/** Cache of normalized characters of the basic multilingual plane, by code. */
const foldedCodes: (Folded | undefined)[] = Array.from({ length: 0x10000 });

const classOf = (character: string): Class => {
  if (character === '\n') return 'newline';
  if (INVISIBLE.test(character)) return 'invisible';
  if (SPACELESS.test(character)) return 'han';
  if (WORD.test(character)) return 'word';
  return SPACE.test(character) ? 'space' : 'other';
};

const foldCharacter = (character: string): Folded => {
  const cached = foldedCharacters.get(character);
  if (cached) return cached;
  const plain = character.normalize('NFKC').toLowerCase();
  let text = '';
  for (const part of plain) text += simplified.get(part) ?? part;
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  const folded: Folded = { className: character === '\n' ? 'newline' : classOf(first), text };
  foldedCharacters.set(character, folded);
  return folded;
};

/** Returns the length of the character in UTF-16 units. */
export const lengthAt = (value: string, at: number): number => ((value.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** Returns the normalized character at an offset; a lone surrogate is a character by itself. */
export const foldAt = (value: string, at: number): Folded => {
  const code = value.charCodeAt(at);
  if (code >= 0xd800 && code <= 0xdfff) return foldCharacter(String.fromCodePoint(value.codePointAt(at) ?? 0));
  return (foldedCodes[code] ??= foldCharacter(String.fromCharCode(code)));
};

/**
 * Splits text into units in order. White space inside a line between two characters of a script without spaces does not separate them.
 * `from`: an offset outside words; `most`: the maximum number of units; `joined` of the last one is then undefined.
 */
export const foldText = (value: string, from = 0, most = Number.POSITIVE_INFINITY): Unit[] => {
  const units: Unit[] = [];
  let word = '';
  let wordStart = 0;
  let wordEnd = 0;
  let last: Unit | undefined;
  const closeWord = (): void => {
    if (word === '') return;
    units.push({ kind: 'word', text: word.normalize('NFKC').slice(0, WORD_CHARS_MAX), start: wordStart, end: wordEnd, joined: false });
    word = '';
  };
  for (let at = from; at < value.length && units.length < most; ) {
    const { className, text } = foldAt(value, at);
    const end = at + lengthAt(value, at);
    if (className === 'han') {
      closeWord();
      for (const part of text) {
        if (last) last.joined = true;
        last = { kind: 'han', text: part, start: at, end, joined: false };
        units.push(last);
      }
    } else if (className === 'word') {
      if (word === '') wordStart = at;
      word += text;
      wordEnd = end;
      last = undefined;
    } else if (className !== 'invisible') {
      closeWord();
      if (className !== 'space') last = undefined;
    }
    at = end;
  }
  closeWord();
  return units.length > most ? units.slice(0, most) : units;
};

/** Normalizes a short text for a substring search: half width, lower case, simplified characters; punctuation becomes a space. */
export const foldLine = (text: string): string =>
  foldText(text)
    .map((unit) => (unit.joined ? unit.text : `${unit.text} `))
    .join('')
    .trim();

/**
 * Returns the words of a query for a substring search, all of which must occur. White space separates them, also between Chinese
 * characters, which `foldLine` joins. A query of punctuation only is returned unchanged and matches nothing, because normalized text
 * contains none.
 */
export const foldQuery = (query: string): string[] => {
  if (query === '') return [];
  const terms = query
    .split(/\s+/)
    .flatMap((part) => foldLine(part).split(' '))
    .filter((word) => word !== '');
  return terms.length === 0 ? [query] : terms;
};
