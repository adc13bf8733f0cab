/** A version by its documents alone: which of them a person would call chapters. Small enough to keep for every book. Pure. */
import type { NavigationEntry } from '@shufang/contract';
import type { StoredManifest } from './read-publication.ts';

export interface VersionOutline {
  /** Of each document in the reading order. */
  readonly chars: readonly number[];
  /** What each document is called by from version to version: its first block; empty for one without. */
  readonly keys: readonly string[];
  /** Indexes of the documents that are chapters. */
  readonly chapters: readonly number[];
}

/** Segment address without fragment to the index of its document in the reading order. */
export const documentIndexes = (manifest: StoredManifest): ReadonlyMap<string, number> =>
  new Map(manifest.readingOrder.flatMap((item, index) => item.segments.map((segment): [string, number] => [segment.href, index])));

/** Index in the reading order of each document a table of contents leads to. */
const documentsInContents = (manifest: StoredManifest): Set<number> => {
  const indexes = documentIndexes(manifest);
  const found = new Set<number>();
  const stack: NavigationEntry[] = [...manifest.toc];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const index = entry.href === undefined ? undefined : indexes.get(entry.href.replace(/#.*$/, ''));
    if (index !== undefined) found.add(index);
    stack.push(...(entry.children ?? []));
  }
  return found;
};

/** Less than this is a cover's caption, not a chapter to try; a poem may be this short. */
const CHAPTER_CHARS_MIN = 20;

/** A chapter is what a person would call so: linear, named in the contents, with text of its own. */
export const outlineOf = (manifest: StoredManifest): VersionOutline => {
  const named = documentsInContents(manifest);
  return {
    chars: manifest.readingOrder.map(({ chars }) => chars),
    keys: manifest.readingOrder.map(({ segments }) => segments[0]?.firstBlock ?? ''),
    chapters: manifest.readingOrder.flatMap((item, index) =>
      item.linear && item.chars >= CHAPTER_CHARS_MIN && (named.size === 0 || named.has(index)) ? index : [],
    ),
  };
};

/** To which chapter each document belongs, by its rank among the chapters: notes and plates go with the one before them; -1: before the first. */
export const chapterRanks = ({ chars, chapters }: VersionOutline): number[] => {
  const starts = new Set(chapters);
  let rank = -1;
  return chars.map((_chars, index) => {
    if (starts.has(index)) rank += 1;
    return rank;
  });
};
