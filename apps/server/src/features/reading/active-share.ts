/** How much of a book a person has read since it was theirs: what was passed at a reader's pace, without the chapters anybody may try. */
import type { Queryable } from '../../platform/database.ts';
import { findBook } from '../catalog/find-books.ts';
import { findReleasedVersion, type StoredManifest } from '../media/publication/read-publication.ts';
import { openDocuments, stretchesOf, type Trial } from './open-chapters.ts';
import { sumPassed } from './progress-store.ts';

/** What of the book's length, 0 to 1, no trial opens; in order. */
export const closedStretches = (manifest: StoredManifest, trial: Trial): (readonly [from: number, to: number])[] => {
  const lengths = manifest.readingOrder.map(({ chars }) => chars);
  const whole = lengths.reduce((sum, chars) => sum + chars, 0);
  const before = (index: number): number => lengths.slice(0, index).reduce((sum, chars) => sum + chars, 0);
  if (whole === 0) return [[0, 1]];
  const open = openDocuments(manifest, { kind: 'trial', reason: '' }, trial);
  return stretchesOf(open, false).map(([from, to]) => [before(from) / whole, before(to) / whole]);
};

/** 0 to 1 of the whole book; 0 where nothing was read. */
export const findActiveShare = async (db: Queryable, userId: string, bookId: string): Promise<number> => {
  const book = await findBook(db, bookId);
  const version = book?.currentVersionId === undefined ? undefined : await findReleasedVersion(db, book.currentVersionId);
  return sumPassed(db, userId, bookId, book === undefined || version === undefined ? [[0, 1]] : closedStretches(version.manifest, book));
};
