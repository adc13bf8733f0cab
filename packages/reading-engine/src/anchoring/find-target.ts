/** Finds a mark again in a text that may have changed, and says how: as it was, elsewhere, altered, or not at all. Pure: works on text alone. */
import type { AnchorState, AnnotationTarget } from '@shufang/contract';
import { findApproximate } from './approximate-match.ts';

/** The text a target is looked for in: one segment, or a whole document. */
export interface TargetText {
  /** Block texts joined by "\n". */
  text: string;
  /** Offset of `text` in the document's text. */
  startChar: number;
  /** Offset of a point in `text`; undefined when its block is not here. */
  charOf(point: { blockId: string; offset: number }): number | undefined;
}

export interface FoundTarget {
  state: Exclude<AnchorState, 'orphan'>;
  /** Offsets in `text`. */
  start: number;
  end: number;
}

/** How many characters of a long quote are matched approximately: enough to be sure, bounded in time. */
const probeLength = 64;
/** A third of the passage may have changed. */
const errorShare = 0.3;

const contextScore = (text: string, start: number, end: number, target: AnnotationTarget): number => {
  const { prefix, suffix } = target.quote;
  let score = 0;
  for (let i = 1; i <= prefix.length && text[start - i] === prefix[prefix.length - i]; i++) score += 1;
  for (let i = 0; i < suffix.length && text[end + i] === suffix[i]; i++) score += 1;
  return score;
};

/** Best of all places where the quote stands word for word: most context, then nearest to where it was. */
const findQuote = (where: TargetText, target: AnnotationTarget, expected: number): FoundTarget | undefined => {
  const { exact } = target.quote;
  let best: { start: number; score: number } | undefined;
  for (let at = where.text.indexOf(exact); at >= 0; at = where.text.indexOf(exact, at + 1)) {
    const score = contextScore(where.text, at, at + exact.length, target) * 10_000 - Math.min(9_999, Math.abs(at - expected) / 10);
    if (!best || score > best.score) best = { start: at, score };
  }
  return best && { state: 'moved', start: best.start, end: best.start + exact.length };
};

/** A short quote says little by itself: it is taken as moved only where some context agrees. */
const shortQuote = 8;

export const findTarget = (where: TargetText, target: AnnotationTarget): FoundTarget | undefined => {
  const { exact, prefix, suffix } = target.quote;
  const start = where.charOf(target.blocks.start);
  const end = where.charOf(target.blocks.end);
  const isEmpty = exact === '';

  if (start !== undefined && end !== undefined && end >= start) {
    const cut = exact.length >= 20_000;
    const there = where.text.slice(start, end);
    if (cut ? there.startsWith(exact) : there === exact) return { state: 'exact', start, end };
  }
  // A bookmark has no words of its own: its block is its place, else the context is.
  if (isEmpty) {
    if (start !== undefined) return { state: 'exact', start, end: start };
    const around = prefix + suffix;
    const at = around.length >= shortQuote ? where.text.indexOf(around) : -1;
    if (at >= 0) return { state: 'moved', start: at + prefix.length, end: at + prefix.length };
    return undefined;
  }

  const expected = start ?? target.position.start - where.startChar;
  const quoted = findQuote(where, target, expected);
  if (quoted) {
    const context = contextScore(where.text, quoted.start, quoted.end, target);
    if (exact.length >= shortQuote || context >= Math.min(4, prefix.length + suffix.length) || start !== undefined) return quoted;
  }

  // Approximately: first near where it was, with its context to tell neighbours apart, then in all the text.
  const budget = (length: number) => Math.min(32, Math.floor(length * errorShare));
  if (exact.length >= shortQuote || start !== undefined) {
    const near = 2_000;
    const from = Math.max(0, Math.min(expected, where.text.length) - near);
    const to = Math.min(where.text.length, Math.max(0, expected) + exact.length + near);
    const windows: [number, number][] = to > from ? [[from, to]] : [];
    if (exact.length >= 16) windows.push([0, where.text.length]);
    for (const [left, right] of windows) {
      const found = matchEnds(where.text.slice(left, right), exact, budget);
      if (found) return { state: 'fuzzy', start: left + found.start, end: left + found.end };
    }
  }
  return undefined;
};

/** A short passage is matched whole; of a long one both ends are, and what lies between is taken. */
const matchEnds = (text: string, exact: string, budget: (length: number) => number): { start: number; end: number } | undefined => {
  if (exact.length <= probeLength) return findApproximate(text, exact, budget(exact.length));
  const head = exact.slice(0, probeLength);
  const tail = exact.slice(-probeLength);
  const first = findApproximate(text, head, budget(head.length));
  if (!first) return undefined;
  const after = text.slice(first.start, first.start + Math.ceil(exact.length * 1.5) + probeLength);
  const last = findApproximate(after, tail, budget(tail.length));
  if (!last || last.end * 2 < exact.length) return undefined;
  return { start: first.start, end: first.start + last.end };
};
