/**
 * Anchors a passage in a text that may have changed since: by its blocks, then by its quote with the text around it. The reading engine and
 * the server use this function, so that both come to the same result. Pure.
 */
import type { BlockPoint } from '../publication/locator.ts';
import type { AnchorState, TextQuoteSelector } from '../publication/selectors.ts';
import { pairCharacters } from './align-characters.ts';
import {
  alignIn,
  alignQuote,
  DELETED,
  DISTINCTIVE_CHARS,
  isBetter,
  isCertain,
  isNextToContext,
  type Match,
  type Range,
  SHORT_CHARS,
  type Sought,
} from './align-quote.ts';
import type { PreviousVersion } from './align-versions.ts';
import { type AnchorBlock, type AnchorText, createAnchorText, SEED_CHARS, withoutSpace } from './anchor-text.ts';
import { inReplacement, largestPiece } from './remaining-passage.ts';

export { createAnchorText, withoutSpace };

export interface SoughtPassage {
  /** Blocks and offsets of the passage in the version where it was last found; absent if the passage comes from another system. */
  readonly blocks?: { readonly start: BlockPoint; readonly end: BlockPoint } | undefined;
  readonly quote: TextQuoteSelector;
  /** Whether its text did not exist in the last version: it is found only if the same text has returned between the same surroundings. */
  readonly isOrphan?: boolean | undefined;
}

export interface FoundPassage {
  /**
   * `exact`: the text is unchanged at the same offsets of the same blocks. `moved`: the text is unchanged elsewhere. `fuzzy`: the text has
   * changed.
   */
  readonly state: Exclude<AnchorState, 'orphan'>;
  readonly start: BlockPoint;
  readonly end: BlockPoint;
}

/** An earlier version, with or without its text. */
export type KnownVersion = Pick<PreviousVersion, 'isOld'> & Partial<PreviousVersion>;

export interface PassageFinder {
  /**
   * Returns where the passage is; undefined if its text no longer exists. `previous` is the version to which the passage refers, if it is
   * known: text of its blocks is not that of a passage that was elsewhere.
   */
  find(passage: SoughtPassage, previous?: KnownVersion): FoundPassage | undefined;
}

/** Number of blocks before and after the passage's own blocks in which it is searched first: text moves there when a block is split. */
const NEIGHBOR_BLOCKS = 2;
/** Maximum number of characters on each side of the passage's own blocks, and of the passage's offset in a very long block. */
const NEIGHBOR_CHARS = 2_500;
const OWN_BLOCK_CHARS = 6_000;
/** A quote that is longer than this is found by its two ends. */
const LONG_QUOTE_CHARS = 400;
const END_CHARS = 160;
/** Number of parts of a long quote that are searched from each end. */
const LONG_QUOTE_PARTS = 10;
/** A long quote that is found elsewhere by its two ends may be longer by this factor. */
const LONG_QUOTE_GROWTH = 1.5;
/** Maximum length of a stored quote; a longer passage is known by its beginning and its two points. */
const STORED_QUOTE_CHARS = 20_000;
const CONTEXT_CHARS = 32;
/** Occurrences of one seed that are considered, and regions of the text that are compared completely. */
const SEED_OCCURRENCES = 200;
const REGIONS = 6;
/** Characters by which two seeds of one region may have moved against each other. */
const REGION_CHARS = 64;
/** The same in a new block elsewhere, where it is recognized by its surroundings only. */
const FOREIGN_CONTEXT_CHARS = 12;
/** Share of the quote and its context that must be equal in a block of which it is not known whether it is new. */
const FOREIGN_SHARE = 0.9;
/** Number of characters beside a copy of a deleted passage that are the same as before. */
const COPY_CONTEXT_CHARS = 4;
/** Number of characters by which a passage has usually moved within its block. */
const USUAL_MOVE = 80;

