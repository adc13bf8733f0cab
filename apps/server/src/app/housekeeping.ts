/**
 * Deletes expired data. Any number of processes may do so at the same time: each sweep only deletes old data.
 * Objects of books without a row (of an interrupted import) stay: they are named by their content, only
 * take space, and are used again if the same file is imported. Objects of user files are deleted.
 */
import { eraseDueAccounts } from '../features/account/erase-accounts.ts';
import { forgetExpiredProofs, forgetExpiredSessions } from '../features/account/forget-expired.ts';
import { emptyOldTombstones } from '../features/annotation/empty-old-tombstones.ts';
import { endExpiredRoles } from '../features/authorization/change-roles.ts';
import { countFavorites } from '../features/bookshelf/count-favorites.ts';
import { countPopularity } from '../features/catalog/lists/count-popularity.ts';
import { deleteOldSearchReports } from '../features/catalog/search/delete-old-search-reports.ts';
import { deleteOldSearchMisses, deleteOldSearchTerms } from '../features/catalog/search/search-terms.ts';
import { noteUnclaimedObject } from '../features/files/store.ts';
import { forgetExpiredFiles, removeUnclaimedObjects } from '../features/files/sweep-objects.ts';
import { forgetOldContacts } from '../features/help/forget-contacts.ts';
import { deleteExpiredInstitutionAttempts } from '../features/institution/forget-expired.ts';
import { deleteOldLicenseRequests } from '../features/license/delete-old-requests.ts';
import { deleteOldNotifications } from '../features/notification/delete-old-notifications.ts';
import { removeLeftoverFolders, temporaryFolderOf } from '../features/publication/import/temporary-folder.ts';
import { forgetExpiredLeases } from '../features/reading/leases/lease-store.ts';
import { countReaders } from '../features/reading/progress.ts';
import { forgetOldRevocations } from '../features/reading/revocation-store.ts';
import { totalOldTimes } from '../features/reading-time/total-old-times.ts';
import { endOldUploads } from '../features/release/end-uploads.ts';
import { forgetOldOps } from '../features/sync/forget-old-ops.ts';
import { forgetProofs } from '../features/verification/forget-proofs.ts';
import { createProofDependencies } from '../features/verification/verification-dependencies.ts';
import { deleteOldResponses } from '../platform/http/idempotent-requests.ts';
import type { Platform } from './open-platform.ts';
import { personalDataHolders } from './personal-data-holders.ts';

const EVERY_MS = 6 * 3_600_000;

type Swept = Pick<Platform, 'db' | 'clock' | 'log' | 'config' | 'events' | 'objects'>;

const sweeps: Readonly<Record<string, (swept: Swept) => Promise<number>>> = {
  forgetOldOps,
  emptyOldTombstones,
  forgetExpiredProofs,
  forgetExpiredSessions,
  endExpiredRoles,
  deleteExpiredInstitutionAttempts,
  deleteOldResponses,
  forgetOldContacts,
  deleteOldNotifications,
  deleteOldLicenseRequests,
  deleteOldSearchReports,
  deleteOldSearchTerms,
  deleteOldSearchMisses,
  forgetProofs: (swept) => forgetProofs(createProofDependencies(swept)),
  eraseDueAccounts: (swept) => eraseDueAccounts({ ...swept, holders: personalDataHolders(swept) }),
  forgetOldRevocations,
  forgetExpiredLeases,
  forgetExpiredFiles,
  endOldUploads: (swept) => endOldUploads({ ...swept, noteUnclaimedObject }),
  removeUnclaimedObjects,
  totalOldTimes,
  countPopularity: ({ db, clock }) =>
    countPopularity({
      db,
      clock,
      countReaders: (since) => countReaders(db.orm, since),
      countFavorites: () => countFavorites(db.orm),
    }),
  removeLeftoverFolders: ({ config }) => removeLeftoverFolders({ temporaryFolder: temporaryFolderOf(config) }),
};

/** Runs every sweep once. A failure is logged and does not prevent the others. */
export const sweepOnce = async (platform: Swept): Promise<void> => {
  for (const [name, sweep] of Object.entries(sweeps)) {
    try {
      const rows = await sweep(platform);
      if (rows > 0) platform.log.info({ sweep: name, rows }, 'swept');
    } catch (error) {
      platform.log.error({ err: error, sweep: name }, 'a sweep failed');
    }
  }
};

/** Sweeps now and every six hours. Returns the function that stops it and waits for a running sweep. */
export const startHousekeeping = (platform: Swept): (() => Promise<void>) => {
  let running = sweepOnce(platform);
  const timer = setInterval(() => {
    running = sweepOnce(platform);
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
};
