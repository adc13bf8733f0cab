/**
 * Maps layout to text and back: the first character on a page, and the box of a position. Reads boxes by binary search, never block by
 * block.
 */
import type { BlockPoint } from '@shufang/contract';
import type { Run, TextIndex } from './text-index.ts';

/** Returns whether a box is on or after the page (or screen). Along the text the result must change from false to true only once. */
export type IsReached = (box: DOMRect) => boolean;

const TEXT = 3;

const boxesOf = (range: Range, run: Run): DOMRectList => {
  if (run.node.nodeType !== TEXT) return (run.node as Element).getClientRects();
  range.selectNodeContents(run.node);
  return range.getClientRects();
};

const isLowSurrogate = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
};

/** Returns the box of one character; undefined for collapsed white space. */
const charBox = (range: Range, node: Text, offset: number): DOMRect | undefined => {
  const start = offset > 0 && isLowSurrogate(node.data, offset) ? offset - 1 : offset;
  range.setStart(node, start);
  range.setEnd(node, Math.min(node.length, start + (isLowSurrogate(node.data, start + 1) ? 2 : 1)));
  const boxes = range.getClientRects();
  return boxes[boxes.length - 1];
};

/** Returns the first text or picture for which `reached` is true; undefined when there is none. */
export const findFirstReached = (index: TextIndex, reached: IsReached): { run: Run; offset: number } | undefined => {
  const { runs } = index;
  const document = runs[0]?.node.ownerDocument;
  if (!document) return undefined;
  const range = document.createRange();

  /** Returns whether the end of the run is reached. A run without a box (collapsed white space, hidden) uses the next run with a box. */
  const endReached = (i: number, limit: number): boolean => {
    for (let at = i; at < limit; at++) {
      const run = runs[at];
      if (!run) break;
      const boxes = boxesOf(range, run);
      const last = boxes[boxes.length - 1];
      if (last) return reached(last);
    }
    return true;
  };
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endReached(middle, high)) high = middle;
    else low = middle + 1;
  }
  for (let at = low; at < runs.length; at++) {
    const run = runs[at];
    if (!run) break;
    if (boxesOf(range, run).length === 0) continue;
    if (run.node.nodeType !== TEXT) return { run, offset: run.start };
    const node = run.node as Text;
    let from = 0;
    let to = node.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      let probe = middle;
      let box = charBox(range, node, probe);
      while (!box && probe + 1 < to) {
        probe += 1;
        box = charBox(range, node, probe);
      }
      if (!box || reached(box)) to = middle;
      else from = probe + 1;
    }
    if (from >= node.length) continue;
    return { run, offset: run.start + (isLowSurrogate(node.data, from) ? from - 1 : from) };
  }
  return undefined;
};

/** Returns the box of the first text or picture after a block that is visible. */
const boxAfterBlock = (index: TextIndex, blockId: string, range: Range): DOMRect | undefined => {
  const number = index.blocks.findIndex((block) => block.id === blockId);
  for (const run of index.runs) {
    if (run.block <= number) continue;
    const [box] = boxesOf(range, run);
    if (box) return box;
  }
  return undefined;
};

/**
 * Returns the box of the character or picture at a position in the text. If its block shows nothing (a hidden page break), returns the box
 * of the text after it; undefined when there is none.
 */
export const boxOfPoint = (index: TextIndex, point: BlockPoint): DOMRect | undefined => {
  const block = index.findBlock(point.blockId);
  if (!block) return undefined;
  const range = block.element.ownerDocument.createRange();
  for (const run of block.runs) {
    if (run.node.nodeType !== TEXT) {
      if (run.start >= point.offset) {
        const box = (run.node as Element).getClientRects()[0];
        if (box) return box;
      }
      continue;
    }
    const node = run.node as Text;
    for (let at = Math.max(0, point.offset - run.start); at < run.length; at++) {
      const box = charBox(range, node, at);
      if (box) return box;
    }
  }
  // A position after the last character has the box of the block's end; in an empty block, the box of the block itself.
  const last = block.runs.findLast((run) => boxesOf(range, run).length > 0);
  if (last) {
    const boxes = boxesOf(range, last);
    return boxes[boxes.length - 1];
  }
  return block.element.getClientRects()[0] ?? boxAfterBlock(index, point.blockId, range);
};

/** Returns the offset in the segment's text of a text or picture that `findFirstReached` found. */
export const charOfReached = (index: TextIndex, found: { run: Run; offset: number }): number =>
  (index.blocks[found.run.block]?.start ?? 0) + found.offset;

export const pointOfReached = (index: TextIndex, found: { run: Run; offset: number }): BlockPoint | undefined => {
  const block = index.blocks[found.run.block];
  return block && { blockId: block.id, offset: found.offset };
};
