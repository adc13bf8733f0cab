/** Deletes expired files, and objects that no row refers to. */
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { isObjectReferenced } from '../../platform/backup/referenced-objects.ts';
import { isImportRunning } from '../publication/import/import-job.ts';
import { PUBLICATION_LIMITS } from '../publication/limits.ts';
import type { FileDependencies } from './file-dependencies.ts';
import { listObjectsUnclaimedBefore, removeExpiredFiles, takeUnclaimedObject } from './store.ts';

type Parts = Pick<FileDependencies, 'db' | 'clock' | 'objects'>;

/** How long an object without a row stays stored: longer than the slowest upload takes between storing its bytes and inserting its row. */
const GRACE_MS = 86_400_000;
const OBJECTS_PER_SWEEP = 10_000;
/** Maximum duration of an import. An import that started earlier and has not ended was killed together with its server. */
const IMPORT_ALIVE_MS = PUBLICATION_LIMITS.importTimeoutMs * 60;

/** Deletes files of expired data exports; returns their number. */
export const forgetExpiredFiles = ({ db, clock }: Parts): Promise<number> => removeExpiredFiles(db.orm, clock.now());

/**
 * Checks objects recorded as possibly unclaimed at least a day ago and deletes those that no row of any table refers to. Uploads of the
 * same bytes wait for the row of that record (`noteUnclaimedObject`); imports do not, so nothing is deleted while an import runs. Returns
 * the number deleted.
 */
export const removeUnclaimedObjects = async ({ db, clock, objects }: Parts): Promise<number> => {
  const now = clock.now();
  const before = now - GRACE_MS;
  let removed = 0;
  for (const sha256 of await listObjectsUnclaimedBefore(db.orm, before, OBJECTS_PER_SWEEP)) {
    if (await isImportRunning(db.orm, now - IMPORT_ALIVE_MS)) return removed;
    removed += await db.transaction(async (tx) => {
      if (!(await takeUnclaimedObject(tx, sha256, before)) || (await isObjectReferenced(tx, sha256))) return 0;
      await objects.delete(contentKey(sha256));
      return 1;
    });
  }
  return removed;
};
