/**
 * Compares two versions of a book by their blocks: which blocks of both contain the same text, and where each character of the old version
 * is in the new one. Pure.
 */
import type { CharacterAlignment } from './align-characters.ts';
import { alignGroup, type TextPair } from './align-group.ts';
import { type AnchorBlock, type AnchorText, createAnchorText } from './anchor-text.ts';

/** Blocks of the old version whose text is in these blocks of the new one, as indexes; one side is empty for added and removed blocks. */
export interface BlockGroup {
  readonly olds: readonly number[];
  readonly news: readonly number[];
}

/** Number of blocks on each side in which the text of a block is sought that no longer exists. */
const NEAR_BLOCKS = 3;
/** Number of characters at the beginning and end of a block that show whether text moved between it and the block beside it. */
const EDGE_CHARS = 3;

/** Sets of blocks that are joined step by step (union by path halving). Blocks of the new version are numbered after those of the old. */
const createJoiner = (count: number): { find(at: number): number; join(a: number, b: number): void } => {
  const parents = Int32Array.from({ length: count }, (_, at) => at);
  const find = (from: number): number => {
    let at = from;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at] ?? at] ?? at;
      at = parents[at] ?? at;
    }
    return at;
  };
  const join = (a: number, b: number): void => {
    parents[find(b)] = find(a);
  };
  return { find, join };
};

/**
 * Returns the groups of blocks with common text in the order of the new version, removed blocks after the block that preceded them. Blocks
 * belong together by their ids, and by the ids of earlier blocks whose text they took over since. Time: linear in the number of blocks.
 */
export const groupBlocks = (before: readonly AnchorBlock[], after: readonly AnchorBlock[]): BlockGroup[] => {
  const oldIndexes = new Map(before.map(({ id }, index) => [id, index]));
  const newIndexes = new Map(after.map(({ id }, index) => [id, index]));
  const { find, join } = createJoiner(before.length + after.length);
  const partners = before.map(({ id }) => newIndexes.get(id) ?? -1);
  const isLinkedOld = partners.map((partner) => partner >= 0);
  const isLinkedNew = after.map(({ id }) => oldIndexes.has(id));
  for (const [old, partner] of partners.entries()) if (partner >= 0) join(old, before.length + partner);
  for (const [current, { id, formerIds = [] }] of after.entries()) {
    const earlier = before[oldIndexes.get(id) ?? -1]?.formerIds ?? [];
    for (const former of formerIds) {
      const old = oldIndexes.get(former);
      if (old === undefined || earlier.includes(former)) continue;
      join(old, before.length + current);
      isLinkedOld[old] = true;
      isLinkedNew[current] = true;
    }
  }
  /** Joins a block without a partner with the blocks around the new position of a neighbor that are changed or have no partner either. */
  const joinNear = (node: number, from: number, step: number): void => {
    for (let by = 0; by <= NEAR_BLOCKS; by++) {
      const { id, text } = after[from + by * step] ?? {};
      if (id === undefined) return;
      if (before[oldIndexes.get(id) ?? -1]?.text !== text) join(node, before.length + from + by * step);
    }
  };
  /** Returns whether a block begins or ends differently than before. */
  const isRewritten = (current: number): boolean => {
    const { id = '', text = '' } = after[current] ?? {};
    const old = before[oldIndexes.get(id) ?? -1]?.text ?? text;
    return old !== text && (!old.startsWith(text.slice(0, EDGE_CHARS)) || !old.endsWith(text.slice(-EDGE_CHARS)));
  };
  for (let first = 0; first < before.length; first++) {
    if (isLinkedOld[first] === true) continue;
    let last = first;
    while (last + 1 < before.length && isLinkedOld[last + 1] !== true) last++;
    for (let old = first + 1; old <= last; old++) join(first, old);
    const [start, end] = [
      first === 0 ? 0 : (partners[first - 1] ?? -1),
      last + 1 === before.length ? after.length - 1 : (partners[last + 1] ?? -1),
    ];
    if (start >= 0) joinNear(first, start, 1);
    if (end >= 0) joinNear(first, end, -1);
    first = last;
  }
  for (let current = 0; current < after.length; current++) {
    if (isLinkedNew[current] === true) continue;
    joinNear(before.length + current, current, 1);
    joinNear(before.length + current, current, -1);
  }
  // Text at the beginning or end of a block that became shorter or was replaced may be in the block beside it.
  for (let current = 0; current + 1 < after.length; current++) {
    if (isRewritten(current) && isRewritten(current + 1)) join(before.length + current, before.length + current + 1);
  }
  const groups = new Map<number, { olds: number[]; news: number[]; at: number }>();
  const groupOf = (node: number, at: number): { olds: number[]; news: number[]; at: number } => {
    const root = find(node);
    const group = groups.get(root) ?? { olds: [], news: [], at };
    groups.set(root, group);
    return group;
  };
  for (const current of after.keys()) groupOf(before.length + current, current).news.push(current);
  let last = -1;
  for (const old of before.keys()) {
    if ((partners[old] ?? -1) >= 0) last = partners[old] ?? -1;
    groupOf(old, last + 0.5).olds.push(old);
  }
  return [...groups.values()]
    .sort((a, b) => a.at - b.at)
    .map(({ olds, news }) => ({ olds, news: olds.length < 2 && news.length < 2 ? news : inOldOrder(news, after, before, oldIndexes) }));
};

