/** Draws the thumbnail of a cover outside the event loop. */
import path from 'node:path';
import { CodedError } from '@shufang/contract';
import { createIsolatedTask } from '../../../platform/isolation/isolated-task.ts';
import { EXPORT_MEMORY_BYTES, TABLE_TIMEOUT_MS, TABLES_WAITING } from '../../../platform/isolation/task-limits.ts';
import type { CoverThumbnail } from './cover-thumbnail.ts';

const task = createIsolatedTask<Uint8Array, { readonly bytes: Uint8Array; readonly width: number; readonly height: number } | undefined>({
  module: path.join(import.meta.dirname, 'cover.task.ts'),
  usesAddons: true,
  memoryBytes: EXPORT_MEMORY_BYTES,
  timeoutMs: TABLE_TIMEOUT_MS,
  waiting: TABLES_WAITING,
  refusal: () => new CodedError('file.pictureBroken'),
});

/**
 * Draws a thumbnail as `makeCoverThumbnail` does, in an isolated process. Throws `file.pictureBroken` for an image that exceeds a limit,
 * `request.tooMany`.
 */
export const drawCoverThumbnail = async (image: Uint8Array): Promise<CoverThumbnail | undefined> => {
  const drawn = await task.run(image);
  return drawn && { ...drawn, bytes: Buffer.from(drawn.bytes) };
};
