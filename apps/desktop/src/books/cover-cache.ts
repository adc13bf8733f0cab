/** Covers of books in files of the client, so that the bookshelf shows them without a network. Main process. */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { COVER_PATH } from '@shufang/contract';
import { hashOf } from './sealed-file.ts';

/** Number of cached covers, as in the service worker of the web client; the oldest are deleted. */
const COVERS_MAX = 300;

const COVER = new RegExp(`^${COVER_PATH}/[^/]+/([0-9a-f]{64})\\.webp$`);

export interface CoverCache {
  /** Returns the cached cover with this path of the server; undefined if it is not cached or damaged. */
  find(pathname: string): Promise<Buffer | undefined>;
  /** Stores a response of the server. Ignores paths that are no covers, contents that are not those of the path, and a full disk. */
  store(pathname: string, content: Buffer): Promise<void>;
}

export const createCoverCache = (folder: string, max: number = COVERS_MAX): CoverCache => {
  const hashIn = (pathname: string): string | undefined => COVER.exec(pathname)?.[1];
  const fileOf = (hash: string): string => path.join(folder, `${hash}.webp`);

  const deleteOldest = async (): Promise<void> => {
    const names = await readdir(folder);
    if (names.length <= max) return;
    const files = await Promise.all(
      names.map(async (name) => ({ name, storedAt: (await stat(path.join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
    );
    const old = files.toSorted((a, b) => b.storedAt - a.storedAt).slice(max);
    await Promise.all(old.map(({ name }) => rm(path.join(folder, name), { force: true })));
  };

  return {
    find: async (pathname) => {
      const hash = hashIn(pathname);
      if (hash === undefined) return undefined;
      const content = await readFile(fileOf(hash)).catch(() => undefined);
      return content !== undefined && hashOf(content) === hash ? content : undefined;
    },
    store: async (pathname, content) => {
      const hash = hashIn(pathname);
      // The name of a cover is the hash of its content.
      if (hash === undefined || hashOf(content) !== hash) return;
      const written = path.join(folder, `${hash}.${process.hrtime.bigint()}.new`);
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(written, content);
        await rename(written, fileOf(hash));
        await deleteOldest();
      } catch (error) {
        await rm(written, { force: true }).catch(() => undefined);
        console.error('a cover could not be stored', error);
      }
    },
  };
};
