/** Test support: notes in a book that is edited, and the check of where they were found against the origins of the characters. */
import type { AnnotationTarget } from '@shufang/contract';
import type { EditedBlock, Edition, Random } from './edit-book.ts';

const CONTEXT_CHARS = 32;

export interface LocatedBlock extends EditedBlock {
  readonly id: string;
  readonly formerIds: readonly string[];
  readonly href: string;
  /** Offset of the first character in the text of its document and, for tests only, in the text of the book. */
  readonly startChar: number;
  readonly bookStart: number;
}

/** An edition with block ids, as text and as origins. Blocks are joined by one line feed. */
export interface LocatedEdition {
  readonly blocks: readonly LocatedBlock[];
  readonly text: string;
  readonly origins: Int32Array;
  /** Offset in `text` of each origin; absent if its character was deleted. */
  readonly offsets: ReadonlyMap<number, number>;
}

export const locateEdition = (
  edition: Edition,
  { ids, formerIds }: { readonly ids: readonly string[]; readonly formerIds: readonly (readonly string[])[] },
): LocatedEdition => {
  const blocks: LocatedBlock[] = [];
  let bookStart = 0;
  for (const { href, blocks: blocksOfDocument } of edition.documents) {
    let startChar = 0;
    for (const block of blocksOfDocument) {
      blocks.push({ ...block, id: ids[blocks.length] ?? '', formerIds: formerIds[blocks.length] ?? [], href, startChar, bookStart });
      startChar += block.text.length + 1;
      bookStart += block.text.length + 1;
    }
  }
  const text = blocks.map((block) => block.text).join('\n');
  const origins = new Int32Array(text.length).fill(-1);
  const offsets = new Map<number, number>();
  for (const block of blocks) {
    for (const [at, origin] of block.origins.entries()) {
      origins[block.bookStart + at] = origin;
      offsets.set(origin, block.bookStart + at);
    }
  }
  return { blocks, text, origins, offsets };
};

/** Returns the target of a passage, as the reading engine would describe it. The passage begins and ends in the given blocks. */
export const describePassage = (
  edition: LocatedEdition,
  from: LocatedBlock,
  start: number,
  to: LocatedBlock,
  end: number,
): AnnotationTarget => {
  const document = edition.blocks.filter(({ href }) => href === from.href);
  const documentStart = document[0]?.bookStart ?? 0;
  const last = document.at(-1);
  const documentEnd = last === undefined ? documentStart : last.bookStart + last.text.length;
  const [first, after] = [from.bookStart + start, to.bookStart + end];
  return {
    href: from.href,
    blocks: { start: { blockId: from.id, offset: start }, end: { blockId: to.id, offset: end } },
    quote: {
      exact: edition.text.slice(first, after),
      prefix: edition.text.slice(Math.max(documentStart, first - CONTEXT_CHARS), first),
      suffix: edition.text.slice(after, Math.min(documentEnd, after + CONTEXT_CHARS)),
    },
    position: { start: from.startChar + start, end: to.startChar + end },
    cfi: '',
  };
};

export interface NoteOfTest {
  readonly target: AnnotationTarget;
  /** Origins of the passage without white space. */
  readonly origins: readonly number[];
}

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

/** Length of a quote: single words, phrases, sentences, paragraphs. */
const quoteLength = (random: Random): number => {
  const kind = random();
  if (kind < 0.2) return 1 + below(random, 4);
  if (kind < 0.65) return 5 + below(random, 25);
  if (kind < 0.9) return 30 + below(random, 90);
  return 120 + below(random, 400);
};

/** Makes notes on random passages of an edition: most in one block, some over several blocks, each with at least one visible character. */
export const makeNotes = (edition: LocatedEdition, count: number, random: Random): NoteOfTest[] => {
  const notes: NoteOfTest[] = [];
  const lengths = edition.blocks.map(({ text }) => text.length);
  while (notes.length < count) {
    const at = below(random, edition.text.length);
    const index = edition.blocks.findLastIndex(({ bookStart }) => bookStart <= at);
    const block = edition.blocks[index];
    if (block === undefined) continue;
    const start = Math.min(at - block.bookStart, Math.max(0, (lengths[index] ?? 0) - 1));
    let rest = quoteLength(random);
    let last = index;
    let end = Math.min(start + rest, lengths[index] ?? 0);
    rest -= end - start;
    // A quarter of the quotes that are longer than their block continue in the following blocks.
    while (rest > 0 && random() < 0.25 && edition.blocks[last + 1]?.href === block.href) {
      last++;
      end = Math.min(rest, lengths[last] ?? 0);
      rest -= end;
    }
    const to = edition.blocks[last];
    if (to === undefined) continue;
    const target = describePassage(edition, block, start, to, end);
    const [first, after] = [block.bookStart + start, to.bookStart + end];
    const origins: number[] = [];
    for (let offset = first; offset < after; offset++)
      if (/\S/.test(edition.text[offset] ?? '')) origins.push(edition.origins[offset] ?? -1);
    if (origins.length > 0) notes.push({ target, origins });
  }
  return notes;
};

