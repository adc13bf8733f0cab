/** The documents of a version and which of them are chapters. Small enough to cache for every book. Pure. */
import type { NavigationEntry, PublicationManifest } from '@shufang/contract';

export interface VersionOutline {
  /** The number of characters of each document in the reading order. */
  readonly chars: readonly number[];
  /** Stable key of each document across versions: its first block; empty if it has none. */
  readonly keys: readonly string[];
  /** Indexes of the documents that are chapters. */
  readonly chapters: readonly number[];
}

/** Maps a segment address without fragment to the index of its document in the reading order. */
export const documentIndexes = (manifest: PublicationManifest): ReadonlyMap<string, number> =>
  new Map(manifest.readingOrder.flatMap((item, index) => item.segments.map((segment): [string, number] => [segment.href, index])));

/** Returns the indexes, in the reading order, of the documents to which a table of contents links. */
const documentsInContents = (manifest: PublicationManifest): Set<number> => {
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

/**
 * Minimum number of characters of a chapter. A shorter document, such as the caption of a cover, is not a chapter for a trial; a poem may
 * be this short.
 */
const CHAPTER_CHARS_MIN = 20;

/** Cached outlines of manifests, because determining the chapters of a large book is expensive. */
const outlines = new WeakMap<PublicationManifest, VersionOutline>();

/** Returns the outline of a version. A chapter is a linear document in the table of contents with text of its own. */
export const outlineOf = (manifest: PublicationManifest): VersionOutline => {
  const cached = outlines.get(manifest);
  if (cached !== undefined) return cached;
  const outline = makeOutline(manifest);
  outlines.set(manifest, outline);
  return outline;
};

const makeOutline = (manifest: PublicationManifest): VersionOutline => {
  const titled = documentsInContents(manifest);
  return {
    chars: manifest.readingOrder.map(({ chars }) => chars),
    keys: manifest.readingOrder.map(({ segments }) => segments[0]?.firstBlock ?? ''),
    chapters: manifest.readingOrder.flatMap((item, index) =>
      item.linear && item.chars >= CHAPTER_CHARS_MIN && (titled.size === 0 || titled.has(index)) ? index : [],
    ),
  };
};

/**
 * Returns for each document the index of its chapter among all chapters, from 0. Documents of notes or plates belong to the chapter before
 * them; documents before the first chapter get -1.
 */
export const chapterRanks = ({ chars, chapters }: VersionOutline): number[] => {
  const starts = new Set(chapters);
  let rank = -1;
  return chars.map((_chars, index) => {
    if (starts.has(index)) rank += 1;
    return rank;
  });
};
