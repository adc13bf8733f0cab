/** Stores an uploaded document or picture. Its kind is recognized from its bytes, never from its name. */
import { CodedError, type UserFile } from '@shufang/contract';
import type { FastifyRequest } from 'fastify';
import { withTemporaryFolder } from '../publication/import/temporary-folder.ts';
import type { FileDependencies } from './file-dependencies.ts';
import { shownName } from './file-name.ts';
import { recognizeUpload } from './isolated-files.ts';
import { receiveForm } from './receive-form.ts';
import { storeFile } from './store-file.ts';
import { storePicture } from './store-picture.ts';
import { FAMILY_BYTES, familyOf } from './upload-kinds.ts';
import { viewFile } from './user-file.ts';

/** Uploads a document or picture. Throws `file.missing`, `file.tooLarge`, `file.typeRefused`, `file.pictureBroken`, `file.quotaFull`. */
export const uploadFile = (dependencies: FileDependencies, request: FastifyRequest, ownerId: string): Promise<UserFile> =>
  withTemporaryFolder(dependencies.temporaryFolder, 'upload', async (folder) => {
    const form = await receiveForm(request, folder, (head) => FAMILY_BYTES[familyOf(head)]);
    const content = await recognizeUpload(dependencies.temporaryFolder, form.filePath, form.fileName);
    if (content === undefined) throw new CodedError('file.typeRefused');
    if (content.kind === 'picture') return storePicture(dependencies, ownerId, form, content.format, 'picture');
    const { mediaType } = content;
    const name = shownName(form.fileName, mediaType);
    return viewFile(await storeFile(dependencies, { ownerId, kind: 'document', name, mediaType, filePath: form.filePath }));
  });
