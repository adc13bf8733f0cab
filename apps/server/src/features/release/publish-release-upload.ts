/**
 * Publishes an uploaded release after its files were compared with the signed manifest. Throws `release.uploadUnknown`,
 * `release.uploadIncomplete`, `release.invalid`, `release.versionNotNewer`.
 */
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CodedError } from '@shufang/contract';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf } from '../audit/audit-events.ts';
import { endUpload } from './end-uploads.ts';
import { VERSION_RECORDS_SHOWN } from './list-version-records.ts';
import { findVersionToRenew, publishVersion } from './publish-version.ts';
import type { ReleaseDependencies } from './release-dependencies.ts';
import { listVersionRows } from './store.ts';
import { findUpload, listParts, type StoredPart } from './upload-store.ts';
import { checkUploadedRelease, receivedOf, refusingInvalid } from './uploaded-release.ts';

/** Yields the bytes of a file from its parts. */
const bytesOf = async function* (objects: ObjectStorage, parts: readonly StoredPart[]): AsyncGenerator<Buffer> {
  for (const { sha256 } of parts) yield* (await objects.get(contentKey(sha256))).stream as AsyncIterable<Buffer>;
};

export const publishReleaseUpload: UseCase<'publishReleaseUpload', ReleaseDependencies> = async (dependencies, caller, { uploadId }) => {
  const { db, clock, objects, withTemporaryFolder } = dependencies;
  const upload = await findUpload(db.orm, uploadId);
  if (upload === undefined) throw new CodedError('release.uploadUnknown');
  const release = checkUploadedRelease(upload.release, clock.now());
  const parts = await listParts(db.orm, uploadId);
  const { files } = release.statement;
  const isRenewal = (await findVersionToRenew(db.orm, release)) !== undefined;
  if (!isRenewal && files.some(({ name, size }) => receivedOf(parts, name) !== size)) throw new CodedError('release.uploadIncomplete');
  const { isRenewed, version } = await withTemporaryFolder(async (folder) => {
    for (const { name } of isRenewal ? [] : files) {
      const ofFile = parts.filter(({ fileName }) => fileName === name);
      await pipeline(bytesOf(objects, ofFile), createWriteStream(path.join(folder, name), { flags: 'wx' }));
    }
    return refusingInvalid(() => publishVersion(dependencies, { release, folder }, operatorOf(caller)));
  }).catch(async (error: unknown) => {
    // The parts are not those that were signed. They would be refused again.
    if (error instanceof CodedError && error.code === 'release.invalid') await endUpload(dependencies, db.orm, uploadId);
    throw error;
  });
  await endUpload(dependencies, db.orm, uploadId);
  return {
    payload: { items: await listVersionRows(db.orm, VERSION_RECORDS_SHOWN) },
    say: `${isRenewed ? '已续签' : '已发布'} ${version.versionCode}`,
  };
};
