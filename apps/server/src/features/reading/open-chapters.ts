/** Which documents of a publication a person with a given right may open. */
import type { AccessRight, NavigationEntry, PublicationManifest } from '@shufang/contract';
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

/**
 * The first document in the reading order that is closed: everything before it is open. What counts against `trialChapters` is what a person
 * would call a chapter: linear, named in the contents, with text of its own; covers, title and blank leaves do not use up the trial.
 */
export const firstClosedDocument = (manifest: StoredManifest, right: AccessRight, trialChapters: number): number => {
  if (mayReadAll(right)) return manifest.readingOrder.length;
  if (right.kind !== 'trial') return 0;
  const named = documentsInContents(manifest);
  let chapters = 0;
  for (const [index, item] of manifest.readingOrder.entries()) {
    if (item.linear && item.chars >= CHAPTER_CHARS_MIN && (named.size === 0 || named.has(index))) chapters += 1;
    if (chapters > trialChapters) return index;
  }
  // A book of so few chapters would be open as a whole: then only its first document is.
  return chapters === 0 ? Math.min(1, manifest.readingOrder.length) : manifest.readingOrder.length;
};

/** The manifest as one person gets it. */
export const manifestFor = (manifest: StoredManifest, firstClosed: number): PublicationManifest => ({
  ...manifest,
  readingOrder: manifest.readingOrder.map((item, index) => ({ ...item, open: index < firstClosed })),
});
