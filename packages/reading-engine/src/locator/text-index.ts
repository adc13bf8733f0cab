/** The text of one loaded segment, block by block, by the rule all offsets of the product follow:
 *  text nodes in document order inside the `[data-block]` element, without nested blocks (they have their own text), `rt`, `rp`,
 *  `script`, `style` and `template`; white space untouched; blocks joined by "\n" to the document's text ([Note: block text] in the contract). */
import type { BlockPoint } from '@shufang/contract';

/** A text node, or a picture, formula, rule or player, in document order. */
export interface Run {
  node: Text | Element;
  block: number;
  /** Offset of its first character in the block's text. */
  start: number;
  /** 0 for an element. */
  length: number;
}

interface Block {
  id: string;
  element: Element;
  text: string;
  /** Offset of its first character in the segment's text. */
  start: number;
  runs: Run[];
}

export interface TextIndex {
  blocks: Block[];
  runs: Run[];
  /** All block texts joined by "\n". */
  text: string;
  findBlock(id: string): Block | undefined;
  findRun(node: Node): Run | undefined;
  /** Block and offset of a DOM position; the nearest text position for one outside any text. */
  pointAt(node: Node, offset: number): BlockPoint | undefined;
  /** Offset in the segment's text; undefined for a block of another segment. */
  charOf(point: BlockPoint): number | undefined;
  pointOfChar(char: number): BlockPoint | undefined;
  /** DOM range between two offsets of the segment's text; undefined when there is no text there. */
  rangeOf(start: number, end: number): Range | undefined;
}

const skipped = new Set(['rt', 'rp', 'script', 'style', 'template']);
const atoms = new Set(['img', 'svg', 'math', 'video', 'audio', 'hr', 'canvas', 'object', 'iframe', 'embed', 'input', 'select', 'textarea']);

const ELEMENT = 1;
const TEXT = 3;

/** MathML and SVG keep their text in the index (it is block text by the rule) but are one thing to lay out and point at. */
const isOpaque = (name: string): boolean =>
  atoms.has(name) && name !== 'math' && name !== 'svg' && name !== 'object' && name !== 'video' && name !== 'audio';

export const indexText = (root: Element): TextIndex => {
  const blocks: Block[] = [];
  const runs: Run[] = [];
  const parts: string[][] = [];
  /** Pictures outside any block (in a figure, before its caption): they stand at the start of the next one. */
  let waiting: Run[] = [];

  const visit = (element: Element, owner: number): void => {
    const name = element.localName;
    if (skipped.has(name) || element.hasAttribute('data-repeat')) return;
    let block = owner;
    const id = element.getAttribute('data-block');
    if (id !== null) {
      block = blocks.length;
      blocks.push({ id, element, text: '', start: 0, runs: [] });
      parts.push([]);
      for (const run of waiting) {
        run.block = block;
        blocks[block]?.runs.push(run);
      }
      waiting = [];
    }
    const current = blocks[block];
    if (atoms.has(name)) {
      const run: Run = { node: element, block, start: current?.start ?? 0, length: 0 };
      runs.push(run);
      (current?.runs ?? waiting).push(run);
      if (isOpaque(name)) return;
    }
    for (let child = element.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === ELEMENT) visit(child as Element, block);
      else if (child.nodeType === TEXT || child.nodeType === 4) {
        const holder = blocks[block];
        const data = (child as Text).data;
        if (!holder || data === '') continue;
        // `start` counts the block's own length while walking; it becomes the segment offset below.
        const run: Run = { node: child as Text, block, start: holder.start, length: data.length };
        holder.start += data.length;
        holder.runs.push(run);
        runs.push(run);
        parts[block]?.push(data);
      }
    }
  };
  visit(root, -1);
  // After the last block there is none to lead: a picture there ends the last one.
  const final = blocks.length - 1;
  for (const run of waiting) {
    run.block = final;
    run.start = blocks[final]?.start ?? 0;
    blocks[final]?.runs.push(run);
  }

  let at = 0;
  for (const [i, block] of blocks.entries()) {
    block.text = (parts[i] ?? []).join('');
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
    // Not a text of ours (an element, a reading, an ignorable gap): the first run at or after the position, else the end of the last before.
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
    // Prefer the end of the run before when both lie in one block (a position after a ruby, inside its reading).
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

  /** Text node and offset of a character; `asEnd` takes the end of a run rather than the start of the next. */
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

  return { blocks, runs, text, findBlock, findRun, pointAt, charOf, pointOfChar, rangeOf };
};

/** Does `candidate` lie before the position inside `parent` in front of `boundary` (null: at its end)? */
const isBefore = (candidate: Node, parent: Node, boundary: Node | null): boolean => {
  if (boundary) {
    if (candidate === boundary) return false;
    const order = boundary.compareDocumentPosition(candidate);
    return (order & 2) !== 0 && (order & 8) === 0;
  }
  const order = parent.compareDocumentPosition(candidate);
  return (order & 16) !== 0 || (order & 2) !== 0;
};
