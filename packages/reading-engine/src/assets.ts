/** The built frame for a server: reads `dist` and names the set by the hash of its bytes. Runs in Node. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

export interface FrameAsset {
  /** File name under `/~engine/<hash>/`. */
  name: string;
  type: string;
  body: Buffer;
}
export interface FrameAssets {
  /** 16 hex digits over all bytes: a new build has a new address. */
  hash: string;
  files: FrameAsset[];
}

const types: Record<string, string> = {
  'frame.html': 'text/html; charset=utf-8',
  'frame.js': 'text/javascript; charset=utf-8',
  'frame.css': 'text/css; charset=utf-8',
};

/** `folder` is that of the build and ends with a slash. Throws when the engine has not been built (`npm run build -w @shufang/reading-engine`). */
export const frameAssets = async (folder: URL = new URL('../dist/', import.meta.url)): Promise<FrameAssets> => {
  const files: FrameAsset[] = [];
  const digest = createHash('sha256');
  for (const [name, type] of Object.entries(types)) {
    const body = await readFile(new URL(name, folder));
    digest.update(name).update(body);
    files.push({ name, type, body });
  }
  return { hash: digest.digest('hex').slice(0, 16), files };
};
