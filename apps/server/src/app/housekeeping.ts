/**
 * What is thrown away when its time is over. Any process may do it, several at once too: each sweep only deletes what is old.
 * Objects of books that no row names any more (an import cut off half way) are left: they are named by their content, do no harm but
 * take room, and the same file imported again uses them. Those of people's own files are removed.
 */
import { eraseDueAccounts } from '../features/account/close-account.ts';
import { forgetExpiredProofs, forgetExpiredSessions } from '../features/account/forget-expired.ts';
import { endExpiredRoles } from '../features/account/roles.ts';
import { emptyOldTombstones } from '../features/annotation/empty-old-tombstones.ts';
import { forgetProofs } from '../features/application/forget-proofs.ts';
import { countFavorites } from '../features/bookshelf/count-favorites.ts';
import { countPopularity } from '../features/catalog/count-popularity.ts';
import { forgetSearchReports } from '../features/catalog/search-reports.ts';
import { forgetSearchWords } from '../features/catalog/search-words.ts';
import { forgetExpiredFiles, removeUnclaimedObjects } from '../features/files/sweep-objects.ts';
import { forgetOldContacts } from '../features/help/forget-contacts.ts';
import { forgetInstitutionWalks } from '../features/institution/forget-expired.ts';
import { removeLeftoverFolders } from '../features/media/import/temporary-folder.ts';
import { forgetOldNotices } from '../features/notice/routes.ts';
import { countReaders } from '../features/reading/progress.ts';
import { forgetOldOps } from '../features/sync/forget-old-ops.ts';
import { forgetOldAnswers } from '../platform/http/repeated-requests.ts';
import { proofParts } from './application-parts.ts';
import { personalDataHolders } from './file-parts.ts';
import { importTemporaryFolder } from './import-parts.ts';
import type { Platform } from './open-platform.ts';

const EVERY_MS = 6 * 3_600_000;

type Swept = Pick<Platform, 'db' | 'clock' | 'log' | 'config' | 'events' | 'objects'>;

const sweeps: Readonly<Record<string, (swept: Swept) => Promise<number>>> = {
  forgetOldOps,
  emptyOldTombstones,
  forgetExpiredProofs,
  forgetExpiredSessions,
  endExpiredRoles,
  forgetInstitutionWalks,
  forgetOldAnswers,
  forgetOldContacts,
  forgetOldNotices,
  forgetSearchReports,
  forgetSearchWords,
  forgetProofs: (swept) => forgetProofs(proofParts(swept)),
  eraseDueAccounts: (swept) => eraseDueAccounts({ ...swept, holders: personalDataHolders(swept) }),
  forgetExpiredFiles,
  removeUnclaimedObjects,
  countPopularity: ({ db, clock }) =>
    countPopularity({
      db,
      clock,
      countReaders: (since) => countReaders(db.orm, since),
      countFavorites: () => countFavorites(db.orm),
    }),
  removeLeftoverFolders: ({ config }) => removeLeftoverFolders({ temporaryFolder: importTemporaryFolder(config) }),
};

/** Runs every sweep once; one that fails is logged and does not stop the others. */
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

/** Sweeps now and every six hours. Answers how to stop; a sweep that runs is waited for. */
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
