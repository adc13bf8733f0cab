/** Lexemes of a text for PostgreSQL's `tsvector`, made here so that every server gives the same answers: pairs of hanzi, words of other scripts. */
import { foldText } from './fold-text.ts';

export interface Term {
  readonly lexeme: string;
  /** From 1, without gaps, so that a phrase of neighbours is a phrase of positions. */
  readonly position: number;
}

export type Weight = 'A' | 'B' | 'C' | 'D';

/** PostgreSQL keeps no larger position and at most 256 positions of one lexeme. */
const POSITION_MAX = 16_383;
const POSITIONS_OF_LEXEME_MAX = 255;

/** Every character of a spaceless script with its right neighbour, the last of a run alone; words whole. */
export const indexTerms = (text: string): Term[] => {
  const units = foldText(text);
  return units.map((unit, index) => ({
    lexeme: unit.joined ? unit.text + (units[index + 1]?.text ?? '') : unit.text,
    position: Math.min(index + 1, POSITION_MAX),
  }));
};

const quote = (lexeme: string): string =>
  /['\\]/.test(lexeme) ? `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${lexeme}'`;

const placesOf = (terms: readonly Term[]): Map<string, number[]> => {
  const places = new Map<string, number[]>();
  for (const { lexeme, position } of terms) {
    const known = places.get(lexeme);
    if (!known) places.set(lexeme, [position]);
    else if (known.length < POSITIONS_OF_LEXEME_MAX) known.push(position);
  }
  return places;
};

const entryOf = (lexeme: string, places: readonly number[], mark = ''): string => `${quote(lexeme)}:${places.join(`${mark},`)}${mark}`;

/** Terms as the text form of a `tsvector`: `'特征':1 '征值':2A`. Weight D is the default and not written. */
export const toTsvectorLiteral = (terms: readonly Term[], weight: Weight = 'D'): string =>
  [...placesOf(terms)].map(([lexeme, places]) => entryOf(lexeme, places, weight === 'D' ? '' : weight)).join(' ');

export interface PassageLiterals {
  readonly tokens: string;
  /** Of those lexemes alone that stand more than once in the text; empty when none does. */
  readonly repeats: string;
}

/** What is kept of a passage, as text forms of `tsvector`. A book has millions of terms: each is placed and written once. */
export const toPassageLiterals = (terms: readonly Term[]): PassageLiterals => {
  let tokens = '';
  let repeats = '';
  for (const [lexeme, places] of placesOf(terms)) {
    const entry = entryOf(lexeme, places);
    tokens += tokens === '' ? entry : ` ${entry}`;
    if (places.length > 1) repeats += repeats === '' ? entry : ` ${entry}`;
  }
  return { tokens, repeats };
};

/** Several fields in one vector. Positions of each go on after the one before with a gap, so that no phrase spans two. */
export const toFieldsLiteral = (fields: readonly { readonly terms: readonly Term[]; readonly weight: Weight }[]): string => {
  let shift = 0;
  const parts: string[] = [];
  const written = new Map<string, string[]>();
  for (const { terms, weight } of fields) {
    let last = 0;
    for (const { lexeme, position } of terms) {
      last = Math.max(last, position);
      const places = written.get(lexeme) ?? [];
      if (places.length < POSITIONS_OF_LEXEME_MAX && shift + position <= POSITION_MAX)
        places.push(`${shift + position}${weight === 'D' ? '' : weight}`);
      written.set(lexeme, places);
    }
    shift += last + 8;
  }
  for (const [lexeme, places] of written) parts.push(places.length > 0 ? `${quote(lexeme)}:${places.join(',')}` : quote(lexeme));
  return parts.join(' ');
};

/**
 * The phrase a reader typed, as the text form of a `tsquery`: `'特征' <-> '征值'`. The last word, or a last single hanzi, also matches as the
 * beginning of a longer one. Absent when nothing in the query can be searched.
 */
export const toTsquery = (query: string): string | undefined => {
  const units = foldText(query);
  const parts: string[] = [];
  units.forEach((unit, index) => {
    const isLast = index === units.length - 1;
    if (unit.joined) parts.push(quote(unit.text + (units[index + 1]?.text ?? '')));
    else if (isLast && unit.kind === 'han' && units[index - 1]?.joined === true) return;
    else parts.push(quote(unit.text) + (isLast ? ':*' : ''));
  });
  return parts.length > 0 ? parts.join(' <-> ') : undefined;
};

/** Whether a `tsquery` made here asks for one whole lexeme and nothing else, as two hanzi do. */
export const isOfOneLexeme = (tsquery: string): boolean => /^'(?:[^'\\]|''|\\\\)*'$/.test(tsquery);