/** Number of characters by which the text of a block is found in an old one. */
const ORDER_CHARS = 4;

/** Returns blocks of the new version in the order of the old blocks whose text they have, so that exchanged blocks can be aligned. */
const inOldOrder = (
  news: readonly number[],
  after: readonly AnchorBlock[],
  before: readonly AnchorBlock[],
  oldIndexes: ReadonlyMap<string, number>,
): number[] => {
  let last = -1;
  const ordered = news.map((current) => {
    const { id, formerIds = [], text } = after[current] ?? { id: '', text: '' };
    const own = [id, ...formerIds].flatMap((each) => oldIndexes.get(each) ?? [])[0];
    last = own ?? last;
    return { current, order: last, text };
  });
  const positionOf = (text: string, old: string): number => {
    for (let at = 0; at < Math.min(text.length, 10 * ORDER_CHARS); at++) {
      const found = old.indexOf(text.slice(at, at + ORDER_CHARS));
      if (found >= 0) return found;
    }
    return old.length;
  };
  return ordered
    .sort((a, b) => {
      if (a.order !== b.order) return a.order - b.order;
      const old = before[a.order]?.text ?? '';
      return positionOf(a.text, old) - positionOf(b.text, old) || a.current - b.current;
    })
    .map(({ current }) => current);
};

/** Where the characters of a passage of the old version are in the new one. Offsets count in the text of the new version without white space. */
export interface Counterparts {
  /** For each character, in order: its offset; -1 if it was deleted. */
  readonly offsets: readonly number[];
  /** For each deleted character: the offset of an equal one that remained and may as well be this one; -1 if there is none. */
  readonly alternatives: readonly number[];
  /** For each deleted character: the offset of the one that was written in its stead; -1 if there is none. */
  readonly replacements: readonly number[];
  /** For each character: whether another one could as well be this one. */
  readonly isAmbiguous: readonly boolean[];
  /** Where the text is that replaced a deleted passage; undefined unless it is short and is between characters that remained. */
  readonly replacement: { readonly from: number; readonly to: number } | undefined;
}

/** Maximum length of text that may contain what remains of a passage that it replaced. */
const REPLACEMENT_CHARS = 20;
/** A passage of at most this many characters is uncertain beside an edit, and between two edits: its characters may have been written again. */
const UNCERTAIN_CHARS = 2;
const CERTAIN_RUN_CHARS = 8;

const isUncertain = ({ counterparts }: CharacterAlignment, from: number, to: number): boolean => {
  if (to - from > UNCERTAIN_CHARS) return false;
  if ((from > 0 && counterparts[from - 1] === -1) || (to < counterparts.length && counterparts[to] === -1)) return true;
  let [start, end] = [from, to];
  while (start > 0 && counterparts[start - 1] === (counterparts[start] ?? 0) - 1) start--;
  while (end < counterparts.length && counterparts[end] === (counterparts[end - 1] ?? 0) + 1) end++;
  return end - start < CERTAIN_RUN_CHARS && (start > 0 || end < counterparts.length);
};

