/** How much of a book a person has read since it was theirs: what was passed at a reader's pace, without the chapters anybody may try. */
import type { Queryable } from '../../platform/database.ts';
import { findBook } from '../catalog/find-books.ts';
import { findReleasedVersion, type StoredManifest } from '../media/publication/read-publication.ts';
import { firstClosedDocument } from './open-chapters.ts';
import { sumPassed } from './progress-store.ts';

/** The part of the book's length, 0 to 1, that lies before the first closed document of the trial. */
export const trialShare = (manifest: StoredManifest, trialChapters: number): number => {
  const lengths = manifest.readingOrder.map(({ chars }) => chars);
  const whole = lengths.reduce((sum, chars) => sum + chars, 0);
  const firstClosed = firstClosedDocument(manifest, { kind: 'trial', reason: '' }, trialChapters);
  return whole === 0 ? 0 : lengths.slice(0, firstClosed).reduce((sum, chars) => sum + chars, 0) / whole;
};

/** 0 to 1 of the whole book; 0 where nothing was read. */
export const findActiveShare = async (db: Queryable, userId: string, bookId: string): Promise<number> => {
  const book = await findBook(db, bookId);
  const version = book?.currentVersionId === undefined ? undefined : await findReleasedVersion(db, book.currentVersionId);
  return sumPassed(db, userId, bookId, book === undefined || version === undefined ? 0 : trialShare(version.manifest, book.trialChapters));
};