/** Returns the parts of the text around the passage's own blocks; one, or two if the blocks are no longer next to each other. */
const ownRanges = (source: AnchorText, blocks: SoughtPassage['blocks'], length: number, neighbors: number): Range[] => {
  if (blocks === undefined) return [];
  const around = (low: number, high: number, start: number | undefined, end: number | undefined): Range => {
    const from = start ?? source.blockStart(low);
    const to = end ?? source.blockStart(high + 1);
    const margin = neighbors === 0 ? 0 : NEIGHBOR_CHARS;
    return {
      from: Math.max(source.blockStart(low - neighbors), source.blockStart(low) - margin, from - OWN_BLOCK_CHARS, 0),
      to: Math.min(source.blockStart(high + 1 + neighbors), source.blockStart(high + 1) + margin, to + OWN_BLOCK_CHARS),
    };
  };
  const start = source.offsetOf(blocks.start);
  const end = source.offsetOf(blocks.end);
  const low = source.blockIndex(blocks.start.blockId);
  const high = source.blockIndex(blocks.end.blockId);
  if (low !== undefined && high !== undefined) {
    const isTogether = low <= high && source.blockStart(high) - source.blockStart(low + 1) <= 2 * length + NEIGHBOR_CHARS;
    if (isTogether) return [around(low, high, start, end)];
    return [around(low, low, start, undefined), around(high, high, undefined, end)];
  }
  if (low !== undefined) return [around(low, low, start, start === undefined ? undefined : start + length)];
  if (high !== undefined) return [around(high, high, end === undefined ? undefined : end - length, end)];
  return [];
};

/** Returns the regions where most of the pattern's seeds occur, the likeliest first. */
const likelyRanges = (source: AnchorText, pattern: string): Range[] => {
  const counts = new Map<number, number>();
  for (let at = 0; at + SEED_CHARS <= pattern.length; at += 2) {
    source.eachOccurrence(pattern, at, SEED_OCCURRENCES, (offset) => {
      const region = Math.floor((offset - at) / REGION_CHARS);
      counts.set(region, (counts.get(region) ?? 0) + 1);
    });
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, REGIONS)
    .map(([region]) => ({
      from: Math.max(0, (region - 1) * REGION_CHARS),
      to: Math.min(source.text.length, (region + 2) * REGION_CHARS + pattern.length),
    }));
};

