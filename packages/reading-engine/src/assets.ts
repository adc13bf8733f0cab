/** The built frame for a server: reads `dist` and hashes the files for their URL. Runs in Node. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

export interface FrameAsset {
  /** File name under `/~engine/<hash>/`. */
  name: string;
  type: string;
  body: Buffer;
  /** Content of the file, compressed by gzip. */
  gzip: Buffer;
  /** Content of the file, compressed by Brotli. */
  brotli: Buffer;
}
export interface FrameAssets {
  /** 16 hex digits of the SHA-256 of all files: a new build has a new URL. */
  hash: string;
  files: FrameAsset[];
}

const types: Record<string, string> = {
  'frame.html': 'text/html; charset=utf-8',
  'frame.js': 'text/javascript; charset=utf-8',
  'frame.css': 'text/css; charset=utf-8',
};

/**
 * Reads the built files. `folder` is the build output and ends with a slash. Throws when the engine has not been built (`npm run build -w
 * @shufang/reading-engine`).
 */
export const frameAssets = async (folder: URL = new URL('../dist/', import.meta.url)): Promise<FrameAssets> => {
  const files: FrameAsset[] = [];
  const digest = createHash('sha256');
  for (const [name, type] of Object.entries(types)) {
    const read = (file: string): Promise<Buffer> => readFile(new URL(file, folder));
    const [body, gzip, brotli] = await Promise.all([read(name), read(`${name}.gz`), read(`${name}.br`)]);
    digest.update(name).update(body);
    files.push({ name, type, body, gzip, brotli });
  }
  return { hash: digest.digest('hex').slice(0, 16), files };
};
