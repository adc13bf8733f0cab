/** Re-encodes an uploaded picture without its metadata and stores it. */
import type { UserFile } from '@shufang/contract';
import type { FileDependencies } from './file-dependencies.ts';
import { shownName } from './file-name.ts';
import { remakePicture } from './isolated-files.ts';
import type { ReceivedForm } from './receive-form.ts';
import { storeFile } from './store-file.ts';
import type { Content } from './upload-kinds.ts';
import { viewFile } from './user-file.ts';

type Picture = Extract<Content, { kind: 'picture' }>;

/** Stores a picture. Throws `file.pictureBroken`, `file.quotaFull`. */
export const storePicture = async (
  dependencies: FileDependencies,
  ownerId: string,
  form: ReceivedForm,
  format: Picture['format'],
  kind: 'avatar' | 'picture',
): Promise<UserFile> => {
  const { filePath, mediaType, width, height } = await remakePicture(dependencies.temporaryFolder, form.filePath, format, kind);
  const name = shownName(form.fileName, mediaType);
  return viewFile(await storeFile(dependencies, { ownerId, kind, name, mediaType, filePath, pixels: { width, height } }));
};
