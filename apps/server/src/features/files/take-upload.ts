/** The two uploads: a document or picture to keep, and a picture for a purpose. */
import path from 'node:path';
import { CodedError, LIMITS, type ParsedInputOf, type UserFile, uploadImage } from '@shufang/contract';
import type { FastifyRequest } from 'fastify';
import { withTemporaryFolder } from '../media/import/temporary-folder.ts';
import type { FileDependencies } from './file-dependencies.ts';
import { shownName } from './file-name.ts';
import { keepFile } from './keep-file.ts';
import { makePicture } from './make-picture.ts';
import { type ReceivedForm, receiveForm } from './receive-form.ts';
import { type Content, FAMILY_BYTES, familyOf, recogniseContent } from './recognise-content.ts';
import { viewFile } from './user-file.ts';

type Picture = Extract<Content, { kind: 'picture' }>;

const keepPicture = async (
  deps: FileDependencies,
  ownerId: string,
  form: ReceivedForm,
  format: Picture['format'],
  kind: 'avatar' | 'picture',
): Promise<UserFile> => {
  const filePath = path.join(path.dirname(form.filePath), 'picture');
  const mediaType = await makePicture(form.filePath, format, kind, filePath);
  return viewFile(await keepFile(deps, { ownerId, kind, name: shownName(form.fileName, mediaType), mediaType, filePath }));
};

/** Throws `file.missing`, `file.tooLarge`, `file.typeRefused`, `file.pictureBroken`, `file.quotaFull`. */
export const takeFile = (deps: FileDependencies, request: FastifyRequest, ownerId: string): Promise<UserFile> =>
  withTemporaryFolder(deps.temporaryFolder, 'upload', async (folder) => {
    const form = await receiveForm(request, folder, (head) => FAMILY_BYTES[familyOf(head)]);
    const content = await recogniseContent(form.filePath, form.fileName);
    if (content === undefined) throw new CodedError('file.typeRefused');
    if (content.kind === 'picture') return keepPicture(deps, ownerId, form, content.format, 'picture');
    const { mediaType } = content;
    const name = shownName(form.fileName, mediaType);
    return viewFile(await keepFile(deps, { ownerId, kind: 'document', name, mediaType, filePath: form.filePath }));
  });

const purposeOf = (fields: ReceivedForm['fields']): ParsedInputOf<typeof uploadImage>['purpose'] => {
  const input = uploadImage.input.safeParse(fields);
  if (!input.success) throw new CodedError('request.invalid', { reason: '图片的用途有误' });
  return input.data.purpose;
};

/** Throws as `takeFile` does. What is no picture is refused by its first bytes, before the rest has arrived. */
export const takeImage = (deps: FileDependencies, request: FastifyRequest, ownerId: string): Promise<UserFile> =>
  withTemporaryFolder(deps.temporaryFolder, 'upload', async (folder) => {
    const form = await receiveForm(request, folder, (head) => {
      if (head.length > 0 && familyOf(head) !== 'picture') throw new CodedError('file.typeRefused');
      return LIMITS.imageBytes;
    });
    const purpose = purposeOf(form.fields);
    if (purpose === 'avatar' && form.bytes > LIMITS.avatarBytes) {
      throw new CodedError('file.tooLarge', { megabytes: LIMITS.avatarBytes / 1_048_576 });
    }
    const content = await recogniseContent(form.filePath, form.fileName);
    if (content?.kind !== 'picture') throw new CodedError('file.typeRefused');
    return keepPicture(deps, ownerId, form, content.format, purpose === 'avatar' ? 'avatar' : 'picture');
  });
