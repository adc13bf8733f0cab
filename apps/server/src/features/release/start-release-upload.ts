/**
 * Starts or continues the upload of a signed release. Throws `release.invalid`, `release.keyUnknown`, `release.versionNotNewer`,
 * `file.tooLarge`; then nothing is stored.
 */
import { CodedError } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { endUpload } from './end-uploads.ts';
import { RELEASE_LIMITS } from './limits.ts';
import { findVersionToRenew, refuseNotNewer } from './publish-version.ts';
import type { ReleaseDependencies } from './release-dependencies.ts';
import type { CheckedRelease } from './signed-release.ts';
import { isPublishingKey } from './store.ts';
import { createUpload, findUploadOfBuild, listParts } from './upload-store.ts';
import { checkUploadedRelease, viewUpload } from './uploaded-release.ts';

/** Throws if the release could not be published after its upload. Returns whether it renews a published version. */
const requirePublishable = async (db: Queryable, release: CheckedRelease): Promise<boolean> => {
  const { statement, keyId } = release;
  if (!(await isPublishingKey(db, keyId))) throw new CodedError('release.keyUnknown');
  if ((await findVersionToRenew(db, release)) !== undefined) return true;
  await refuseNotNewer(db, statement, statement.version);
  const bytes = statement.files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > RELEASE_LIMITS.releaseUploadBytes)
    throw new CodedError('file.tooLarge', { megabytes: RELEASE_LIMITS.releaseUploadBytes / 1_048_576 });
  return false;
};

export const startReleaseUpload: UseCase<'startReleaseUpload', ReleaseDependencies> = async (dependencies, _caller, input) => {
  const { db, clock } = dependencies;
  const now = clock.now();
  const release = checkUploadedRelease(input.release, now);
  const isRenewal = await requirePublishable(db.orm, release);
  const { platform, arch, channel } = release.statement;
  const build = [platform, arch, channel].join(' ');
  const uploadId = await db.transaction(async (tx) => {
    const other = await findUploadOfBuild(tx, build);
    if (other !== undefined && other.release !== input.release) await endUpload(dependencies, tx, other.id);
    return createUpload(tx, { build, release: input.release, now });
  });
  return viewUpload(uploadId, release, { parts: await listParts(db.orm, uploadId), isRenewal });
};
