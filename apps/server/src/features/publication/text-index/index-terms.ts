/**
 * Lexemes of a text for PostgreSQL's `tsvector`, computed here so that every server gives equal results: character bigrams for scripts
 * without spaces, words for others.
 */
import { foldText } from '@shufang/contract/fold-text';

export interface Term {
  readonly lexeme: string;
  /** Position of the term, from 1, without gaps, so that adjacent terms match as a phrase. */
  readonly position: number;
}

export type Weight = 'A' | 'B' | 'C' | 'D';

/**
 * PostgreSQL's largest position in a `tsvector`, and the maximum number of positions that are stored for one lexeme (PostgreSQL accepts at
 * most 256).
 */
const POSITION_MAX = 16_383;
const POSITIONS_OF_LEXEME_MAX = 255;

/** Returns character bigrams for scripts without spaces, with the last character of a run alone, and words for other scripts. */
export const indexTerms = (text: string): Term[] => {
  const units = foldText(text);
  return units.map((unit, index) => ({
    lexeme: unit.joined ? unit.text + (units[index + 1]?.text ?? '') : unit.text,
    position: Math.min(index + 1, POSITION_MAX),
  }));
};

const quote = (lexeme: string): string =>
  /['\\]/.test(lexeme) ? `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${lexeme}'`;

const positionsOf = (terms: readonly Term[]): Map<string, number[]> => {
  const positions = new Map<string, number[]>();
  for (const { lexeme, position } of terms) {
    const existing = positions.get(lexeme);
    if (!existing) positions.set(lexeme, [position]);
    else if (existing.length < POSITIONS_OF_LEXEME_MAX) existing.push(position);
  }
  return positions;
};

const entryOf = (lexeme: string, positions: readonly number[], weight = ''): string =>
  `${quote(lexeme)}:${positions.join(`${weight},`)}${weight}`;

/** Returns terms as the text form of a `tsvector`: `'特征':1 '征值':2A`. Weight D is the default and omitted. */
export const toTsvectorLiteral = (terms: readonly Term[], weight: Weight = 'D'): string =>
  [...positionsOf(terms)].map(([lexeme, positions]) => entryOf(lexeme, positions, weight === 'D' ? '' : weight)).join(' ');

export interface PassageLiterals {
  readonly tokens: string;
  /** The lexemes that occur more than once in the text; may be empty. */
  readonly repeats: string;
}

/** Returns the stored terms of a passage as text forms of `tsvector`. A book has millions of terms: each is processed once. */
export const toPassageLiterals = (terms: readonly Term[]): PassageLiterals => {
  let tokens = '';
  let repeats = '';
  for (const [lexeme, positions] of positionsOf(terms)) {
    const entry = entryOf(lexeme, positions);
    tokens += tokens === '' ? entry : ` ${entry}`;
    if (positions.length > 1) repeats += repeats === '' ? entry : ` ${entry}`;
  }
  return { tokens, repeats };
};

/**
 * Returns several fields as one vector. Positions of each field continue after the previous one with a gap, so that no phrase spans two.
 */
export const toFieldsLiteral = (fields: readonly { readonly terms: readonly Term[]; readonly weight: Weight }[]): string => {
  let shift = 0;
  const parts: string[] = [];
  const written = new Map<string, string[]>();
  for (const { terms, weight } of fields) {
    let last = 0;
    for (const { lexeme, position } of terms) {
      last = Math.max(last, position);
      const positions = written.get(lexeme) ?? [];
      if (positions.length < POSITIONS_OF_LEXEME_MAX && shift + position <= POSITION_MAX)
        positions.push(`${shift + position}${weight === 'D' ? '' : weight}`);
      written.set(lexeme, positions);
    }
    shift += last + 8;
  }
  for (const [lexeme, positions] of written) parts.push(positions.length > 0 ? `${quote(lexeme)}:${positions.join(',')}` : quote(lexeme));
  return parts.join(' ');
};

/**
 * Returns the query as the text form of a `tsquery` phrase: `'特征' <-> '征值'`. The last word, or a last single hanzi, also matches as a
 * prefix. Undefined if nothing in the query can be searched.
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

/** Returns whether a `tsquery` made here consists of one complete lexeme, as for two hanzi. */
export const isOfOneLexeme = (tsquery: string): boolean => /^'(?:[^'\\]|''|\\\\)*'$/.test(tsquery);