export interface PreviousVersion {
  /** Returns whether the block existed in this version. */
  isOld(blockId: string): boolean;
  /**
   * Returns where the characters of a passage are; undefined if the passage is not in this version or its text has nothing in common with
   * the new version. `quote` is its text without white space.
   */
  counterpartsOf(
    range: { readonly start: { blockId: string; offset: number }; readonly end: { blockId: string; offset: number } },
    quote: string,
  ): Counterparts | undefined;
}

/** The alignment of a group, and where each of its old blocks starts in the text of the group. */
interface GroupAlignment extends CharacterAlignment {
  readonly starts: ReadonlyMap<number, number>;
}

/** Returns the index of the last number that is at most `value`; the numbers are in order and begin with 0. */
const lastAtMost = (numbers: readonly number[], value: number): number => {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** Returns a function that aligns the texts of a group. Offsets in its results count in the text of the new version. */
const createAligner = (
  beforeBlocks: readonly AnchorBlock[],
  before: AnchorText,
  after: AnchorText,
): ((group: BlockGroup) => GroupAlignment) => {
  const partsOf = (source: AnchorText, indexes: readonly number[]): { text: string; starts: number[] } => {
    const starts: number[] = [];
    let text = '';
    for (const index of indexes) {
      starts.push(text.length);
      text += source.text.slice(source.blockStart(index), source.blockStart(index + 1));
    }
    return { text, starts };
  };
  return (group) => {
    const [olds, news] = [partsOf(before, group.olds), partsOf(after, group.news)];
    const toBook = (at: number): number => {
      if (at < 0) return -1;
      const part = lastAtMost(news.starts, at);
      return after.blockStart(group.news[part] ?? 0) + at - (news.starts[part] ?? 0);
    };
    const parts = new Map(group.news.map((current, part) => [current, part]));
    const pairs = group.olds.flatMap((old, index): TextPair[] => {
      const partner = parts.get(after.blockIndex(beforeBlocks[old]?.id ?? '') ?? -1);
      if (partner === undefined) return [];
      return [
        [
          olds.starts[index] ?? 0,
          olds.starts[index + 1] ?? olds.text.length,
          news.starts[partner] ?? 0,
          news.starts[partner + 1] ?? news.text.length,
        ],
      ];
    });
    const aligned = alignGroup(olds.text, news.text, pairs);
    return {
      ...aligned,
      starts: new Map(group.olds.map((old, index) => [old, olds.starts[index] ?? 0])),
      counterparts: aligned.counterparts.map(toBook),
      alternatives: aligned.alternatives.map(toBook),
      replacements: aligned.replacements.map(toBook),
    };
  };
};

/**
 * Returns for each character of the old text where it is in the new one; -1 if it was deleted. Both are the texts of all blocks without white
 * space.
 */
export const alignVersions = (beforeBlocks: readonly AnchorBlock[], afterBlocks: readonly AnchorBlock[]): Int32Array => {
  const before = createAnchorText(beforeBlocks);
  const after = createAnchorText(afterBlocks);
  const align = createAligner(beforeBlocks, before, after);
  const counterparts = new Int32Array(before.text.length).fill(-1);
  for (const group of groupBlocks(beforeBlocks, afterBlocks)) {
    const [old, current] = [group.olds[0], group.news[0]];
    if (old === undefined || current === undefined) continue;
    const [from, to] = [before.blockStart(old), after.blockStart(current)];
    const isSame = group.olds.length === 1 && group.news.length === 1 && beforeBlocks[old]?.text === afterBlocks[current]?.text;
    if (isSame) for (let char = from; char < before.blockStart(old + 1); char++) counterparts[char] = to + char - from;
    else {
      const aligned = align(group);
      for (const [block, start] of aligned.starts) {
        const first = before.blockStart(block);
        for (let char = first; char < before.blockStart(block + 1); char++) {
          counterparts[char] = aligned.counterparts[start + char - first] ?? -1;
        }
      }
    }
  }
  return counterparts;
};

/** Compares an earlier version with the new one. Texts are aligned when a passage of theirs is sought. */
export const compareVersions = (beforeBlocks: readonly AnchorBlock[], afterBlocks: readonly AnchorBlock[]): PreviousVersion => {
  const before = createAnchorText(beforeBlocks);
  const after = createAnchorText(afterBlocks);
  const groups = groupBlocks(beforeBlocks, afterBlocks);
  const groupOfOld = new Map(groups.flatMap((group) => group.olds.map((old): [number, BlockGroup] => [old, group])));
  const oldIds = new Set(beforeBlocks.map(({ id }) => id));
  const alignments = new Map<BlockGroup, GroupAlignment>();

  const alignGroupOf = createAligner(beforeBlocks, before, after);
  const align = (group: BlockGroup): GroupAlignment => {
    const aligned = alignments.get(group) ?? alignGroupOf(group);
    alignments.set(group, aligned);
    return aligned;
  };

  const texts = new Map<string, number>();
  for (const { text } of beforeBlocks) texts.set(text, (texts.get(text) ?? 0) + 1);
  /** Returns whether a block has text that occurs several times, and is no longer beside either of its neighbors. */
  const isDoubtful = (old: number): boolean => {
    const { id = '', text = '' } = beforeBlocks[old] ?? {};
    if ((texts.get(text) ?? 0) < 2) return false;
    const partner = after.blockIndex(id);
    return ![-1, 1].some((by) => {
      const neighbor = beforeBlocks[old + by];
      return partner !== undefined && neighbor !== undefined && after.blockIndex(neighbor.id) === partner + by;
    });
  };
  /** Returns where the text is that replaced the characters `[from, to)` of a group. */
  const replacementOf = ({ counterparts }: CharacterAlignment, from: number, to: number): Counterparts['replacement'] => {
    let [start, end] = [from - 1, to];
    while (start >= 0 && counterparts[start] === -1) start--;
    while (end < counterparts.length && counterparts[end] === -1) end++;
    const [before, behind] = [counterparts[start] ?? -1, counterparts[end] ?? -1];
    const isShort = before >= 0 && behind > before + 1 && behind - before - 1 <= REPLACEMENT_CHARS;
    return isShort ? { from: before + 1, to: behind } : undefined;
  };

  return {
    isOld: (blockId) => oldIds.has(blockId),
    counterpartsOf: ({ start, end }, quote) => {
      const from = before.offsetOf(start);
      const to = before.offsetOf(end);
      if (from === undefined || to === undefined || to <= from || !before.text.slice(from, to).startsWith(quote)) return undefined;
      const [offsets, alternatives, replacements, isAmbiguous]: [number[], number[], number[], boolean[]] = [[], [], [], []];
      let replacement: Counterparts['replacement'];
      for (let block = before.blockAt(from); before.blockStart(block) < to; block++) {
        const group = groupOfOld.get(block);
        if (group === undefined) continue;
        const aligned = align(group);
        const isDoubtfulBlock = isDoubtful(block);
        const shift = (aligned.starts.get(block) ?? 0) - before.blockStart(block);
        const [first, last] = [Math.max(from, before.blockStart(block)), Math.min(to, before.blockStart(block + 1))];
        replacement ??= replacementOf(aligned, first + shift, last + shift);
        const isUncertainPart = to - from === last - first && isUncertain(aligned, first + shift, last + shift);
        for (let char = first; char < last; char++) {
          const index = char + shift;
          offsets.push(aligned.counterparts[index] ?? -1);
          replacements.push(aligned.replacements[index] ?? -1);
          alternatives.push(aligned.alternatives[index] ?? -1);
          isAmbiguous.push(aligned.ambiguous[index] === 1 || isUncertainPart || isDoubtfulBlock);
        }
      }
      return { offsets, alternatives, replacements, isAmbiguous, replacement };
    },
  };
};
