/** Writes a ZIP file piece by piece: as much is in memory as one piece takes. */
import { open } from 'node:fs/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { ExportedFile } from '../../platform/personal-data.ts';

/** Other files are packed as they come: pictures and documents hardly get smaller. */
const TEXT = /\.(?:json|md|txt|html)$/;
const LEVEL = 6;

const bytesOf = (piece: Uint8Array | string): Uint8Array => (typeof piece === 'string' ? Buffer.from(piece) : piece);

/** `onBytes` hears after each piece how many bytes of how many were read, by the sizes the files gave; it may throw to stop. */
export const writeZip = async (
  filePath: string,
  files: readonly ExportedFile[],
  modifiedAt: number,
  onBytes: (done: number, total: number) => Promise<void>,
): Promise<void> => {
  const output = await open(filePath, 'wx', 0o600);
  const ready: Uint8Array[] = [];
  const faults: Error[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) faults.push(error);
    else ready.push(chunk);
  });
  const write = async (): Promise<void> => {
    if (faults[0] !== undefined) throw faults[0];
    for (const chunk of ready.splice(0)) await output.writeFile(chunk);
  };
  // Every file counts for a little, so that many empty ones move the progress too.
  const weightOf = ({ bytes }: ExportedFile): number => Math.max(bytes, 1);
  const total = files.reduce((sum, file) => sum + weightOf(file), 0);
  let before = 0;
  try {
    for (const file of files) {
      const entry = TEXT.test(file.path) ? new ZipDeflate(file.path, { level: LEVEL }) : new ZipPassThrough(file.path);
      entry.mtime = modifiedAt;
      zip.add(entry);
      let own = 0;
      for await (const piece of file.read()) {
        const bytes = bytesOf(piece);
        entry.push(bytes);
        await write();
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
