/** Reading time of users by document of a book, for the reader and for the teachers of a class, who see the same numbers. */
import type { Queryable } from '../../platform/database.ts';
import { findReleasedVersion } from '../publication/versions/read-version.ts';
import { listTimes, listUnrecorded } from './store.ts';

/**
 * Returns for each user the seconds by document, which has the same URL in the versions of a book. Documents that only an earlier version
 * has are included; users without reading time are left out.
 */
export const findDocumentTimes = async (
  db: Queryable,
  userIds: readonly string[],
  bookId: string,
): Promise<Map<string, Map<string, number>>> => {
  const byUser = new Map<string, Map<string, number>>();
  for (const { userId, versionId, document, seconds } of await listTimes(db, userIds, bookId)) {
    const href = (await findReleasedVersion(db, versionId))?.manifest.readingOrder[document]?.href;
    if (href === undefined) continue;
    const times = byUser.get(userId) ?? new Map<string, number>();
    times.set(href, (times.get(href) ?? 0) + seconds);
    byUser.set(userId, times);
  }
  return byUser;
};

/** Returns those of the users who have switched the recording off. */
export const findUnrecorded = (db: Queryable, userIds: readonly string[]): Promise<Set<string>> => listUnrecorded(db, userIds);
