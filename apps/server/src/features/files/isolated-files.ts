/** Reads uploaded files outside the event loop, in processes that can access only the folder of uploads. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { CodedError } from '@shufang/contract';
import { createIsolatedTask, type IsolatedTask } from '../../platform/isolation/isolated-task.ts';
import { DOCUMENT_MEMORY_BYTES, DOCUMENTS_WAITING, EXPORT_MEMORY_BYTES, TABLE_TIMEOUT_MS } from '../../platform/isolation/task-limits.ts';
import type { MadePicture } from './make-picture.ts';
import type { Content } from './upload-kinds.ts';

type PictureFormat = Extract<Content, { kind: 'picture' }>['format'];

export interface ContentWork {
  readonly filePath: string;
  readonly name: string;
}
export interface PictureWork {
  readonly from: string;
  readonly format: PictureFormat;
  readonly purpose: 'avatar' | 'picture';
  readonly to: string;
}

/** Time limit of re-encoding a picture; decoding has its own, shorter limit (`SECONDS_MAX`). */
const PICTURE_TIMEOUT_MS = 45_000;

interface FileReader {
  readonly contents: IsolatedTask<ContentWork, Content | undefined>;
  readonly pictures: IsolatedTask<PictureWork, MadePicture>;
}
const readers = new Map<string, FileReader>();

/** Returns the reader of uploaded files for a folder of uploads; there is one per folder. */
const readerOf = (folder: string): FileReader => {
  const known = readers.get(folder);
  if (known !== undefined) return known;
  const made: FileReader = {
    contents: createIsolatedTask({
      module: path.join(import.meta.dirname, 'content.task.ts'),
      folder,
      memoryBytes: DOCUMENT_MEMORY_BYTES,
      timeoutMs: TABLE_TIMEOUT_MS,
      waiting: DOCUMENTS_WAITING,
      refusal: () => new CodedError('file.typeRefused'),
    }),
    pictures: createIsolatedTask({
      module: path.join(import.meta.dirname, 'picture.task.ts'),
      folder,
      usesAddons: true,
      memoryBytes: EXPORT_MEMORY_BYTES,
      timeoutMs: PICTURE_TIMEOUT_MS,
      processes: 2,
      waiting: DOCUMENTS_WAITING,
      refusal: () => new CodedError('file.pictureBroken'),
    }),
  };
  readers.set(folder, made);
  return made;
};

/** Recognizes an uploaded file by its bytes; undefined if its type may not be uploaded. `folder`: the folder of uploads. */
export const recognizeUpload = async (folder: string, filePath: string, name: string): Promise<Content | undefined> =>
  readerOf(folder).contents.run({ filePath: await realpath(filePath), name });

/** Writes a new picture beside `from` and returns its path, type and size. Throws `file.pictureBroken`, `request.tooMany`. */
export const remakePicture = async (
  folder: string,
  from: string,
  format: PictureFormat,
  purpose: 'avatar' | 'picture',
): Promise<MadePicture & { filePath: string }> => {
  const source = await realpath(from);
  const to = path.join(path.dirname(source), 'picture');
  return { filePath: to, ...(await readerOf(folder).pictures.run({ from: source, format, purpose, to })) };
};
