/**
 * Readable text of blocks that contain formulas. A block's text contains a formula twice, as symbols and as the TeX of its annotation
 * ([Note: block text]), and all offsets count it so. Text that people see contains it once, in the notation that they chose.
 */

/** How text shows a formula: as Unicode characters (`x²`), or as TeX between dollar signs (`$x^2$`). */
export type FormulaNotation = 'unicode' | 'tex';

/** Maximum length of a formula in one notation; a longer one is cut. */
export const FORMULA_CHARS_MAX = 2_000;

/** A formula at `[start, end)` of a text, in both notations. Offsets count UTF-16 units. */
export interface FormulaInText {
  start: number;
  end: number;
  unicode: string;
  tex: string;
}

/** Attributes that an import writes on the element `math`, unless its content says the same: the formula in Unicode and in TeX. */
export const FORMULA_ATTRIBUTES = { unicode: 'data-unicode', tex: 'data-tex' } as const;

/** Allowed MathML elements for displaying a formula; none of them is active content. */
export const FORMULA_TAGS = [
  'math',
  'mi',
  'mn',
  'mo',
  'mtext',
  'ms',
  'mrow',
  'mfrac',
  'msqrt',
  'mroot',
  'msub',
  'msup',
  'msubsup',
  'munder',
  'mover',
  'munderover',
  'mmultiscripts',
  'mprescripts',
  'mtable',
  'mtr',
  'mtd',
] as const;
export type FormulaTag = (typeof FORMULA_TAGS)[number];

/** A text without doubled formulas, with the way back to the text that offsets count in. */
export interface ReadableText {
  readonly text: string;
  /** Returns the range of the block text that a range of the readable text shows; a formula is one unit. */
  blockRange(start: number, end: number): [number, number];
}

interface Part {
  readonly at: number;
  readonly shown: string;
  readonly start: number;
  readonly end: number;
  readonly isFormula: boolean;
}

/**
 * Returns the readable form of `text.slice(from, to)`. `formulas` are in order and do not overlap; others are left out. A formula at the
 * edge of the range is shown as a whole, or left out with `edges: 'omit'`.
 */
export const toReadableText = (
  text: string,
  formulas: readonly FormulaInText[],
  {
    notation = 'unicode',
    from = 0,
    to = text.length,
    edges = 'whole',
  }: { notation?: FormulaNotation | undefined; from?: number; to?: number; edges?: 'whole' | 'omit' } = {},
): ReadableText => {
  const parts: Part[] = [];
  let length = 0;
  let done = from;
  const add = (shown: string, start: number, end: number, isFormula: boolean): void => {
    if (shown !== '') parts.push({ at: length, shown, start, end, isFormula });
    length += shown.length;
    done = end;
  };
  for (const formula of formulas) {
    const { start, end, unicode, tex } = formula;
    if (end <= start || Math.min(end, to) <= done || start >= to) continue;
    if (start > done) add(text.slice(done, start), done, start, false);
    const isCut = start < from || end > to;
    if (isCut && edges === 'omit') done = Math.min(end, to);
    else add(notation === 'tex' ? `$${tex}$` : unicode, Math.max(0, start), Math.min(end, text.length), true);
  }
  if (done < to) add(text.slice(done, to), done, to, false);
  const inBlock = (offset: number, isEnd: boolean): number => {
    const part = parts.findLast(({ at }) => (isEnd ? at < offset : at <= offset));
    if (part === undefined) return from;
    if (part.isFormula) return isEnd ? part.end : part.start;
    return part.start + offset - part.at;
  };
  return {
    text: parts.map(({ shown }) => shown).join(''),
    blockRange: (start, end) => [inBlock(start, false), inBlock(end, true)],
  };
};

/** Returns a text with each formula once. */
export const readableText = (text: string, formulas: readonly FormulaInText[] | undefined, notation?: FormulaNotation): string =>
  formulas === undefined || formulas.length === 0 ? text : toReadableText(text, formulas, { notation }).text;

/** Returns the formulas that the range `[from, to)` of a text touches, with offsets from `origin`. */
export const formulasIn = (formulas: readonly FormulaInText[], from: number, to: number, origin = from): FormulaInText[] =>
  formulas
    .filter(({ start, end }) => start < end && start < to && end > from)
    .map((formula) => ({ ...formula, start: formula.start - origin, end: formula.end - origin }));

/** Returns those formulas of the next part of a text that are not known yet: one at the boundary is in both parts. */
export const furtherFormulas = (known: readonly FormulaInText[], next: readonly FormulaInText[]): FormulaInText[] => {
  const last = known.at(-1)?.end ?? 0;
  return next.filter(({ end }) => end > last);
};

/** The texts of a quote; `formulas` have offsets from the start of `exact`. */
interface QuoteTexts {
  exact: string;
  prefix: string;
  suffix: string;
  formulas?: readonly FormulaInText[] | undefined;
}

/** Returns a quote as people read it: each formula once. A formula at the edge of the passage belongs to the passage. */
export const readableQuote = (
  { exact, prefix, suffix, formulas = [] }: QuoteTexts,
  notation?: FormulaNotation,
): { exact: string; prefix: string; suffix: string } => {
  if (formulas.length === 0) return { exact, prefix, suffix };
  const whole = prefix + exact + suffix;
  const [from, to] = [prefix.length, prefix.length + exact.length];
  const all = formulasIn(formulas, -from, whole.length - from, -from);
  const touched = formulasIn(all, from, to, 0);
  const start = Math.max(0, Math.min(from, touched[0]?.start ?? from));
  const end = Math.min(whole.length, Math.max(to, touched.at(-1)?.end ?? to));
  const part = (partFrom: number, partTo: number): string => toReadableText(whole, all, { notation, from: partFrom, to: partTo }).text;
  return { prefix: part(0, start), exact: part(start, end), suffix: part(end, whole.length) };
};
