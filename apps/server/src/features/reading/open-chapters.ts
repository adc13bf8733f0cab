/** Which documents of a publication a person with a given right may open. */
import type { AccessRight, NavigationEntry, PublicationManifest } from '@shufang/contract';
import type { VersionOutline } from '../catalog/version-outlines.ts';
import { mayReadAll } from '../commerce/resolve-access.ts';
import type { StoredManifest } from '../media/publication/read-publication.ts';

/** Index in the reading order of each document a table of contents leads to. */
const documentsInContents = (manifest: StoredManifest): Set<number> => {
  const indexes = new Map(
    manifest.readingOrder.flatMap((item, index) => item.segments.map((segment): [string, number] => [segment.href, index])),
  );
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
    chapters: manifest.readingOrder.flatMap((item, index) =>
      item.linear && item.chars >= CHAPTER_CHARS_MIN && (named.size === 0 || named.has(index)) ? index : [],
    ),
  };
};

/**
 * The first document in the reading order that is closed: everything before it is open. Only chapters count against `trialChapters`; covers,
 * title and blank leaves do not use up the trial.
 */
export const firstClosedIn = ({ chars, chapters }: VersionOutline, right: AccessRight, trialChapters: number): number => {
  if (mayReadAll(right)) return chars.length;
  if (right.kind !== 'trial') return 0;
  // A book of so few chapters would be open as a whole: then only its first document is.
  if (chapters.length === 0) return Math.min(1, chars.length);
  return chapters[Math.max(0, trialChapters)] ?? chars.length;
};

export const firstClosedDocument = (manifest: StoredManifest, right: AccessRight, trialChapters: number): number =>
  firstClosedIn(outlineOf(manifest), right, trialChapters);

/** The manifest as one person gets it. */
export const manifestFor = (manifest: StoredManifest, firstClosed: number): PublicationManifest => ({
  ...manifest,
  readingOrder: manifest.readingOrder.map((item, index) => ({ ...item, open: index < firstClosed })),
});
