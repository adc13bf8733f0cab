/** Compares the texts of two versions of a book: which text was deleted, inserted or moved, paragraph by paragraph. Pure. */
import { alignVersions } from '@shufang/contract/align-versions';
import type { FormulaInText } from '@shufang/contract/formula-text';
import { breakAtoms, type Correspondence, visibleOffsets } from './atoms.ts';
import { unmovedRuns } from './unmoved-runs.ts';

export interface DiffBlock {
  readonly id: string;
  readonly text: string;
  /** Ids of earlier blocks whose text became part of this block. */
  readonly formerIds?: readonly string[];
  readonly formulas?: readonly FormulaInText[];
}

/** A part of a block. `same`, `inserted` and `moved` text is that of a block of the new version, `deleted` text of an old one. */
export interface DiffPart {
  readonly kind: 'same' | 'inserted' | 'deleted' | 'moved';
  /** Index of the block, and the range in its text, UTF-16 units. */
  readonly block: number;
  readonly start: number;
  readonly end: number;
  /** Offset of the same text in the old version, counted without white space over all blocks; -1 for inserted text. */
  readonly old: number;
}

/** A block of the new version with its text and the text that was deleted from it, in order. */
export interface BlockDiff {
  readonly block: number;
  readonly parts: readonly DiffPart[];
}

/** The deleted text of a block of the old version that no longer exists. */
export interface RemovedBlock {
  readonly block: number;
  /** Index of the block of the new version after which it was; -1 if it was before the first one. */
  readonly after: number;
  readonly parts: readonly DiffPart[];
}

export interface VersionDiff {
  /** All blocks of the new version, in order. */
  readonly blocks: readonly BlockDiff[];
  readonly removed: readonly RemovedBlock[];
}

/** Moved text that is shorter is shown as deleted and inserted. */
const MOVED_CHARS_MIN = 8;

const DELETED = 0;
const SAME = 1;
const MOVED = 2;

/** The blocks of a version with the offsets of their characters, counted without white space over all blocks. */
interface CountedText {
  readonly blocks: readonly DiffBlock[];
  /** For each block the offset of its first character, then the number of all characters. */
  readonly starts: Int32Array;
  /** For each character the index of its block. */
  readonly blockOf: Int32Array;
}

const countText = (blocks: readonly DiffBlock[]): CountedText => {
  const starts = new Int32Array(blocks.length + 1);
  for (const [index, { text }] of blocks.entries()) starts[index + 1] = (starts[index] ?? 0) + visibleOffsets(text).length;
  const blockOf = new Int32Array(starts[blocks.length] ?? 0);
  for (const index of blocks.keys()) blockOf.fill(index, starts[index], starts[index + 1]);
  return { blocks, starts, blockOf };
};

const correspondenceOf = (before: CountedText, after: CountedText): Correspondence => {
  const toNew = alignVersions(before.blocks, after.blocks);
  const toOld = new Int32Array(after.blockOf.length).fill(-1);
  for (const [old, at] of toNew.entries()) {
    if (at >= 0 && toOld[at] === -1) toOld[at] = old;
    else toNew[old] = -1;
  }
  breakAtoms(before.blocks, before.starts, after.blocks, after.starts, { toNew, toOld });
  return { toNew, toOld };
};

/** Returns for each character of the new text whether it was inserted (0), is in its order (1), or moved (2). */
const judge = ({ toNew, toOld }: Correspondence, blockOf: Int32Array): Uint8Array => {
  const states = new Uint8Array(toOld.length);
  const { unmoved, others } = unmovedRuns(toOld, blockOf);
  for (const { at, length } of unmoved) states.fill(SAME, at, at + length);
  for (const { at, length } of others) {
    if (length >= MOVED_CHARS_MIN) states.fill(MOVED, at, at + length);
    else {
      for (let char = at; char < at + length; char++) {
        toNew[toOld[char] ?? 0] = -1;
        toOld[char] = -1;
      }
    }
  }
  return states;
};

/** Text deleted from one block of the old version, counted without white space. */
interface Deletion {
  readonly block: number;
  readonly from: number;
  readonly to: number;
}

/** Returns the deleted text in the range `[from, to)` of the old text, divided at blocks and at text that moved away. */
const deletionsIn = (toNew: Int32Array, blockOf: Int32Array, from: number, to: number): Deletion[] => {
  const found: Deletion[] = [];
  for (let at = from; at < to; at++) {
    if (toNew[at] !== -1) continue;
    let end = at + 1;
    while (end < to && toNew[end] === -1 && blockOf[end] === blockOf[at]) end++;
    found.push({ block: blockOf[at] ?? 0, from: at, to: end });
    at = end - 1;
  }
  return found;
};

