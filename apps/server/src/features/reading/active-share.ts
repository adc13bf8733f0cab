/**
 * Computes how much of a book a user has read since they own it: the ranges passed at reading speed, except those of the trial chapters.
 */
import type { PublicationManifest } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { findBook } from '../catalog/find-books.ts';
import { findReleasedVersion } from '../publication/versions/read-version.ts';
import { documentRangesOf, openDocuments, type Trial } from './open-chapters.ts';
import { sumRead } from './progress-store.ts';

/** Returns in order the ranges of the book (0 to 1) that are outside the trial. */
export const lockedRanges = (manifest: PublicationManifest, trial: Trial): (readonly [from: number, to: number])[] => {
  const lengths = manifest.readingOrder.map(({ chars }) => chars);
  const totalChars = lengths.reduce((sum, chars) => sum + chars, 0);
  const before = (index: number): number => lengths.slice(0, index).reduce((sum, chars) => sum + chars, 0);
  if (totalChars === 0) return [[0, 1]];
  const open = openDocuments(manifest, { kind: 'trial', reason: '' }, trial);
  return documentRangesOf(open, false).map(([from, to]) => [before(from) / totalChars, before(to) / totalChars]);
};

/** Returns the share of the whole book that the user has read, 0 to 1. */
export const findShareRead = async (db: Queryable, userId: string, bookId: string): Promise<number> => {
  const book = await findBook(db, bookId);
  const version = book?.currentVersionId === undefined ? undefined : await findReleasedVersion(db, book.currentVersionId);
  return sumRead(db, userId, bookId, book === undefined || version === undefined ? [[0, 1]] : lockedRanges(version.manifest, book));
};
