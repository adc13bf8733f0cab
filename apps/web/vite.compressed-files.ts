/**
 * Writes a Brotli-compressed copy beside each file of the client, for the server to send; small files, for which it would save little, get
 * none.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSED = /\.(?:js|css|svg|webmanifest|txt)$/;
const SMALL_BYTES = 1_000;
const SMALLEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

const compress = promisify(brotliCompress);

export const compressedFiles = (): Plugin => {
  let folder = '';
  return {
    name: 'shufang-compressed-files',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = path.resolve(root, build.outDir);
    },
    // Runs after the service worker is written, because a separate build writes it.
    closeBundle: {
      sequential: true,
      order: 'post',
      handler: async () => {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile() && COMPRESSED.test(entry.name));
        await Promise.all(
          files.map(async ({ parentPath, name }) => {
            const file = path.join(parentPath, name);
            const body = await readFile(file);
            if (body.length > SMALL_BYTES) await writeFile(`${file}.br`, await compress(body, SMALLEST));
          }),
        );
      },
    },
  };
};
