/**
 * Takes out line breaks that only wrap the source of Chinese or Japanese text. Browsers show them as a space between two characters that have none
 * in print; CSS Text 3 §4.1.2 lets them vanish between wide characters, which not all browsers do. Done before blocks are made, so offsets agree.
 */
import type { ContentNode, ElementNode, TextNode } from './content-tree.ts';

/** Elements that text flows through; anything else ends the run of text. */
const FLOWS_THROUGH = new Set([
  'span',
  'a',
  'em',
  'strong',
  'b',
  'i',
  'u',
  's',
  'small',
  'mark',
  'dfn',
  'cite',
  'q',
  'abbr',
  'bdi',
  'ins',
  'del',
  'time',
  'font',
]);
/** White space is the author's inside these. */
const KEEPS_SPACE = new Set(['pre', 'code', 'samp', 'kbd', 'textarea', 'style', 'script', 'title', 'tt']);

const BREAK = /[ \t]*\n\s*/g;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]$/u;
const WIDE_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u;
/** Quotation marks and dashes are Chinese when the character on their other side is. */
const SHARED = /[“”‘’…—]/u;

interface Piece {
  readonly node: TextNode;
  /** Where the node's text begins in the text of the run. */
  readonly start: number;
}

const isWidePair = (before: string, after: string): boolean => {
  const wideBefore = WIDE.test(before);
  const wideAfter = WIDE_START.test(after);
  return (wideBefore && wideAfter) || (wideBefore && SHARED.test(after.charAt(0))) || (wideAfter && SHARED.test(before.at(-1) ?? ''));
};

const joinRun = (pieces: readonly Piece[], run: string): void => {
  const cuts: [number, number][] = [];
  for (const match of run.matchAll(BREAK)) {
    const end = match.index + match[0].length;
    if (match.index > 0 && end < run.length && isWidePair(run.slice(Math.max(0, match.index - 2), match.index), run.slice(end, end + 2)))
      cuts.push([match.index, end]);
  }
  for (const { node, start } of pieces) {
    const finish = start + node.text.length;
    let kept = '';
    let at = start;
    for (const [from, to] of cuts) {
      if (to <= start || from >= finish) continue;
      kept += run.slice(at, Math.max(at, from));
      at = Math.max(at, Math.min(to, finish));
    }
    if (at > start || kept !== '') node.text = kept + run.slice(at, finish);
  }
};

/** Changes the text nodes of `body` in place. Any depth: the walk keeps its own stack. */
export const joinLines = (body: ElementNode): void => {
  let pieces: Piece[] = [];
  let run = '';
  const endRun = (): void => {
    if (pieces.length > 0 && run.includes('\n')) joinRun(pieces, run);
    pieces = [];
    run = '';
  };
  const stack: (ContentNode | { readonly kind: 'end' })[] = [body];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'end') endRun();
    else if (node.kind === 'text') {
      pieces.push({ node, start: run.length });
      run += node.text;
    } else {
      const flows = node.namespace === 'html' && FLOWS_THROUGH.has(node.name);
      if (!flows) endRun();
      if (node.namespace !== 'html' || KEEPS_SPACE.has(node.name)) continue;
      if (!flows) stack.push({ kind: 'end' });
      for (const child of node.children.toReversed()) stack.push(child);
    }
  }
  endRun();
};
