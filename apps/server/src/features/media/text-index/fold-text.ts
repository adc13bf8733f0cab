/** Text as search sees it: NFKC, lower case, traditional characters as simplified ones, each unit still knowing where it stood. */
import simplifiedPairs from 'opencc-js/dict/TSCharacters';

/** `han`: written without spaces, searched by pairs; `word`: letters and digits of other scripts; the rest parts. */
type UnitKind = 'han' | 'word';

/** One character of a spaceless script or one whole word, folded, with its place in the original text (UTF-16 units, end exclusive). */
export interface Unit {
  readonly kind: UnitKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** False: punctuation, a line break, another script or nothing follows; a pair is not made across it. */
  joined: boolean;
}

const SPACELESS = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー]$/u;
const WORD = /^[\p{L}\p{N}\p{M}_]$/u;
const SPACE = /^\s$/u;
/** Characters without width, which a reader neither sees nor types. */
const INVISIBLE = /^[\u00ad\u200b-\u200f\u2060\ufeff\p{Variation_Selector}]$/u;
const WORD_MAX = 64;

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
/** The same for characters of the basic plane by their code. */
const foldedCodes: (Folded | undefined)[] = Array.from({ length: 0x10000 });

const classOf = (character: string): Class => {
  if (character === '\n') return 'newline';
  if (INVISIBLE.test(character)) return 'invisible';
  if (SPACELESS.test(character)) return 'han';
  if (WORD.test(character)) return 'word';
  return SPACE.test(character) ? 'space' : 'other';
};

const foldCharacter = (character: string): Folded => {
  const known = foldedCharacters.get(character);
  if (known) return known;
  const plain = character.normalize('NFKC').toLowerCase();
  let text = '';
  for (const part of plain) text += simplified.get(part) ?? part;
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  const folded: Folded = { className: character === '\n' ? 'newline' : classOf(first), text };
  foldedCharacters.set(character, folded);
  return folded;
};

/** Units of UTF-16 the character takes. */
export const lengthAt = (value: string, at: number): number => ((value.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** The character of a text that begins at a place, folded; a lone half of a pair is a character by itself. */
export const foldAt = (value: string, at: number): Folded => {
  const code = value.charCodeAt(at);
  if (code >= 0xd800 && code <= 0xdfff) return foldCharacter(String.fromCodePoint(value.codePointAt(at) ?? 0));
  return (foldedCodes[code] ??= foldCharacter(String.fromCharCode(code)));
};

/**
 * Cuts text into units in order. White space inside a line between two characters of a spaceless script does not part them. `from`: a place
 * outside words; `most`: so many units are enough, and of the last of them `joined` is not told.
 */
export const foldText = (value: string, from = 0, most = Number.POSITIVE_INFINITY): Unit[] => {
  const units: Unit[] = [];
  let word = '';
  let wordStart = 0;
  let wordEnd = 0;
  let last: Unit | undefined;
  const closeWord = (): void => {
    if (word === '') return;
    units.push({ kind: 'word', text: word.normalize('NFKC').slice(0, WORD_MAX), start: wordStart, end: wordEnd, joined: false });
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

/** Half width, small letters, simplified characters; punctuation becomes a space: for a search through few texts, by substring. */
export const foldLine = (text: string): string =>
  foldText(text)
    .map((unit) => (unit.joined ? unit.text : `${unit.text} `))
    .join('')
    .trim();

/**
 * The words of such a search, all of which must occur. White space parts them, also between Chinese characters, which `foldLine` joins.
 * Of signs alone, which no folded text holds, nothing is found.
 */
export const foldWords = (query: string): string[] => {
  if (query === '') return [];
  const words = query
    .split(/\s+/)
    .flatMap((part) => foldLine(part).split(' '))
    .filter((word) => word !== '');
  return words.length === 0 ? [query] : words;
};
