/**
 * The text in which passages are searched: a segment, a document or a whole book, without its white space, which differs between reading
 * systems and means nothing in Chinese. Pure.
 */
import type { BlockPoint } from '../publication/locator.ts';

export interface AnchorBlock {
  readonly id: string;
  readonly text: string;
  /** Ids of earlier blocks whose text became part of this block. */
  readonly formerIds?: readonly string[] | undefined;
}

/** Number of characters that are looked up together in the index of a text. */
export const SEED_CHARS = 6;
const BUCKET_BITS = 16;

export const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

const SPACE = /\s/;

/** Returns the number of characters before `offset` that are not white space. */
const visibleBefore = (text: string, offset: number): number => withoutSpace(text.slice(0, offset)).length;

/** Returns the offset of the visible character with this number; the end of the text after the last one. */
const offsetOfVisible = (text: string, number: number): number => {
  let remaining = number;
  for (let at = 0; at < text.length; at++) {
    if (SPACE.test(text[at] ?? '')) continue;
    if (remaining === 0) return at;
    remaining--;
  }
  return text.length;
};

export interface AnchorText {
  /** The texts of all blocks without white space, one after another. All offsets below count in it. */
  readonly text: string;
  readonly blockCount: number;
  /** Returns the index of a block, or of the block that contains its text now; undefined if there is none. */
  blockIndex(id: string): number | undefined;
  /** Returns the index of the block that contains the character at this offset. */
  blockAt(offset: number): number;
  blockId(index: number): string;
  /** Returns the offset of the first character of a block; for an index after the last block, the length of the text. */
  blockStart(index: number): number;
  /** Returns the offset of a point; undefined if its block no longer exists. */
  offsetOf(point: BlockPoint): number | undefined;
  /** Returns the point before the character at this offset. */
  pointBefore(offset: number): BlockPoint | undefined;
  /** Returns the point after the character before this offset. */
  pointAfter(offset: number): BlockPoint | undefined;
  /** Calls `visit` with every offset at which `SEED_CHARS` characters of `pattern` from `at` on occur; stops after `limit` offsets. */
  eachOccurrence(pattern: string, at: number, limit: number, visit: (offset: number) => void): void;
}

const bucketOf = (text: string, at: number): number => {
  let mixed = 0;
  for (let i = 0; i < SEED_CHARS; i++) mixed = Math.imul(mixed ^ text.charCodeAt(at + i), 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> (32 - BUCKET_BITS);
};

export const createAnchorText = (blocks: readonly AnchorBlock[]): AnchorText => {
  const indexes = new Map<string, number>();
  const starts = new Int32Array(blocks.length + 1);
  const parts: string[] = [];
  let length = 0;
  for (const [index, { id, text: blockText }] of blocks.entries()) {
    const part = withoutSpace(blockText);
    indexes.set(id, index);
    starts[index] = length;
    parts.push(part);
    length += part.length;
  }
  starts[blocks.length] = length;
  for (const [index, { formerIds = [] }] of blocks.entries()) for (const id of formerIds) if (!indexes.has(id)) indexes.set(id, index);
  const text = parts.join('');

  /** Chained hash table of the offsets by their next characters, made when the first search needs it. */
  let chains: { heads: Int32Array; nexts: Int32Array } | undefined;
  const makeChains = (): { heads: Int32Array; nexts: Int32Array } => {
    const heads = new Int32Array(1 << BUCKET_BITS).fill(-1);
    const nexts = new Int32Array(Math.max(0, text.length - SEED_CHARS + 1));
    for (let at = nexts.length - 1; at >= 0; at--) {
      const bucket = bucketOf(text, at);
      nexts[at] = heads[bucket] ?? -1;
      heads[bucket] = at;
    }
    return { heads, nexts };
  };

  /** Returns the last block that starts at or before the offset and, unless all are empty, contains a character. */
  const blockAt = (offset: number): number => {
    let low = 0;
    let high = blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const pointIn = (index: number, offset: number): BlockPoint | undefined => {
    const block = blocks[index];
    return block && { blockId: block.id, offset };
  };

  return {
    text,
    blockCount: blocks.length,
    blockIndex: (id) => indexes.get(id),
    blockAt,
    blockId: (index) => blocks[index]?.id ?? '',
    blockStart: (index) => starts[Math.min(Math.max(index, 0), blocks.length)] ?? 0,
    offsetOf: ({ blockId, offset }) => {
      const index = indexes.get(blockId);
      if (index === undefined || blocks[index]?.id !== blockId) return undefined;
      return (starts[index] ?? 0) + visibleBefore(blocks[index]?.text ?? '', offset);
    },
    pointBefore: (offset) => {
      const index = blockAt(Math.min(offset, Math.max(0, text.length - 1)));
      return pointIn(index, offsetOfVisible(blocks[index]?.text ?? '', offset - (starts[index] ?? 0)));
    },
    pointAfter: (offset) => {
      if (offset <= 0) return pointIn(0, 0);
      const index = blockAt(offset - 1);
      return pointIn(index, offsetOfVisible(blocks[index]?.text ?? '', offset - 1 - (starts[index] ?? 0)) + 1);
    },
    eachOccurrence: (pattern, at, limit, visit) => {
      if (at + SEED_CHARS > pattern.length || text.length < SEED_CHARS) return;
      chains ??= makeChains();
      let count = 0;
      for (let offset = chains.heads[bucketOf(pattern, at)] ?? -1; offset >= 0 && count < limit; offset = chains.nexts[offset] ?? -1) {
        let same = 0;
        while (same < SEED_CHARS && text.charCodeAt(offset + same) === pattern.charCodeAt(at + same)) same++;
        if (same < SEED_CHARS) continue;
        count++;
        visit(offset);
      }
    },
  };
};
