/**
 * Text index of one loaded segment, block by block. All offsets of the product follow this rule: text nodes in document order inside the
 * `[data-block]` element, without nested blocks (they have their own text), `rt`, `rp`, `script`, `style` and `template`; white space
 * untouched; blocks joined by "\n" to the document's text ([Note: block text] in the contract).
 */
import type { BlockPoint } from '@shufang/contract';

/** A text node, or an atomic element (picture, formula, rule, player), in document order. */
export interface Run {
  node: Text | Element;
  block: number;
  /** Offset of the first character of this text node or element in the text of its block. */
  start: number;
  /** Number of characters of the text node; 0 for an element. */
  length: number;
}

interface Block {
  id: string;
  element: Element;
  text: string;
  /** Offset of the block's first character in the segment's text. */
  start: number;
  runs: Run[];
}

export interface TextIndex {
  blocks: Block[];
  runs: Run[];
  /** The segment's text: all block texts joined by "\n". */
  text: string;
  findBlock(id: string): Block | undefined;
  findRun(node: Node): Run | undefined;
  /** Returns the block and offset of a DOM position; for a position outside any text, the nearest text position. */
  pointAt(node: Node, offset: number): BlockPoint | undefined;
  /** Returns the offset in the segment's text of a position in a block; undefined for a block of another segment. */
  charOf(point: BlockPoint): number | undefined;
  pointOfChar(char: number): BlockPoint | undefined;
  /** Returns the blocks with text between two offsets of the segment's text, in order, with the number of their characters there. */
  blocksBetween(start: number, end: number): (readonly [id: string, chars: number])[];
  /** Returns the DOM range between two offsets of the segment's text; undefined when there is no text. */
  rangeOf(start: number, end: number): Range | undefined;
}

const skippedElements = new Set(['rt', 'rp', 'script', 'style', 'template']);
const atomicElements = new Set([
  'img',
  'svg',
  'math',
  'video',
  'audio',
  'hr',
  'canvas',
  'object',
  'iframe',
  'embed',
  'input',
  'select',
  'textarea',
]);

const ELEMENT = 1;
const TEXT = 3;

/**
 * Returns whether an element is indexed without its content. MathML and SVG are atomic for layout, but their text is block text by the
 * rule.
 */
const isOpaque = (name: string): boolean =>
  atomicElements.has(name) && name !== 'math' && name !== 'svg' && name !== 'object' && name !== 'video' && name !== 'audio';