export type Landing = 'right' | 'wrong' | 'lost' | 'orphan';

export interface CheckedLanding {
  /** Whether all, some or no characters of the passage exist in the edition. */
  readonly text: 'intact' | 'changed' | 'gone';
  /** `orphan`: rightly not found. */
  readonly landing: Landing;
}

/** Share of the remaining text that a found passage must contain: of a torn passage, one part is enough. */
const CONTAINED_MIN = 1 / 3;

/** Checks the found range `[start, end)` in the text of an edition; undefined: not found. */
export const checkLanding = (
  edition: LocatedEdition,
  originCount: number,
  note: NoteOfTest,
  found: { readonly start: number; readonly end: number; readonly isChanged: boolean } | undefined,
): CheckedLanding => {
  const own = new Set(note.origins);
  const remaining = note.origins.flatMap((origin) => edition.offsets.get(origin) ?? []);
  if (remaining.length === 0)
    return { text: 'gone', landing: found === undefined || isIndistinguishable(edition, note, found) ? 'orphan' : 'wrong' };
  const pieces = piecesOf(edition, originCount, own, remaining);
  const largest = Math.max(...pieces);
  const isInOrder = remaining.every((offset, index) => index === 0 || offset > (remaining[index - 1] ?? 0));
  // A passage of which a part was lost before, and returned, is no longer whole.
  const isWhole =
    visible(note.target.quote.current ?? '') === '' || visible(note.target.quote.current ?? '') === visible(note.target.quote.exact);
  const isIntact = isWhole && isInOrder && largest === note.origins.length && isWithoutInsertion(edition, remaining);
  const text = isIntact ? 'intact' : 'changed';
  if (found === undefined) return { text, landing: 'lost' };
  let contained = 0;
  let foreign = 0;
  let first = -1;
  let last = -1;
  for (let at = found.start; at < found.end; at++) {
    if (!/\S/.test(edition.text[at] ?? '')) continue;
    const origin = edition.origins[at] ?? -1;
    if (own.has(origin)) {
      contained++;
      if (first < 0) first = at;
      last = at;
    } else if (origin < originCount) foreign++;
  }
  if (isIntact) return { text, landing: contained === note.origins.length && foreign === 0 && !found.isChanged ? 'right' : 'wrong' };
  const beside = first < 0 ? 0 : visibleIn(edition, found.start, first) + visibleIn(edition, last + 1, found.end);
  const tolerance = Math.max(3, note.origins.length * 0.1);
  const isRight = contained >= largest * CONTAINED_MIN && foreign <= tolerance && beside <= tolerance;
  return { text, landing: isRight && contained > 0 ? 'right' : 'wrong' };
};

/** Number of characters on each side of a passage by which a reader recognizes its position. */
const RECOGNIZABLE_CHARS = 12;

/**
 * Returns whether the found text and the text on both sides of it, in the passage's own block, are what they were before. When one of two
 * equal pieces of text was deleted, the result is the same whichever it was.
 */
const isIndistinguishable = (edition: LocatedEdition, { target }: NoteOfTest, { start, end }: { start: number; end: number }): boolean => {
  const { exact, current = exact, prefix, suffix } = target.quote;
  const isOwnBlock = edition.blocks.some(
    ({ id, bookStart, text }) => id === target.blocks.start.blockId && start >= bookStart && end <= bookStart + text.length,
  );
  return (
    isOwnBlock &&
    visible(edition.text.slice(start, end)) === visible(current) &&
    visible(edition.text.slice(0, start)).endsWith(visible(prefix).slice(-RECOGNIZABLE_CHARS)) &&
    visible(edition.text.slice(end)).startsWith(visible(suffix).slice(0, RECOGNIZABLE_CHARS))
  );
};

const visible = (text: string): string => text.replace(/\s+/g, '');

const visibleIn = (edition: LocatedEdition, from: number, to: number): number => edition.text.slice(from, to).replace(/\s+/g, '').length;

const isWithoutInsertion = (edition: LocatedEdition, remaining: readonly number[]): boolean => {
  const [first = 0, last = 0] = [remaining[0], remaining.at(-1)];
  return visibleIn(edition, first, last + 1) === remaining.length;
};

/** Returns the number of remaining characters of each piece: pieces are separated by text of the first edition that is not the passage's. */
const piecesOf = (edition: LocatedEdition, originCount: number, own: ReadonlySet<number>, remaining: readonly number[]): number[] => {
  const sorted = [...remaining].sort((a, b) => a - b);
  const pieces: number[] = [];
  let before: number | undefined;
  for (const offset of sorted) {
    let isSamePiece = before !== undefined;
    for (let at = (before ?? offset) + 1; at < offset && isSamePiece; at++) {
      const origin = edition.origins[at] ?? -1;
      if (origin >= 0 && origin < originCount && !own.has(origin) && /\S/.test(edition.text[at] ?? '')) isSamePiece = false;
    }
    if (isSamePiece) pieces[pieces.length - 1] = (pieces.at(-1) ?? 0) + 1;
    else pieces.push(1);
    before = offset;
  }
  return pieces;
};
