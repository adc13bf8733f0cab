/**
 * Removes white space that Chinese and Japanese text does not have in print: line breaks that only wrap the source, which browsers render as
 * a space (CSS Text 3 §4.1.2 allows removing them between wide characters, which not all browsers do), and spaces after full-width
 * punctuation, which has its own space. Runs before blocks are found, so that offsets count the text without them.
 */
import type { ContentNode, ElementNode, TextNode } from './content-tree.ts';

/** Inline elements, through which a run of text continues; any other element ends the run. */
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
/** Elements whose white space is significant. */
const PRESERVES_SPACE = new Set(['pre', 'code', 'samp', 'kbd', 'textarea', 'style', 'script', 'title', 'tt']);

/** Matches from the first space of a run only, so that a long run is read once. */
const BREAK = /(?<![ \t])[ \t]*\n\s*|(?<=[\u3001\u3002\uff0c\uff1b\uff1a\uff01\uff1f])[ \t]+(?=\S)/g;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]$/u;
const WIDE_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u;
/** Quotation marks and dashes, which count as Chinese when the character on their other side is Chinese. */
const SHARED = /[“”‘’…—]/u;

interface Piece {
  readonly node: TextNode;
  /** Offset of the node's text in the run of inline text. */
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
    if (match.index === 0 || end >= run.length) continue;
    const isSpace = !match[0].includes('\n');
    if (isSpace || isWidePair(run.slice(Math.max(0, match.index - 2), match.index), run.slice(end, end + 2))) cuts.push([match.index, end]);
  }
  for (const { node, start } of pieces) {
    const finish = start + node.text.length;
    let lines = '';
    let at = start;
    for (const [from, to] of cuts) {
      if (to <= start || from >= finish) continue;
      lines += run.slice(at, Math.max(at, from));
      at = Math.max(at, Math.min(to, finish));
    }
    if (at > start || lines !== '') node.text = lines + run.slice(at, finish);
  }
};

/** Changes the text nodes of `body` in place. Works at any depth: the traversal has its own stack. */
export const joinLines = (body: ElementNode): void => {
  let pieces: Piece[] = [];
  let run = '';
  const endRun = (): void => {
    if (pieces.length > 0 && /[\n ]/.test(run)) joinRun(pieces, run);
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
      if (node.namespace !== 'html' || PRESERVES_SPACE.has(node.name)) continue;
      if (!flows) stack.push({ kind: 'end' });
      for (const child of node.children.toReversed()) stack.push(child);
    }
  }
  endRun();
};
