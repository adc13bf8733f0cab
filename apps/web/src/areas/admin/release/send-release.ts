/** Sends the files of a signed release in parts, from where the server stopped receiving them. */
import { LIMITS, type ReleaseUpload, uploadReleasePart } from '@shufang/contract';
import { upload } from '../../../platform/api/upload.ts';

/** Returns the file with this name and size; undefined if it was not chosen. */
const chosenFile = (files: readonly File[], { name, size }: { name: string; size: number }): File | undefined =>
  files.find((file) => file.name === name && file.size === size);

/** Returns the files of the manifest that are needed and were not chosen. */
export const missingFiles = ({ files: needed }: ReleaseUpload, files: readonly File[]): ReleaseUpload['files'] =>
  needed.filter((each) => each.received < each.size && chosenFile(files, each) === undefined);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Returns the share of all files that the server has, from 0 to 1. */
export const shareOf = ({ files }: ReleaseUpload): number =>
  sum(files.map(({ received }) => received)) / sum(files.map(({ size }) => size));

/** Sends what the server does not have. `onProgress`: called with the share of all files, from 0 to 1. Throws like `call`. */
export const sendRelease = async (
  release: ReleaseUpload,
  files: readonly File[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<void> => {
  const total = sum(release.files.map(({ size }) => size));
  let done = sum(release.files.map(({ received }) => received));
  for (const needed of release.files) {
    const file = chosenFile(files, needed);
    if (file === undefined) continue;
    for (let offset = needed.received; offset < needed.size; offset += LIMITS.releasePartBytes) {
      const part = file.slice(offset, offset + LIMITS.releasePartBytes);
      const base = done;
      await upload(uploadReleasePart, { uploadId: release.uploadId, fileName: needed.name, offset }, new File([part], needed.name), {
        signal,
        onProgress: (sent) => onProgress((base + sent * part.size) / total),
      });
      done += part.size;
    }
  }
};
