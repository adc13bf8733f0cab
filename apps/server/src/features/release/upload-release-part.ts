/** Receives the next part of a file of an upload. Throws `release.uploadUnknown`, `release.uploadIncomplete`, `file.tooLarge`. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CodedError, LIMITS, type UpdateManifest } from '@shufang/contract';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import type { UploadUseCase } from '../../platform/http/register-uploads.ts';
import type { ReleaseDependencies } from './release-dependencies.ts';
import { findUpload, insertPart, listParts, lockUpload, type StoredPart } from './upload-store.ts';
import { receivedOf } from './uploaded-release.ts';

/** Media type of a part, which is never sent to anybody. */
const MEDIA_TYPE = 'application/octet-stream';

/** Returns the size that the part at `offset` must have; undefined if no part begins there. */
const partSizeAt = (files: UpdateManifest['files'], fileName: string, offset: number): number | undefined => {
  const size = files.find(({ name }) => name === fileName)?.size ?? 0;
  return offset < size && offset % LIMITS.releasePartBytes === 0 ? Math.min(LIMITS.releasePartBytes, size - offset) : undefined;
};

/** Stores a part after those before it. Returns how much of the file there is. */
const storePart = ({ db, clock }: ReleaseDependencies, uploadId: string, part: StoredPart): Promise<number> =>
  db.transaction(async (tx) => {
    if (!(await lockUpload(tx, uploadId, clock.now()))) throw new CodedError('release.uploadUnknown');
    const parts = await listParts(tx, uploadId);
    const received = receivedOf(parts, part.fileName);
    if (part.offset > received) throw new CodedError('release.uploadIncomplete');
    if (part.offset === received) {
      await insertPart(tx, uploadId, part);
      return received + part.bytes;
    }
    const stored = parts.find(({ fileName, offset }) => fileName === part.fileName && offset === part.offset);
    if (stored?.sha256 !== part.sha256) throw new CodedError('release.uploadIncomplete');
    return received;
  });

export const uploadReleasePart: UploadUseCase<'uploadReleasePart', ReleaseDependencies> = (dependencies, _caller, request, parseInput) =>
  dependencies.withTemporaryFolder(async (folder) => {
    const { db, clock, objects, receiveForm, noteUnclaimedObject } = dependencies;
    const form = await receiveForm(request, folder, () => LIMITS.releasePartBytes);
    const { uploadId, fileName, offset } = parseInput(form.fields);
    const upload = await findUpload(db.orm, uploadId);
    if (upload === undefined) throw new CodedError('release.uploadUnknown');
    const { files } = JSON.parse((JSON.parse(upload.release) as { manifest: string }).manifest) as UpdateManifest;
    if (partSizeAt(files, fileName, offset) !== form.bytes) throw new CodedError('release.uploadIncomplete');
    const bytes = await readFile(form.filePath);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await noteUnclaimedObject(db.orm, sha256, clock.now());
    await objects.put(contentKey(sha256), bytes, { mediaType: MEDIA_TYPE, bytes: bytes.length });
    return { received: await storePart(dependencies, uploadId, { fileName, offset, bytes: bytes.length, sha256 }) };
  });
