/** The built frame for a server: reads `dist` and hashes the page for its URL. Runs in Node. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** The frame's page, which contains the engine's script and style sheet. */
export interface FramePage {
  body: Buffer;
  /** The page, compressed by gzip. */
  gzip: Buffer;
  /** The page, compressed by Brotli. */
  brotli: Buffer;
}
export interface FrameAssets {
  /** 16 hex digits of the SHA-256 of the page: a new build has a new URL, `/~engine/<hash>/frame.html`. */
  hash: string;
  page: FramePage;
  /** The source that allows the page's script in its Content-Security-Policy, and no other script. */
  scriptSource: string;
}

/** The built files that store books on a device. */
export interface OfflineAssets {
  /** The store page; its URL has `hash`, 16 hex digits of its SHA-256: `/~store/<hash>/store.html`. */
  page: Buffer;
  hash: string;
  scriptSource: string;
  /** The service worker of the content origin. */
  worker: Buffer;
}

/** Reads the built script that the server adds to documents with scripts. Throws when the engine has not been built. */
export const scriptBridgeAsset = (folder: URL = new URL('../dist/', import.meta.url)): Promise<Buffer> =>
  readFile(new URL('script-bridge.js', folder));

/** Returns the text of the page's script, exactly as a browser hashes it. */
const scriptOf = (page: string): string => /<script>(.*?)<\/script>/s.exec(page)?.[1] ?? '';

/**
 * Reads the built page. `folder` is the build output and ends with a slash. Throws when the engine has not been built (`npm run build -w
 * @shufang/reading-engine`).
 */
export const frameAssets = async (folder: URL = new URL('../dist/', import.meta.url)): Promise<FrameAssets> => {
  const read = (file: string): Promise<Buffer> => readFile(new URL(file, folder));
  const [body, gzip, brotli] = await Promise.all([read('frame.html'), read('frame.html.gz'), read('frame.html.br')]);
  const sha256 = (data: string | Buffer) => createHash('sha256').update(data);
  return {
    hash: sha256(body).digest('hex').slice(0, 16),
    page: { body, gzip, brotli },
    scriptSource: `'sha256-${sha256(scriptOf(body.toString())).digest('base64')}'`,
  };
};

/** Reads the built store page and service worker. Throws when the engine has not been built. */
export const offlineAssets = async (folder: URL = new URL('../dist/', import.meta.url)): Promise<OfflineAssets> => {
  const [page, worker] = await Promise.all(['store.html', 'offline-worker.js'].map((file) => readFile(new URL(file, folder))));
  if (page === undefined || worker === undefined) throw new Error('the built files are missing');
  return {
    page,
    worker,
    hash: createHash('sha256').update(page).digest('hex').slice(0, 16),
    scriptSource: `'sha256-${createHash('sha256').update(scriptOf(page.toString())).digest('base64')}'`,
  };
};
