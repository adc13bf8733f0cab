/**
 * Anchors an annotation in a text that may have changed. The state says how it was found: exact, moved, fuzzy, or not at all. Pure: needs
 * only text.
 */
import type { AnchorState, AnnotationTarget } from '@shufang/contract';
import { findApproximate } from './approximate-match.ts';

/** The text to search for a target: one segment, or a whole document. */
export interface TargetText {
  /** Text of all blocks, joined by "\n". */
  text: string;
  /** Offset of the first character of `text` in the text of the whole document. */
  startChar: number;
  /** Returns the offset of a point in `text`; undefined when the text does not contain its block. */
  charOf(point: { blockId: string; offset: number }): number | undefined;
}

export interface FoundTarget {
  state: Exclude<AnchorState, 'orphan'>;
  /** Start and end of the passage that was found, as offsets in `text`. */
  start: number;
  end: number;
}

/** Number of characters matched approximately at each end of a long quote: enough to be reliable, and bounded in time. */
const endLength = 64;
/** Fraction of a quote that may differ in an approximate match: nearly a third of the passage may have changed. */
const maxErrorRatio = 0.3;

const contextScore = (text: string, start: number, end: number, target: AnnotationTarget): number => {
  const { prefix, suffix } = target.quote;
  let score = 0;
  for (let i = 1; i <= prefix.length && text[start - i] === prefix[prefix.length - i]; i++) score += 1;
  for (let i = 0; i < suffix.length && text[end + i] === suffix[i]; i++) score += 1;
  return score;
};

/** Returns the best exact occurrence of the quote: the one with the most matching context, then the nearest to the expected offset. */
const findQuote = (source: TargetText, target: AnnotationTarget, expected: number): FoundTarget | undefined => {
  const { exact } = target.quote;
  let best: { start: number; score: number } | undefined;
  for (let at = source.text.indexOf(exact); at >= 0; at = source.text.indexOf(exact, at + 1)) {
    const score = contextScore(source.text, at, at + exact.length, target) * 10_000 - Math.min(9_999, Math.abs(at - expected) / 10);
    if (!best || score > best.score) best = { start: at, score };
  }
  return best && { state: 'moved', start: best.start, end: best.start + exact.length };
};

/**
 * Length in characters from which a quote is distinctive. A shorter quote may occur by chance, so it counts as moved only where some of its
 * context matches.
 */
const distinctiveLength = 8;

export const findTarget = (source: TargetText, target: AnnotationTarget): FoundTarget | undefined => {
  const { exact, prefix, suffix } = target.quote;
  const start = source.charOf(target.blocks.start);
  const end = source.charOf(target.blocks.end);
  // A bookmark has no quote: it is found by its block, else by its context.
  if (exact === '') {
    if (start !== undefined) return { state: 'exact', start, end: start };
    const surrounding = prefix + suffix;
    const at = surrounding.length >= distinctiveLength ? source.text.indexOf(surrounding) : -1;
    if (at >= 0) return { state: 'moved', start: at + prefix.length, end: at + prefix.length };
    return undefined;
  }
  if (start !== undefined && end !== undefined) {
    const isTruncated = exact.length >= 20_000;
    const passage = source.text.slice(start, end);
    if (isTruncated ? passage.startsWith(exact) : passage === exact) return { state: 'exact', start, end };
  }

  const expected = start ?? target.position.start - source.startChar;
  const quoteMatch = findQuote(source, target, expected);
  if (quoteMatch) {
    const context = contextScore(source.text, quoteMatch.start, quoteMatch.end, target);
    if (exact.length >= distinctiveLength || context >= Math.min(4, prefix.length + suffix.length) || start !== undefined)
      return quoteMatch;
  }

  // Approximate match: first near the expected offset, then in the whole text. The smallest edit distance wins; the context is not
  // compared.
  const maxErrors = (length: number) => Math.min(32, Math.floor(length * maxErrorRatio));
  if (exact.length >= distinctiveLength || start !== undefined) {
    const windowChars = 2_000;
    const from = Math.max(0, Math.min(expected, source.text.length) - windowChars);
    const to = Math.min(source.text.length, Math.max(0, expected) + exact.length + windowChars);
    const windows: [number, number][] = [[from, to]];
    if (exact.length >= 16) windows.push([0, source.text.length]);
    for (const [left, right] of windows) {
      const found = matchEnds(source.text.slice(left, right), exact, maxErrors);
      if (found) return { state: 'fuzzy', start: left + found.start, end: left + found.end };
    }
  }
  return undefined;
};

/** Finds both ends of a passage approximately and returns the range between them. In a short passage the two ends overlap. */
const matchEnds = (text: string, exact: string, maxErrors: (length: number) => number): { start: number; end: number } | undefined => {
  const head = exact.slice(0, endLength);
  const tail = exact.slice(-endLength);
  const first = findApproximate(text, head, maxErrors(head.length));
  if (!first) return undefined;
  const after = text.slice(first.start, first.start + Math.ceil(exact.length * 1.5) + endLength);
  const last = findApproximate(after, tail, maxErrors(tail.length));
  if (!last || last.end * 2 < exact.length) return undefined;
  return { start: first.start, end: first.start + last.end };
};
