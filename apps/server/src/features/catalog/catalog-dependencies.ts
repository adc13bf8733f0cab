/** Dependencies of the catalog use cases. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type AccessRight, type AdminBook, CodedError, type PublicationManifest, type Role } from '@shufang/contract';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { Logger } from '../../platform/logger.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { subnetOfAddress } from '../account/budgets.ts';
import { findUserNameByTel } from '../account/create-users.ts';
import { findListedUsers } from '../account/find-users.ts';
import { usesEveryTeacherResource } from '../authorization/grants.ts';
import { findOwnPicture } from '../files/find-picture.ts';
import { findOwnFiles, removeOwnFiles } from '../files/proof-files.ts';
import { drawCoverThumbnail } from '../publication/resources/isolated-cover.ts';
import type { PublicationVersion } from '../publication/versions/read-version.ts';
import { reindexBook } from '../publication/versions/reindex-book.ts';
import type { VersionOutline } from '../publication/versions/version-outline.ts';
import type { BookTrial } from './book.ts';
import type { CatalogImage } from './collections/collection-store.ts';
import type { Personal } from './personal-fields.ts';
import { createLockedPreviews, type LockedPreviews } from './search/locked-previews.ts';
import { createSearchTerms, type SearchTerms } from './search/search-terms.ts';

/** Dependencies of the use cases that edit books; the import of the demo library uses them too. */
export interface BookAdminDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Returns users by id, with masked phone numbers; deleted accounts are left out. */
  readonly findUsers: (userIds: readonly string[]) => Promise<ReadonlyMap<string, { nickname: string; tel: string }>>;
  readonly findUserByTel: (tel: string) => Promise<{ id: string } | undefined>;
  /** Returns how the book is sold now: the term that a buyer gets, the sale window, and the renewal price. */
  readonly findSale: (bookId: string) => Promise<Pick<AdminBook, 'termDays' | 'saleFrom' | 'saleTo' | 'renewalFen'>>;
  /** Updates the search index of the book. */
  readonly reindex: (tx: Transaction, bookId: string) => Promise<void>;
  /** Makes and stores a cover image from an image of this user. Throws `file.notFound`, `file.pictureBroken`. */
  readonly drawCover: (ownerId: string, fileId: string) => Promise<{ sha256: string; width: number; height: number }>;
}

interface TakenFile {
  readonly name: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Dependencies from slices that the catalog may not import. */
interface HigherSlices {
  readonly personal: Personal;
  readonly findSale: BookAdminDependencies['findSale'];
  /** Returns for each document of the reading order whether a reader with this right may open it. */
  readonly openDocuments: (manifest: PublicationManifest, right: AccessRight, trial: BookTrial) => readonly boolean[];
  /** Returns the same as `openDocuments`, but from an outline instead of a manifest, for many books. */
  readonly openDocumentsIn: (outline: VersionOutline, right: AccessRight, trial: BookTrial) => readonly boolean[];
  /** Returns the number of the version whose text the user knows, if it is older than this one, the current version of a book. */
  readonly findChangedSince: (userId: string, current: PublicationVersion) => Promise<number | undefined>;
  /** Returns whether the user has ever opened the book. */
  readonly hasOpened: (userId: string, bookId: string) => Promise<boolean>;
  /** Schedules a stored file for deletion if no row refers to it any more. */
  readonly releaseObject: (tx: Transaction, sha256: string) => Promise<void>;
}

export interface CatalogDependencies extends BookAdminDependencies, HigherSlices {
  readonly objects: ObjectStorage;
  readonly limiter: RateLimiter;
  /** Origin of the printed and shared short URLs. */
  readonly publicUrl: string;
  readonly searchTerms: SearchTerms;
  readonly previews: LockedPreviews;
  /** Key derived from the server's secret: pseudonymizes the users who report a search. */
  readonly searchReportKey: Uint8Array;
  /** Returns an image this user uploaded. Throws `file.notFound`. */
  readonly findPicture: (ownerId: string, fileId: string) => Promise<CatalogImage>;
  /** Returns whether users with these roles may use the teachers' resources of every book. */
  readonly usesEveryTeacherResource: (roles: readonly Role[]) => boolean;
  /** Takes a document or image out of the user's own files, so that it can belong to a book. Throws `file.notFound`. */
  readonly takeFile: (tx: Transaction, ownerId: string, fileId: string) => Promise<TakenFile>;
}

interface Stores {
  readonly db: Database;
  readonly clock: Clock;
  readonly objects: ObjectStorage;
}

export const createBookAdminDependencies = (
  { db, clock, objects }: Stores,
  { findSale }: Pick<HigherSlices, 'findSale'>,
): BookAdminDependencies => ({
  db,
  clock,
  findUsers: (userIds) => findListedUsers(db.orm, userIds),
  findUserByTel: (tel) => findUserNameByTel(db.orm, tel),
  findSale,
  reindex: reindexBook,
  drawCover: async (ownerId, fileId) => {
    const { sha256 } = await findOwnPicture(db.orm, ownerId, fileId, clock.now());
    const drawn = await drawCoverThumbnail(await buffer((await objects.get(contentKey(sha256))).stream));
    if (drawn === undefined) throw new CodedError('file.pictureBroken');
    const { bytes, width, height } = drawn;
    const hash = createHash('sha256').update(bytes).digest('hex');
    await objects.put(contentKey(hash), bytes, { mediaType: 'image/webp', bytes: bytes.length });
    return { sha256: hash, width, height };
  },
});

interface CatalogPlatform extends Stores {
  readonly limiter: RateLimiter;
  readonly log: Logger;
  readonly publicUrl: string;
  /** Key derived from the server's secret: pseudonymizes the users who searched for a term. */
  readonly searchTermKey: Uint8Array;
  readonly searchReportKey: Uint8Array;
}

export const createCatalogDependencies = (platform: CatalogPlatform, higher: HigherSlices): CatalogDependencies => {
  const { db, clock, objects, limiter, log, publicUrl, searchTermKey, searchReportKey } = platform;
  return {
    ...createBookAdminDependencies(platform, higher),
    ...higher,
    objects,
    limiter,
    publicUrl,
    searchReportKey,
    searchTerms: createSearchTerms({ db: db.orm, clock, log, key: searchTermKey }),
    previews: createLockedPreviews({ limiter, subnetOf: subnetOfAddress }),
    findPicture: (ownerId, fileId) => findOwnPicture(db.orm, ownerId, fileId, clock.now()),
    usesEveryTeacherResource,
    takeFile: async (tx, ownerId, fileId) => {
      const now = clock.now();
      const [file] = await findOwnFiles(tx, ownerId, [fileId], now);
      if (file === undefined) throw new CodedError('file.notFound');
      await removeOwnFiles(tx, ownerId, [fileId], now);
      const { name, mediaType, sizeBytes, sha256 } = file;
      return { name, mediaType, sizeBytes, sha256 };
    },
  };
};
