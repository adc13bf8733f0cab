/** Deletes uploads of releases: published, replaced, refused, or not continued for a day. */
import type { Queryable } from '../../platform/database.ts';
import { RELEASE_LIMITS } from './limits.ts';
import type { ReleaseDependencies } from './release-dependencies.ts';
import { deleteUpload, listParts, listUploadsBefore } from './upload-store.ts';

/** Deletes an upload. The sweep of objects deletes its parts a day later, unless something else has the same bytes. */
export const endUpload = async (
  { clock, noteUnclaimedObject }: Pick<ReleaseDependencies, 'clock' | 'noteUnclaimedObject'>,
  db: Queryable,
  uploadId: string,
): Promise<void> => {
  for (const { sha256 } of await listParts(db, uploadId)) await noteUnclaimedObject(db, sha256, clock.now());
  await deleteUpload(db, uploadId);
};

/** Deletes uploads that were not continued for a day. Returns their number. */
export const endOldUploads = async (dependencies: Pick<ReleaseDependencies, 'db' | 'clock' | 'noteUnclaimedObject'>): Promise<number> => {
  const { db, clock } = dependencies;
  const ids = await listUploadsBefore(db.orm, clock.now() - RELEASE_LIMITS.releaseUploadLifetimeMs);
  for (const id of ids) await endUpload(dependencies, db.orm, id);
  return ids.length;
};
