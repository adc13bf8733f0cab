/** The changed passages of a new version, as readers see them: short, with each formula once. Pure. */
import type { TextChange, TextPart } from '@shufang/contract';
import { toReadableText } from '@shufang/contract/formula-text';
import { LIMITS } from '@shufang/contract/limits';
import { type BlockDiff, type DiffBlock, type DiffPart, diffVersions, type RemovedBlock } from './diff-versions.ts';

export interface ChangedBlock extends DiffBlock {
  /** Index of the document in the reading order of its version, and its URL. */
  readonly document: number;
  readonly href: string;
  readonly chapterTitle: string;
}

/** A changed passage with the documents that it shows text of. */
export interface StoredTextChange extends Omit<TextChange, 'id'> {
  readonly document: number;
  readonly beforeDocuments: readonly number[];
}

export interface TextChanges {
  readonly changes: readonly StoredTextChange[];
  /** Whether there were more than `LIMITS.textChangesMax`, which are left out. */
  readonly isCut: boolean;
}

const CONTEXT_CHARS = 40;
/** Maximum length of an inserted, deleted or moved part that is shown, and maximum number of parts. */
const PART_CHARS = 600;
const PARTS = 60;
const ELLIPSIS = '……';

const cutStart = (text: string, chars: number): string => text.slice(0, chars).replace(/[\ud800-\udbff]$/, '');
const cutEnd = (text: string, chars: number): string => text.slice(-chars).replace(/^[\udc00-\udfff]/, '');

/** Shortens unchanged text to its ends beside the changes. */
const shortenSame = (text: string, isFirst: boolean, isLast: boolean): string => {
  if (text.length <= (isFirst || isLast ? CONTEXT_CHARS : 2 * CONTEXT_CHARS)) return text;
  const head = isFirst ? '' : cutStart(text, CONTEXT_CHARS);
  const tail = isLast ? '' : cutEnd(text, CONTEXT_CHARS);
  return `${head}${ELLIPSIS}${tail}`;
};

const shorten = (parts: readonly TextPart[]): TextPart[] => {
  const shown = parts.slice(0, PARTS);
  const short = shown.map(({ kind, text }, index): TextPart => {
    if (kind === 'same') return { kind, text: shortenSame(text, index === 0, index === shown.length - 1) };
    return { kind, text: text.length <= PART_CHARS ? text : `${cutStart(text, PART_CHARS)}${ELLIPSIS}` };
  });
  return shown.length === parts.length ? short : [...short, { kind: 'same', text: ELLIPSIS }];
};

/** Joins neighboring parts of one kind: text whose formulas or white space differ. */
const join = (parts: readonly TextPart[]): TextPart[] => {
  const joined: { kind: TextPart['kind']; text: string }[] = [];
  for (const { kind, text } of parts) {
    const last = joined.at(-1);
    if (last?.kind === kind) last.text += text;
    else joined.push({ kind, text });
  }
  return joined;
};

const isChanged = ({ parts }: BlockDiff): boolean => parts.some(({ kind }) => kind !== 'same');

/** Returns the kind of a block that was inserted or moved as a whole; `changed` for others. */
const kindOf = (parts: readonly DiffPart[]): TextChange['kind'] =>
  parts.every(({ kind }) => kind === 'inserted') ? 'added' : parts.every(({ kind }) => kind === 'moved') ? 'moved' : 'changed';

/** Returns the changed passages between two versions, in the order of the new one. */
export const textChangesOf = (before: readonly ChangedBlock[], after: readonly ChangedBlock[]): TextChanges => {
  const { blocks, removed } = diffVersions(before, after);
  const viewOf = ({ kind, block, start, end }: DiffPart): TextPart => {
    const { text = '', formulas = [] } = (kind === 'deleted' ? before : after)[block] ?? {};
    return { kind, text: toReadableText(text, formulas, { from: start, to: end }).text };
  };
  const documentsOf = (parts: readonly DiffPart[]): number[] => [
    ...new Set(parts.flatMap(({ kind, block }) => (kind === 'deleted' ? (before[block]?.document ?? []) : []))),
  ];
  const changes: StoredTextChange[] = [];
  let isCut = false;
  /** The last block of the change before and its kind, so that a passage of several blocks is one change. */
  let last: { readonly kind: TextChange['kind']; readonly block: number; readonly document: number } | undefined;
  const add = (
    kind: TextChange['kind'],
    block: number,
    document: number,
    at: { readonly block: number; readonly offset: number },
    parts: readonly DiffPart[],
  ): void => {
    if (isCut) return;
    const change = changes.at(-1);
    const continues = kind !== 'changed' && last?.kind === kind && last.block === block - 1 && last.document === document;
    last = { kind, block, document };
    if (continues && change !== undefined) {
      changes[changes.length - 1] = {
        ...change,
        blocks: change.blocks + 1,
        parts: shorten(join([...change.parts, { kind: change.parts[0]?.kind ?? 'same', text: '\n' }, ...parts.map(viewOf)])),
      };
      return;
    }
    if (changes.length === LIMITS.textChangesMax) {
      isCut = true;
      return;
    }
    const target = after[at.block];
    if (target === undefined) return;
    changes.push({
      kind,
      blocks: 1,
      chapterTitle: target.chapterTitle.slice(0, 300),
      href: target.href,
      block: { blockId: target.id, offset: at.offset },
      parts: shorten(join(parts.map(viewOf))),
      document: target.document,
      beforeDocuments: documentsOf(parts),
    });
  };
  const addRemoved = ({ block, after: behind, parts }: RemovedBlock): void =>
    add('removed', block, before[block]?.document ?? 0, { block: Math.max(0, behind), offset: 0 }, parts);
  const removedBehind = Map.groupBy(removed, ({ after: behind }) => behind);
  for (const each of removedBehind.get(-1) ?? []) addRemoved(each);
  for (const each of blocks) {
    if (isChanged(each)) {
      const [first] = each.parts.filter(({ kind }) => kind !== 'same');
      const own = first?.kind === 'deleted' ? each.parts[each.parts.indexOf(first) + 1] : first;
      const { document = 0 } = after[each.block] ?? {};
      add(kindOf(each.parts), each.block, document, { block: each.block, offset: own?.start ?? 0 }, each.parts);
    }
    for (const gone of removedBehind.get(each.block) ?? []) addRemoved(gone);
  }
  return { changes, isCut };
};
