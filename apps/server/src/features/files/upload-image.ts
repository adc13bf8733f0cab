/** Stores an uploaded picture, re-encoded without metadata, as an avatar or as a picture for other uses. */
import * as contract from '@shufang/contract';
import type { FastifyRequest } from 'fastify';
import { withTemporaryFolder } from '../publication/import/temporary-folder.ts';
import type { FileDependencies } from './file-dependencies.ts';
import { recognizeUpload } from './isolated-files.ts';
import { type ReceivedForm, receiveForm } from './receive-form.ts';
import { storePicture } from './store-picture.ts';
import { familyOf } from './upload-kinds.ts';

const { CodedError, LIMITS } = contract;

const purposeOf = (fields: ReceivedForm['fields']): 'avatar' | 'image' => {
  const input = contract.uploadImage.input.safeParse(fields);
  if (!input.success) throw new CodedError('request.invalid', { reason: '图片的用途有误' });
  return input.data.purpose;
};

/**
 * Uploads a picture. Throws `file.missing`, `file.tooLarge`, `file.typeRefused`, `file.pictureBroken`, `file.quotaFull`. Anything but a
 * picture is rejected by its first bytes, before the rest has arrived.
 */
export const uploadImage = (dependencies: FileDependencies, request: FastifyRequest, ownerId: string): Promise<contract.UserFile> =>
  withTemporaryFolder(dependencies.temporaryFolder, 'upload', async (folder) => {
    const form = await receiveForm(request, folder, (head) => {
      if (head.length > 0 && familyOf(head) !== 'picture') throw new CodedError('file.typeRefused');
      return LIMITS.imageBytes;
    });
    const purpose = purposeOf(form.fields);
    if (purpose === 'avatar' && form.bytes > LIMITS.avatarBytes) {
      throw new CodedError('file.tooLarge', { megabytes: LIMITS.avatarBytes / 1_048_576 });
    }
    const content = await recognizeUpload(dependencies.temporaryFolder, form.filePath, form.fileName);
    if (content?.kind !== 'picture') throw new CodedError('file.typeRefused');
    return storePicture(dependencies, ownerId, form, content.format, purpose === 'avatar' ? 'avatar' : 'picture');
  });