export const indexText = (root: Element): TextIndex => {
  const blocks: Block[] = [];
  const runs: Run[] = [];
  const texts: string[][] = [];
  /** Pictures outside any block (in a figure, before its caption); they are assigned to the start of the next block. */
  let pendingRuns: Run[] = [];

  const visit = (element: Element, owner: number): void => {
    const name = element.localName;
    if (skippedElements.has(name) || element.hasAttribute('data-repeat')) return;
    let block = owner;
    const id = element.getAttribute('data-block');
    if (id !== null) {
      block = blocks.length;
      blocks.push({ id, element, text: '', start: 0, runs: [] });
      texts.push([]);
      for (const run of pendingRuns) {
        run.block = block;
        blocks[block]?.runs.push(run);
      }
      pendingRuns = [];
    }
    const current = blocks[block];
    if (atomicElements.has(name)) {
      const run: Run = { node: element, block, start: current?.start ?? 0, length: 0 };
      runs.push(run);
      (current?.runs ?? pendingRuns).push(run);
      if (isOpaque(name)) return;
    }
    for (let child = element.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === ELEMENT) visit(child as Element, block);
      else if (child.nodeType === TEXT || child.nodeType === 4) {
        const holder = blocks[block];
        const data = (child as Text).data;
        if (!holder || data === '') continue;
        // While the blocks are traversed, `start` of a block holds the length of its text so far; below it becomes the block's offset in
        // the segment.
        const run: Run = { node: child as Text, block, start: holder.start, length: data.length };
        holder.start += data.length;
        holder.runs.push(run);
        runs.push(run);
        texts[block]?.push(data);
      }
    }
  };
  visit(root, -1);
  // There is no next block after the last one: pictures there are assigned to the end of the last block.
  const final = blocks.length - 1;
  for (const run of pendingRuns) {
    run.block = final;
    run.start = blocks[final]?.start ?? 0;
    blocks[final]?.runs.push(run);
  }

  let at = 0;
  for (const [i, block] of blocks.entries()) {
    block.text = (texts[i] ?? []).join('');
    block.start = at;
    at += block.text.length + 1;
  }
  const text = blocks.map((block) => block.text).join('\n');
  const byId = new Map(blocks.map((block, i) => [block.id, i]));
  let byNode: Map<Node, Run> | undefined;

  const findBlock = (id: string) => {
    const i = byId.get(id);
    return i === undefined ? undefined : blocks[i];
  };
  const findRun = (node: Node) => {
    byNode ??= new Map(runs.map((run) => [run.node, run]));
    return byNode.get(node);
  };

  const pointAt = (node: Node, offset: number): BlockPoint | undefined => {
    if (node.nodeType === TEXT) {
      const run = findRun(node);
      const block = run && blocks[run.block];
      if (run && block) return { blockId: block.id, offset: run.start + Math.min(offset, run.length) };
    }
    // The node is not an indexed text (an element, a ruby reading, ignorable white space): use the first run at or after the position, else
    // the end of the last run before it.
    const boundary = node.nodeType === ELEMENT ? (node.childNodes[offset] ?? null) : node;
    let low = 0;
    let high = runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const run = runs[middle];
      if (run && isBefore(run.node, node, boundary)) low = middle + 1;
      else high = middle;
    }
    const next = runs[low];
    const last = runs[low - 1];
    const nextBlock = next && blocks[next.block];
    // For a position between two runs of one block (for example inside a ruby reading), the end of the previous run is preferred to the
    // start of the next one.
    if (last && nextBlock && last.block === next.block) return { blockId: nextBlock.id, offset: last.start + last.length };
    if (nextBlock) return { blockId: nextBlock.id, offset: next.start };
    const lastBlock = last && blocks[last.block];
    return lastBlock ? { blockId: lastBlock.id, offset: last.start + last.length } : undefined;
  };

  const charOf = (point: BlockPoint): number | undefined => {
    const block = findBlock(point.blockId);
    return block && block.start + Math.min(point.offset, block.text.length);
  };

  const blockAt = (char: number): Block | undefined => {
    let low = 0;
    let high = blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((blocks[middle]?.start ?? 0) <= char) low = middle;
      else high = middle - 1;
    }
    return blocks[low];
  };
  const pointOfChar = (char: number): BlockPoint | undefined => {
    const block = blockAt(Math.max(0, char));
    return block && { blockId: block.id, offset: Math.min(Math.max(0, char - block.start), block.text.length) };
  };

  const blocksBetween = (from: number, to: number): (readonly [string, number])[] =>
    blocks.flatMap(({ id, start, text: own }) => {
      const chars = Math.min(to, start + own.length) - Math.max(from, start);
      return chars > 0 ? [[id, chars] as const] : [];
    });

  /** Returns the text node and offset of a character; `asEnd` prefers the end of a run to the start of the next. */
  const domPoint = (char: number, asEnd: boolean): { node: Text; offset: number } | undefined => {
    const block = blockAt(char);
    if (!block) return undefined;
    const offset = char - block.start;
    let last: { node: Text; offset: number } | undefined;
    for (const run of block.runs) {
      if (run.length === 0) continue;
      const inside = offset - run.start;
      if (inside < 0) break;
      if (asEnd ? inside <= run.length : inside < run.length) return { node: run.node as Text, offset: inside };
      last = { node: run.node as Text, offset: run.length };
    }
    return last;
  };
  const rangeOf = (start: number, end: number): Range | undefined => {
    const from = domPoint(start, false);
    const to = domPoint(Math.max(start, end), true);
    if (!from || !to) return undefined;
    const range = root.ownerDocument.createRange();
    range.setStart(from.node, from.offset);
    if (end > start) range.setEnd(to.node, to.offset);
    else range.collapse(true);
    return range;
  };

  return { blocks, runs, text, findBlock, findRun, pointAt, charOf, pointOfChar, blocksBetween, rangeOf };
};

/** Returns whether `candidate` is before the position in `parent` that precedes `boundary` (null: the end of `parent`). */
const isBefore = (candidate: Node, parent: Node, boundary: Node | null): boolean => {
  if (boundary) {
    if (candidate === boundary) return false;
    const order = boundary.compareDocumentPosition(candidate);
    return (order & 2) !== 0 && (order & 8) === 0;
  }
  const order = parent.compareDocumentPosition(candidate);
  return (order & 16) !== 0 || (order & 2) !== 0;
};
