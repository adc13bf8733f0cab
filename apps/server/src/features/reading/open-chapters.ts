/** Determines which documents of a publication are open for a right: the only implementation of the trial. */
import { type AccessRight, type DocumentRange, mayReadAll, type PublicationManifest } from '@shufang/contract';
import { chapterRanks, outlineOf, type VersionOutline } from '../publication/versions/version-outline.ts';

/** The part of a book that is open to everyone. */
export interface Trial {
  /** Number of chapters that are open if no chapters are chosen. */
  readonly trialChapters: number;
  /** Keys of the open chapters in the current version; undefined: the first chapters are open. */
  readonly trialChosen: readonly string[] | undefined;
}

/**
 * Returns for each document of the reading order whether it is open. Only chapters count against a trial: covers, title pages and blank
 * pages before the first are open, and documents after a chapter belong to it.
 */
export const openDocumentsIn = (outline: VersionOutline, right: AccessRight, { trialChapters, trialChosen }: Trial): boolean[] => {
  const { chars, chapters, keys } = outline;
  if (mayReadAll(right)) return chars.map(() => true);
  if (right.kind !== 'trial') return chars.map(() => false);
  // A trial counts chapters, so it would open a book without chapters entirely; only its first document is open.
  if (chapters.length === 0) return chars.map((_chars, index) => index === 0);
  const chosen = trialChosen === undefined ? undefined : new Set(trialChosen);
  const isOpen = chapters.map((index, rank) => (chosen === undefined ? rank < trialChapters : chosen.has(keys[index] ?? '')));
  return chapterRanks(outline).map((rank) => rank < 0 || isOpen[rank] === true);
};

export const openDocuments = (manifest: PublicationManifest, right: AccessRight, trial: Trial): boolean[] =>
  openDocumentsIn(outlineOf(manifest), right, trial);

/** Returns in order the ranges of documents that are open (`openState` true) or locked (false). */
export const documentRangesOf = (open: readonly boolean[], openState: boolean): DocumentRange[] => {
  const found: [number, number][] = [];
  for (const [index, isOpen] of open.entries()) {
    if (isOpen !== openState) continue;
    const last = found.at(-1);
    if (last?.[1] === index) last[1] = index + 1;
    else found.push([index, index + 1]);
  }
  return found;
};