/** Returns consecutive characters with the same state, and deletions between them, as parts of the text of a block. */
const partsOfBlock = (
  after: CountedText,
  block: number,
  states: Uint8Array,
  toOld: Int32Array,
  deletedAt: ReadonlyMap<number, readonly DiffPart[]>,
): DiffPart[] => {
  const { text = '' } = after.blocks[block] ?? {};
  const visible = visibleOffsets(text);
  if (visible.length === 0) return [];
  const first = after.starts[block] ?? 0;
  const parts: DiffPart[] = [...(deletedAt.get(first) ?? [])];
  let raw = 0;
  for (let at = 0; at < visible.length; ) {
    const state = states[first + at];
    const old = toOld[first + at] ?? -1;
    let end = at + 1;
    const continues = (): boolean =>
      end < visible.length &&
      states[first + end] === state &&
      !deletedAt.has(first + end) &&
      (state === DELETED || toOld[first + end] === old + end - at);
    while (continues()) end++;
    const rawEnd = end === visible.length ? text.length : (visible[end] ?? text.length);
    parts.push({ kind: state === SAME ? 'same' : state === MOVED ? 'moved' : 'inserted', block, start: raw, end: rawEnd, old });
    raw = rawEnd;
    at = end;
    if (end < visible.length) parts.push(...(deletedAt.get(first + end) ?? []));
  }
  return [...parts, ...(deletedAt.get(-1 - block) ?? [])];
};

/** Compares two versions. Time and memory grow with the size of both and with the size of the passages that differ. */
export const diffVersions = (beforeBlocks: readonly DiffBlock[], afterBlocks: readonly DiffBlock[]): VersionDiff => {
  const [before, after] = [countText(beforeBlocks), countText(afterBlocks)];
  const correspondence = correspondenceOf(before, after);
  const states = judge(correspondence, after.blockOf);
  const { toNew, toOld } = correspondence;
  const partners = new Map(afterBlocks.map(({ id }, index) => [id, index]));
  const hasSame = new Uint8Array(afterBlocks.length);
  for (const [at, state] of states.entries()) if (state === SAME) hasSame[after.blockOf[at] ?? 0] = 1;

  const deletedAt = new Map<number, DiffPart[]>();
  const removed: { block: number; after: number; parts: DiffPart[] }[] = [];
  const partOf = ({ block, from, to }: Deletion): DiffPart => {
    const visible = visibleOffsets(beforeBlocks[block]?.text ?? '');
    const start = from - (before.starts[block] ?? 0);
    return { kind: 'deleted', block, start: visible[start] ?? 0, end: (visible[to - 1 - (before.starts[block] ?? 0)] ?? 0) + 1, old: from };
  };
  const deleteAt = (key: number, part: DiffPart): void => {
    deletedAt.set(key, [...(deletedAt.get(key) ?? []), part]);
  };
  /** Key of the position behind a character: that of the next one in its block, or of the end of the block. */
  const keyBehind = (at: number): number => (after.blockOf[at + 1] === after.blockOf[at] ? at + 1 : -1 - (after.blockOf[at] ?? 0));
  /** Assigns the text deleted between two characters of the new text that are in their order; -1 and the length at the ends. */
  const assignDeletions = (previous: number, next: number): void => {
    const from = previous < 0 ? 0 : (toOld[previous] ?? 0) + 1;
    const to = next < toOld.length ? (toOld[next] ?? 0) : toNew.length;
    for (const deletion of deletionsIn(toNew, before.blockOf, from, to)) {
      const part = partOf(deletion);
      const partner = partners.get(beforeBlocks[deletion.block]?.id ?? '');
      if (previous >= 0 && before.blockOf[from - 1] === deletion.block) deleteAt(keyBehind(previous), part);
      else if (next < toOld.length && before.blockOf[to] === deletion.block) deleteAt(after.starts[after.blockOf[next] ?? 0] ?? 0, part);
      else if (partner !== undefined && hasSame[partner] === 0 && after.starts[partner] !== after.starts[partner + 1])
        deleteAt(after.starts[partner] ?? 0, part);
      else {
        const last = removed.at(-1);
        if (last?.block === deletion.block) last.parts.push(part);
        else removed.push({ block: deletion.block, after: previous < 0 ? -1 : (after.blockOf[previous] ?? -1), parts: [part] });
      }
    }
  };
  let previous = -1;
  for (const [at, state] of states.entries()) {
    if (state !== SAME) continue;
    if (toOld[at] !== (previous < 0 ? 0 : (toOld[previous] ?? 0) + 1)) assignDeletions(previous, at);
    previous = at;
  }
  assignDeletions(previous, toOld.length);
  return {
    blocks: afterBlocks.map((_block, block) => ({ block, parts: partsOfBlock(after, block, states, toOld, deletedAt) })),
    removed,
  };
};
