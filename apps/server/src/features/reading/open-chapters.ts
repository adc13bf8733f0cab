/** Which documents of a publication a person with a given right may open: the one owner of what a trial is. */
import { type AccessRight, mayReadAll, type PublicationManifest } from '@shufang/contract';
import type { StoredManifest } from '../media/publication/read-publication.ts';
import { chapterRanks, outlineOf, type VersionOutline } from '../media/publication/version-outline.ts';

/** What of a book everybody may try. */
export interface Trial {
  /** How many chapters. */
  readonly trialChapters: number;
  /** Which, by their keys in the version in force; undefined: the first ones. */
  readonly trialChosen: readonly string[] | undefined;
}

/**
 * For each document of the reading order whether it is open. Only chapters count against a trial: covers, title and blank leaves before the
 * first are open, and what stands behind a chapter goes with it.
 */
export const openDocumentsIn = (outline: VersionOutline, right: AccessRight, { trialChapters, trialChosen }: Trial): boolean[] => {
  const { chars, chapters, keys } = outline;
  if (mayReadAll(right)) return chars.map(() => true);
  if (right.kind !== 'trial') return chars.map(() => false);
  // A book of so few chapters would be open as a whole: then only its first document is.
  if (chapters.length === 0) return chars.map((_chars, index) => index === 0);
  const chosen = trialChosen === undefined ? undefined : new Set(trialChosen);
  const isOpen = chapters.map((index, rank) => (chosen === undefined ? rank < trialChapters : chosen.has(keys[index] ?? '')));
  return chapterRanks(outline).map((rank) => rank < 0 || isOpen[rank] === true);
};

export const openDocuments = (manifest: StoredManifest, right: AccessRight, trial: Trial): boolean[] =>
  openDocumentsIn(outlineOf(manifest), right, trial);

/** From document to document, the latter exclusive. */
export type Stretch = readonly [from: number, to: number];

/** The documents that are `wanted` as stretches, in order. */
export const stretchesOf = (open: readonly boolean[], wanted: boolean): Stretch[] => {
  const found: [number, number][] = [];
  for (const [index, isOpen] of open.entries()) {
    if (isOpen !== wanted) continue;
    const last = found.at(-1);
    if (last?.[1] === index) last[1] = index + 1;
    else found.push([index, index + 1]);
  }
  return found;
};

/** The manifest as one person gets it. */
export const manifestFor = (manifest: StoredManifest, open: readonly boolean[]): PublicationManifest => ({
  ...manifest,
  readingOrder: manifest.readingOrder.map((item, index) => ({ ...item, open: open[index] === true })),
});
