/** Dependencies of the reading use cases. */
import type { ProgressRecord, ReadingPreferences } from '@shufang/contract';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { findBooks } from '../catalog/find-books.ts';
import type { Personal } from '../catalog/personal-fields.ts';
import type { AccessRights } from '../entitlement/access-rights.ts';
import type { ChangedSinceDependencies } from './changes/seen-version.ts';
import type { ContentUrls } from './content-urls.ts';
import { findPreferences } from './preferences.ts';
import { findProgress } from './progress.ts';
import type { RevocationList } from './revocation-list.ts';

interface ReadingPlatform {
  readonly db: Database;
  readonly clock: Clock;
  readonly rights: AccessRights;
  readonly personal: Personal;
  readonly findLastNoteAt: ChangedSinceDependencies['findLastNoteAt'];
  /** Returns whether the reading time of a user is recorded. */
  readonly isTimeRecorded: (userId: string) => Promise<boolean>;
  readonly objects: Pick<ObjectStorage, 'get'>;
  readonly limiter: RateLimiter;
  /** Returns the subnet of a client IP. */
  readonly subnetOf: (address: string) => string;
  readonly addresses: ContentUrls;
  readonly ticketSecret: Uint8Array;
  readonly revocations: Pick<RevocationList, 'readRevision'>;
  /** Returns the hash of the engine's build, which is part of its URL, so that it can be cached permanently. */
  readonly engineHash: () => Promise<string>;
  /** Returns the hash of the page that stores books on a device. */
  readonly storeHash: () => Promise<string>;
}

export interface ReadingDependencies extends ReadingPlatform {
  readonly findProgress: (userId: string, bookId: string) => Promise<ProgressRecord | undefined>;
  readonly findPreferences: (userId: string) => Promise<ReadingPreferences | undefined>;
  /** Renews the user's concurrent slots of licenses. */
  readonly renewSeats: (userId: string) => Promise<void>;
  /** Returns those of the given ids for which a book exists. */
  readonly existingBooks: (bookIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

export const createReadingDependencies = (platform: ReadingPlatform): ReadingDependencies => {
  const { db, rights } = platform;
  return {
    ...platform,
    findProgress: (userId, bookId) => findProgress(db.orm, userId, bookId),
    findPreferences: (userId) => findPreferences(db.orm, userId),
    renewSeats: (userId) => rights.renewSeats(userId),
    existingBooks: async (bookIds) => new Set((await findBooks(db.orm, bookIds)).map(({ id }) => id)),
  };
};
