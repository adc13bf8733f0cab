/** Writes a ZIP file in memory. The same files give the same bytes. Pure. */
import { strToU8, zipSync } from 'fflate';

/** The first day that a ZIP file can name. */
const MODIFIED = '1980-01-01T12:00:00';
const PICTURE = /\.(?:png|jpe?g|gif|webp)$/i;

/** Returns the file. Pictures are stored without compression, because they hardly shrink. */
export const writeZip = (files: ReadonlyMap<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      [...files].map(([path, content]) => [
        path,
        [typeof content === 'string' ? strToU8(content) : content, { level: PICTURE.test(path) ? 0 : 6, mtime: MODIFIED }] as const,
      ]),
    ) as Parameters<typeof zipSync>[0],
  );