/** Creates the finder of passages in these blocks, which are in reading order. */
export const createPassageFinder = (blocks: readonly AnchorBlock[]): PassageFinder => {
  const source = createAnchorText(blocks);
  const { text } = source;

  const isAt = (at: number, { before, quote, after }: Sought): boolean =>
    text.startsWith(quote, at) && text.startsWith(before, at - before.length) && text.startsWith(after, at + quote.length);

  /** Returns whether a match anywhere in the text is the passage. */
  const isForeign = (match: Match, { before, quote, after }: Sought, isOld: ((blockId: string) => boolean) | undefined): boolean => {
    const { quoteChars, contextChars } = match;
    if (isOld === undefined) {
      const all = quote.length + before.length + after.length;
      return quoteChars === quote.length && quoteChars + contextChars >= FOREIGN_SHARE * all;
    }
    if ([match.start, match.end - 1].some((at) => !isNew(source.blockAt(at), isOld))) return false;
    if (quoteChars >= 10 && quoteChars >= 0.75 * quote.length) return true;
    if (quote.length < SHORT_CHARS && !isNextToContext(match, { before, quote, after })) return false;
    return quoteChars * 2 >= quote.length && contextChars >= Math.min(FOREIGN_CONTEXT_CHARS, before.length + after.length);
  };

  /** Returns whether a block has new text, and no text of an earlier block. */
  const isNew = (block: number, isOld: (blockId: string) => boolean): boolean =>
    !isOld(source.blockId(block)) && (blocks[block]?.formerIds ?? []).length === 0;

  interface Scope {
    /** Offset of the passage, if it is still at the same offset of its block. */
    readonly at: number | undefined;
    /** The own blocks, and the same with their neighbors. */
    readonly own: readonly Range[];
    /** The part of its blocks where the passage usually is. */
    readonly usual: readonly Range[];
    readonly near: readonly Range[];
    /** The text before and after the quote in its own blocks. */
    readonly inBlock: Sought;
    readonly isOld: ((blockId: string) => boolean) | undefined;
    /** Whether a block near the own blocks can contain the quote; absent: all can. */
    readonly isOpen: ((block: number) => boolean) | undefined;
  }

  /** Finds a quote of ordinary length: unchanged in its own block, then near it, then anywhere. */
  const locate = (sought: Sought, { at, own, usual, near, inBlock, isOld, isOpen }: Scope): Match | undefined => {
    let best: Match | undefined;
    for (const range of usual) {
      const match = alignIn(source, range, sought, isOpen);
      if (match !== undefined && match !== DELETED && isCertain(match, sought) && (best === undefined || match.score > best.score))
        best = match;
    }
    if (best === undefined) {
      for (const range of own) {
        const match = alignIn(source, range, inBlock);
        if (match === undefined || match === DELETED || match.quoteChars < sought.quote.length) continue;
        const isWhole = match.end - match.start === sought.quote.length;
        if (!isWhole || (match.quoteChars < SHORT_CHARS && !isNextToContext(match, inBlock))) continue;
        if (match.contextChars * 2 >= inBlock.before.length + inBlock.after.length) best = match;
      }
    }
    const usualScore = best === undefined ? 0 : best.score * 1.1 + 200;
    for (const range of near) {
      const match = alignQuote(source, range, sought, isOpen);
      if (match === DELETED) return best;
      if (match === undefined || match.score <= usualScore) continue;
      if (best === undefined || isBetter(match, best)) best = match;
    }
    if (best !== undefined) return best;
    // Both sides of the quote have changed, but its text is where it was in its block.
    const { length } = sought.quote;
    if (at !== undefined && length > 1 && text.startsWith(sought.quote, at)) {
      return { start: at, end: at + length, score: 0, quoteChars: length, contextChars: 0, adjacentChars: 0 };
    }
    return locateAnywhere(sought, isOld);
  };

  /** Finds a quote that is no longer in its own blocks. */
  const locateAnywhere = (sought: Sought, isOld: Scope['isOld']): Match | undefined => {
    let best: Match | undefined;
    for (const range of likelyRanges(source, sought.before + sought.quote + sought.after)) {
      const match = alignIn(source, range, sought);
      if (match === undefined || match === DELETED || !isForeign(match, sought, isOld)) continue;
      if (best === undefined || match.score > best.score) best = match;
    }
    // A word in new text may have been written again.
    return best && { ...best, isAmbiguous: isOld !== undefined && sought.quote.length < DISTINCTIVE_CHARS };
  };

  /** Finds a quote that is no longer in its own blocks; a long one by its two ends, because the search of all of it would take too long. */
  const locateEnds = (sought: Sought, isOld: Scope['isOld']): Match | undefined => {
    const { before, quote, after } = sought;
    if (quote.length <= LONG_QUOTE_CHARS) return locateAnywhere(sought, isOld);
    const head = { before, quote: quote.slice(0, END_CHARS), after: quote.slice(END_CHARS, END_CHARS + CONTEXT_CHARS) };
    const tail = { before: quote.slice(-END_CHARS - CONTEXT_CHARS, -END_CHARS), quote: quote.slice(-END_CHARS), after };
    const start = locateAnywhere(head, isOld);
    const end = start && locateAnywhere(tail, isOld);
    if (start === undefined || end === undefined || end.end <= start.start || end.end - start.start > LONG_QUOTE_GROWTH * quote.length)
      return undefined;
    return { ...start, end: end.end };
  };

  /** Finds a long quote by its two ends, moving inward from an end that no longer exists. */
  const locateLong = ({ before, quote, after }: Sought, scope: Scope): Match | undefined => {
    const locatePart = (from: number, to: number): Match | undefined => {
      const part = {
        before: from === 0 ? before : quote.slice(Math.max(0, from - CONTEXT_CHARS), from),
        quote: quote.slice(from, to),
        after: to >= quote.length ? after : quote.slice(to, to + CONTEXT_CHARS),
      };
      return locate(part, { ...scope, at: undefined, own: [], usual: [] });
    };
    // In a very long quote parts are left out, so that the search for a deleted one ends soon.
    const step = Math.max(END_CHARS, Math.ceil(quote.length / LONG_QUOTE_PARTS));
    let start: Match | undefined;
    let at = 0;
    for (; start === undefined && at < quote.length; at += step) start = locatePart(at, at + END_CHARS);
    if (start === undefined) return undefined;
    let end: Match | undefined;
    for (let to = quote.length; end === undefined && to > at; to -= step) {
      end = locatePart(Math.max(0, to - END_CHARS), to);
      if (end !== undefined && (end.end <= start.start || end.end - start.start > 3 * quote.length)) end = undefined;
    }
    return { ...start, end: Math.max(start.end, end?.end ?? 0) };
  };

  /**
   * Returns which blocks can contain a passage of one or two blocks: these, and blocks that did not exist before. The blocks in the middle of
   * a longer passage are not known.
   */
  const openBlocks = (
    passage: SoughtPassage,
    isOld: ((blockId: string) => boolean) | undefined,
  ): ((block: number) => boolean) | undefined => {
    if (passage.blocks === undefined || isOld === undefined) return undefined;
    const { start, end } = passage.blocks;
    const first = source.blockIndex(start.blockId);
    const last = source.blockIndex(end.blockId);
    if (first !== last && (passage.quote.current ?? passage.quote.exact).split(/\n+/).length > 2) return undefined;
    const own = [start.blockId, end.blockId];
    return (block) =>
      block === first || block === last || isNew(block, isOld) || (blocks[block]?.formerIds ?? []).some((id) => own.includes(id));
  };

  const findQuote = (passage: SoughtPassage, sought: Sought, isOld: ((blockId: string) => boolean) | undefined): Match | undefined => {
    const { blocks: own, quote } = passage;
    const start = own && source.offsetOf(own.start);
    if (start !== undefined && isAt(start, sought)) {
      const { length } = sought.quote;
      return {
        start,
        end: start + length,
        score: length,
        quoteChars: length,
        contextChars: sought.before.length + sought.after.length,
        adjacentChars: CONTEXT_CHARS,
      };
    }
    const { length } = sought.quote;
    const inBlock = {
      before:
        own === undefined || own.start.offset >= quote.prefix.length
          ? sought.before
          : withoutSpace(own.start.offset === 0 ? '' : quote.prefix.slice(-own.start.offset)),
      quote: sought.quote,
      after: withoutSpace(quote.suffix.replace(/\n[^]*/, '')),
    };
    const scope: Scope = {
      at: start,
      own: start === undefined ? [] : ownRanges(source, own, length, 0),
      usual: start === undefined ? [] : [{ from: Math.max(0, start - USUAL_MOVE), to: Math.min(text.length, start + length + USUAL_MOVE) }],
      near: ownRanges(source, own, length, NEIGHBOR_BLOCKS),
      inBlock,
      isOld,
      isOpen: openBlocks(passage, isOld),
    };
    return length > LONG_QUOTE_CHARS ? locateLong(sought, scope) : locate(sought, scope);
  };

  /** Finds the position of a bookmark, which has no quote: in the middle of the text around it. */
  const findBookmark = (
    passage: SoughtPassage,
    { before, after }: Sought,
    isOld: ((blockId: string) => boolean) | undefined,
  ): FoundPassage | undefined => {
    const start = passage.blocks && source.offsetOf(passage.blocks.start);
    if (passage.blocks !== undefined && start !== undefined && isAt(start, { before, quote: '', after })) {
      return { state: 'exact', start: passage.blocks.start, end: passage.blocks.start };
    }
    const found =
      (after === '' ? undefined : findQuote(passage, { before, quote: after, after: '' }, isOld)?.start) ??
      (before === '' ? undefined : findQuote(passage, { before: '', quote: before, after }, isOld)?.end);
    const at = found === undefined ? undefined : source.pointBefore(found);
    if (at !== undefined) return { state: 'moved', start: at, end: at };
    if (passage.blocks === undefined || start === undefined) return undefined;
    return { state: 'moved', start: passage.blocks.start, end: passage.blocks.start };
  };

  /** Finds the text of a deleted passage where it is written again: near it between the same characters, or in new blocks. */
  const locateCopy = (passage: SoughtPassage, sought: Sought, isOld: Scope['isOld']): Match | undefined => {
    if (sought.quote.length > LONG_QUOTE_CHARS) return locateEnds(sought, isOld);
    for (const range of ownRanges(source, passage.blocks, sought.quote.length, NEIGHBOR_BLOCKS)) {
      const match = alignIn(source, range, sought);
      if (match === undefined || match === DELETED || match.adjacentChars < COPY_CONTEXT_CHARS) continue;
      if (match.quoteChars === sought.quote.length && match.end - match.start === match.quoteChars) return { ...match, isAmbiguous: true };
    }
    return locateAnywhere(sought, isOld);
  };

  const findPassage = (passage: SoughtPassage, previous: KnownVersion | undefined): Match | undefined => {
    const { exact, current = exact, prefix, suffix } = passage.quote;
    const sought = { before: withoutSpace(prefix), quote: withoutSpace(current), after: withoutSpace(suffix) };
    const isOld = previous?.isOld;
    if (passage.isOrphan === true) {
      const start = passage.blocks && source.offsetOf(passage.blocks.start);
      if (start !== undefined && isAt(start, sought)) return findQuote(passage, sought, isOld);
      const match = locateEnds(sought, undefined);
      const block = match === undefined ? -1 : source.blockAt(match.start);
      const isOwn = source.blockId(block) === passage.blocks?.start.blockId;
      const isReturned = sought.quote.length >= DISTINCTIVE_CHARS && (isOld === undefined || isNew(block, isOld));
      return isOwn || isReturned ? match && { ...match, isAmbiguous: sought.quote.length < DISTINCTIVE_CHARS } : undefined;
    }
    const counterparts = passage.blocks && previous?.counterpartsOf?.(passage.blocks, sought.quote);
    if (counterparts !== undefined) {
      const own = current === exact ? undefined : pairCharacters(sought.quote, withoutSpace(exact));
      return (
        largestPiece(source, counterparts, own) ?? inReplacement(source, counterparts, sought.quote) ?? locateCopy(passage, sought, isOld)
      );
    }
    const whole = findQuote(passage, sought, isOld);
    const own = passage.blocks;
    if (whole !== undefined || own === undefined || own.start.blockId === own.end.blockId) return whole;
    // The blocks are no longer next to each other: the longer part of the passage is searched first.
    const at = current.search(/\n/);
    const [head, tail] = [current.slice(0, at), current.slice(at).replace(/^\n+/, '')];
    if (at < 0 || tail.includes('\n')) return undefined;
    const parts: SoughtPassage[] = [
      {
        blocks: { start: own.start, end: { blockId: own.start.blockId, offset: own.start.offset + head.length } },
        quote: { exact: head, prefix, suffix: '' },
      },
      { blocks: { start: { blockId: own.end.blockId, offset: 0 }, end: own.end }, quote: { exact: tail, prefix: '', suffix } },
    ];
    if (tail.length > head.length) parts.reverse();
    for (const part of parts) {
      const found = withoutSpace(part.quote.exact) === '' ? undefined : findPassage(part, isOld && { isOld });
      if (found !== undefined) return found;
    }
    return undefined;
  };

  return {
    find: (passage, previous) => {
      const { exact, prefix, suffix } = passage.quote;
      if (withoutSpace(exact) === '') {
        return findBookmark(passage, { before: withoutSpace(prefix), quote: '', after: withoutSpace(suffix) }, previous?.isOld);
      }
      const match = findPassage(passage, previous);
      if (match === undefined) return undefined;
      const start = source.pointBefore(match.start);
      const { current = exact } = passage.quote;
      const oldEnd = passage.blocks && source.offsetOf(passage.blocks.end);
      const isTruncated = current.length >= STORED_QUOTE_CHARS && oldEnd !== undefined && oldEnd > match.end;
      const end = isTruncated ? passage.blocks?.end : source.pointAfter(match.end);
      if (start === undefined || end === undefined) return undefined;
      const isUnchanged = text.slice(match.start, match.end) === withoutSpace(exact);
      const isUnmoved =
        passage.blocks !== undefined && source.offsetOf(passage.blocks.start) === match.start && (isTruncated || oldEnd === match.end);
      return { state: isUnchanged && match.isAmbiguous !== true ? (isUnmoved ? 'exact' : 'moved') : 'fuzzy', start, end };
    },
  };
};
