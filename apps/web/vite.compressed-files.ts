/** Puts beside each file of the client that is worth it the same file as Brotli, for the server to send. */
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
    // After the service worker, which is a build of its own.
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
