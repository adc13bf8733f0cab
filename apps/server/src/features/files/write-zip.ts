/** Writes a ZIP file in chunks, with only one chunk in memory. */
import { open } from 'node:fs/promises';
import { setImmediate as afterOthers } from 'node:timers/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { ExportedFile } from '../../platform/personal-data.ts';

/**
 * Names of the files that are compressed in the archive. Others are stored without compression, because pictures and documents hardly
 * shrink.
 */
const TEXT = /\.(?:json|md|txt|html)$/;
const LEVEL = 6;

/** Number of bytes that are compressed at a time (about 5 ms), so that the event loop is not blocked. */
const SLICE_BYTES = 65_536;

const bytesOf = (piece: Uint8Array | string): Uint8Array => (typeof piece === 'string' ? Buffer.from(piece) : piece);

/**
 * Writes the ZIP file. `onBytes` is called after each chunk with the bytes read and the total of the declared sizes; it may throw to stop.
 */
export const writeZip = async (
  filePath: string,
  files: readonly ExportedFile[],
  modifiedAt: number,
  onBytes: (done: number, total: number) => Promise<void>,
): Promise<void> => {
  const output = await open(filePath, 'wx', 0o600);
  const ready: Uint8Array[] = [];
  const errors: Error[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) errors.push(error);
    else ready.push(chunk);
  });
  const write = async (): Promise<void> => {
    if (errors[0] !== undefined) throw errors[0];
    for (const chunk of ready.splice(0)) await output.writeFile(chunk);
  };
  // The weight of a file in the progress. Every file counts a minimum, so that empty ones advance the progress too.
  const weightOf = ({ bytes }: ExportedFile): number => Math.max(bytes, 1);
  const total = files.reduce((sum, file) => sum + weightOf(file), 0);
  let before = 0;
  /** Number of bytes written since the last yield to the event loop. */
  let pushed = 0;
  try {
    for (const file of files) {
      const entry = TEXT.test(file.path) ? new ZipDeflate(file.path, { level: LEVEL }) : new ZipPassThrough(file.path);
      entry.mtime = modifiedAt;
      zip.add(entry);
      let own = 0;
      for await (const piece of file.read()) {
        const bytes = bytesOf(piece);
        for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
          entry.push(bytes.subarray(at, at + SLICE_BYTES));
          await write();
          pushed += Math.min(SLICE_BYTES, bytes.length - at);
          if (pushed >= SLICE_BYTES) {
            pushed = 0;
            await afterOthers();
          }
        }
        own += bytes.length;
        await onBytes(before + Math.min(own, weightOf(file)), total);
      }
      entry.push(new Uint8Array(), true);
      await write();
      before += weightOf(file);
      await onBytes(before, total);
    }
    zip.end();
    await write();
  } finally {
    await output.close();
  }
};
