/** Removes files whose time is over, and objects that nothing names any more. */
import { LIMITS } from '@shufang/contract';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { isObjectNamed } from '../../platform/backup/named-objects.ts';
import { isImportUnderWay } from '../media/import/import-job.ts';
import type { FileDependencies } from './file-dependencies.ts';
import { listObjectsUnclaimedBefore, removeExpiredFiles, takeUnclaimedObject } from './store.ts';

type Parts = Pick<FileDependencies, 'db' | 'clock' | 'objects'>;

/** Longer than the slowest upload takes between its bytes and its row. */
const GRACE_MS = 86_400_000;
const OBJECTS_PER_SWEEP = 10_000;
/** An import that began earlier died with its server. */
const IMPORT_ALIVE_MS = LIMITS.importTimeoutMs * 60;

/** Exports after their week. Answers how many. */
export const forgetExpiredFiles = ({ db, clock }: Parts): Promise<number> => removeExpiredFiles(db.orm, clock.now());

/**
 * Looks at objects noted a day ago or earlier and removes those that no row names, of whatever table. Uploads of the same bytes wait
 * for the note's row (`noteUnclaimedObject`); imports do not, so nothing is removed while one runs. Answers how many were removed.
 */
export const removeUnclaimedObjects = async ({ db, clock, objects }: Parts): Promise<number> => {
  const now = clock.now();
  const before = now - GRACE_MS;
  let removed = 0;
  for (const sha256 of await listObjectsUnclaimedBefore(db.orm, before, OBJECTS_PER_SWEEP)) {
    if (await isImportUnderWay(db.orm, now - IMPORT_ALIVE_MS)) return removed;
    removed += await db.transaction(async (tx) => {
      if (!(await takeUnclaimedObject(tx, sha256, before)) || (await isObjectNamed(tx, sha256))) return 0;
      await objects.delete(contentKey(sha256));
      return 1;
    });
  }
  return removed;
};
