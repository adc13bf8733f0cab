/**
 * Local alignment of two texts with affine gap costs (Smith and Waterman 1981, Gotoh 1982): finds which characters of a pattern correspond
 * to which characters of a text although both differ in parts. Pure.
 */

const MATCH = 100;
/** A quote that is shorter than this counts as much as one of this length, so that it is not left out between two differences. */
const SHORT_QUOTE_CHARS = 4;
const MISMATCH = -100;
const CLOSED = -1_000_000;
/** Cost of the first character that only one of the texts has. */
const GAP_OPEN = -350;
/** Cost of each further character: small, so that an inserted or deleted sentence does not cut the alignment. */
const GAP_EXTEND = -2;

/**
 * Additional costs of a gap inside the quote: text that was inserted or deleted at one of its ends does not belong to it, even if it ends
 * with the same characters as the quote.
 */
const GAP_IN_QUOTE = -30;
const GAP_EXTEND_IN_QUOTE = -5;
/** Additional cost of a gap before the quote: text that was added after a sentence does not belong to what precedes it. */
const GAP_BEFORE_QUOTE = -10;

const STOP = 0;
const DIAGONAL = 1;
const SKIP_TEXT = 2;
const SKIP_PATTERN = 3;
/** Flags in the same byte: the gap that ends here is longer than one character. */
const TEXT_GAP_CONTINUES = 4;
const PATTERN_GAP_CONTINUES = 8;

export interface Alignment {
  /** Greater is more similar; `MATCH` per equal character, less the costs of differences. */
  readonly score: number;
  /** For each character of the pattern: the offset in the text of its counterpart, which may be another character; -1 without one. */
  readonly counterparts: Int32Array;
}

/** The part of a pattern that is the quote; the rest is its context. */
export interface QuotePart {
  readonly from: number;
  readonly to: number;
  /** For each character of the text: 1 if it cannot belong to the quote. Absent: all can. */
  readonly closed?: Uint8Array | undefined;
}

/** Returns the best local alignment, of several equally good ones the first. Time and memory: O(pattern × text). */
export const alignText = (pattern: string, text: string, quote: QuotePart): Alignment => {
  const rows = pattern.length;
  const columns = text.length;
  const steps = new Uint8Array((rows + 1) * (columns + 1));
  const units = new Uint16Array(columns);
  for (let j = 0; j < columns; j++) units[j] = text.charCodeAt(j);
  let above = new Int32Array(columns + 1);
  let current = new Int32Array(columns + 1);
  const patternGap = new Int32Array(columns + 1).fill(-1_000_000);
  const quoteMatch = Math.round((MATCH * SHORT_QUOTE_CHARS) / Math.min(SHORT_QUOTE_CHARS, Math.max(1, quote.to - quote.from)));
  let score = 0;
  let bestRow = 0;
  let bestColumn = 0;
  for (let i = 1; i <= rows; i++) {
    const unit = pattern.charCodeAt(i - 1);
    const isInQuote = i > quote.from && i <= quote.to;
    const match = isInQuote ? quoteMatch : MATCH;
    const closed = isInQuote ? quote.closed : undefined;
    const isInside = isInQuote && i < quote.to;
    const textGapOpen = GAP_OPEN + (isInside ? GAP_IN_QUOTE : i <= quote.from ? GAP_BEFORE_QUOTE : 0);
    const textGapExtend = isInside ? GAP_EXTEND_IN_QUOTE : GAP_EXTEND;
    const patternGapExtend = isInQuote ? GAP_EXTEND_IN_QUOTE : GAP_EXTEND;
    let textGap = -1_000_000;
    current[0] = 0;
    for (let j = 1; j <= columns; j++) {
      let step = 0;
      const openText = (current[j - 1] ?? 0) + textGapOpen;
      const longerText = textGap + textGapExtend;
      if (longerText > openText) {
        textGap = longerText;
        step |= TEXT_GAP_CONTINUES;
      } else textGap = openText;
      const openPattern = (above[j] ?? 0) + GAP_OPEN + patternGapExtend;
      const longerPattern = (patternGap[j] ?? 0) + patternGapExtend;
      let gap = openPattern;
      if (longerPattern > openPattern) {
        gap = longerPattern;
        step |= PATTERN_GAP_CONTINUES;
      }
      patternGap[j] = gap;
      let best = (above[j - 1] ?? 0) + (closed?.[j - 1] === 1 ? CLOSED : units[j - 1] === unit ? match : MISMATCH);
      let from = DIAGONAL;
      if (textGap > best) {
        best = textGap;
        from = SKIP_TEXT;
      }
      if (gap > best) {
        best = gap;
        from = SKIP_PATTERN;
      }
      if (best <= 0) {
        best = 0;
        from = STOP;
      }
      current[j] = best;
      steps[i * (columns + 1) + j] = step | from;
      if (best > score) {
        score = best;
        bestRow = i;
        bestColumn = j;
      }
    }
    [above, current] = [current, above];
  }
  return { score, counterparts: traceBack(steps, rows, columns, bestRow, bestColumn) };
};

const traceBack = (steps: Uint8Array, rows: number, columns: number, bestRow: number, bestColumn: number): Int32Array => {
  const counterparts = new Int32Array(rows).fill(-1);
  let [i, j] = [bestRow, bestColumn];
  while (i > 0 && j > 0) {
    const step = steps[i * (columns + 1) + j] ?? 0;
    const from = step & 3;
    if (from === STOP) break;
    if (from === DIAGONAL) {
      counterparts[i - 1] = j - 1;
      i--;
      j--;
    } else if (from === SKIP_TEXT) {
      while (j > 1 && ((steps[i * (columns + 1) + j] ?? 0) & TEXT_GAP_CONTINUES) !== 0) j--;
      j--;
    } else {
      while (i > 1 && ((steps[i * (columns + 1) + j] ?? 0) & PATTERN_GAP_CONTINUES) !== 0) i--;
      i--;
    }
  }
  return counterparts;
};
