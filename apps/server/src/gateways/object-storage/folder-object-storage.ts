/**
 * Objects as files in a folder. A file is written to a temporary file, synced and renamed, and the folder is synced, so that no incomplete
 * object is ever visible.
 */

import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  assertObjectKey,
  assertObjectPrefix,
  forEachAtMost,
  isContentAddressed,
  ObjectNotFoundError,
  type ObjectStorage,
  resolveRange,
} from './object-storage.ts';

/** Name of the folder with incomplete files. No object can have this name, because no key begins with a dot. */
const TEMPORARY = '.tmp';
/** Age from which a temporary file is deleted. Newer files stay, because another process may still be writing them. */
const TEMPORARY_STALE_MS = 24 * 3_600_000;
const PARALLEL_PUTS = 16;

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The steps that make an object survive a power failure, in this order; tests observe them. */
export interface DurableSteps {
  /** Syncs the bytes of the file to the disk. */
  syncFile(handle: FileHandle): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Syncs a rename or a new folder in `folder` to the disk. */
  syncFolder(folder: string): Promise<void>;
}

export const durableSteps: DurableSteps = {
  syncFile: (handle) => handle.datasync(),
  rename,
  async syncFolder(folder) {
    // Nothing is done on Windows, which cannot sync a folder and does not need it.
    if (process.platform === 'win32') return;
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

/** Opens the store in `root`. Creates the folder and deletes temporary files of a crash. */
export const openFolderObjectStorage = async (root: string, steps: DurableSteps = durableSteps): Promise<ObjectStorage> => {
  const temporary = path.join(root, TEMPORARY);
  await mkdir(temporary, { recursive: true });
  for await (const entry of await opendir(temporary)) {
    const file = path.join(temporary, entry.name);
    const { mtimeMs } = await stat(file);
    if (mtimeMs < Date.now() - TEMPORARY_STALE_MS) await rm(file, { force: true });
  }
  const knownFolders = new Set<string>();

  const fileOf = (key: string): string => {
    assertObjectKey(key);
    return path.join(root, ...key.split('/'));
  };

  const sizeOf = async (file: string): Promise<number | undefined> => {
    try {
      const found = await stat(file);
      return found.isFile() ? found.size : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };

  /** Creates the folder of an object. Returns the folder and the parents of newly created folders, which must all be synced. */
  const ensureFolder = async (folder: string): Promise<string[]> => {
    const firstNew = knownFolders.has(folder) ? undefined : await mkdir(folder, { recursive: true });
    const changed = [folder];
    if (firstNew !== undefined)
      for (let level = folder; level.length >= firstNew.length; level = path.dirname(level)) changed.push(path.dirname(level));
    return changed;
  };

  const syncFolders = async (changed: ReadonlySet<string>): Promise<void> => {
    await forEachAtMost(PARALLEL_PUTS, changed, steps.syncFolder);
    for (const folder of changed) knownFolders.add(folder);
  };

  const writeTemporary = async (body: Uint8Array | Readable, bytes: number, key: string): Promise<string> => {
    const file = path.join(temporary, randomUUID());
    const handle = await open(file, 'wx');
    try {
      let written = 0;
      if (body instanceof Uint8Array) {
        await handle.writeFile(body);
        written = body.byteLength;
      } else {
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          written += chunk.byteLength;
          if (written > bytes) break;
          await handle.writeFile(chunk);
        }
      }
      if (written !== bytes)
        throw new Error(`object ${key} should have ${bytes} bytes but its body ${written > bytes ? 'is longer' : `has ${written}`}`);
      await steps.syncFile(handle);
    } catch (error) {
      await handle.close();
      await rm(file, { force: true });
      throw error;
    }
    await handle.close();
    return file;
  };

  /** Writes the file. Returns the folders that must still be synced; none if the object already existed. */
  const writeObject = async (key: string, body: Uint8Array | Readable, bytes: number): Promise<string[]> => {
    const file = fileOf(key);
    if (isContentAddressed(key) && (await sizeOf(file)) === bytes) {
      if (body instanceof Readable) body.destroy();
      return [];
    }
    const written = await writeTemporary(body, bytes, key);
    const changed = await ensureFolder(path.dirname(file));
    await steps.rename(written, file);
    return changed;
  };

  return {
    async put(key, body, { bytes }) {
      await syncFolders(new Set(await writeObject(key, body, bytes)));
    },
    async putMany(objects) {
      const changed = new Set<string>();
      await forEachAtMost(PARALLEL_PUTS, objects, async ({ key, body, bytes }) => {
        for (const folder of await writeObject(key, body, bytes)) changed.add(folder);
      });
      await syncFolders(changed);
    },
    async get(key, range) {
      const file = fileOf(key);
      const totalBytes = await sizeOf(file);
      if (totalBytes === undefined) throw new ObjectNotFoundError(key);
      const { start, end, bytes } = resolveRange(key, totalBytes, range);
      const stream = totalBytes === 0 ? Readable.from([]) : createReadStream(file, { start, end });
      return { stream, bytes, totalBytes };
    },
    async head(key) {
      const bytes = await sizeOf(fileOf(key));
      return bytes === undefined ? undefined : { bytes };
    },
    async delete(key) {
      await rm(fileOf(key), { force: true });
    },
    list(prefix) {
      assertObjectPrefix(prefix);
      return listKeys(root, '', prefix);
    },
    async signedUrl() {
      return undefined;
    },
  };
};

/** Lists the folder in key order, without subfolders that cannot match the prefix. */
async function* listKeys(root: string, base: string, prefix: string): AsyncGenerator<string> {
  const entries: { key: string; isFolder: boolean }[] = [];
  try {
    for await (const entry of await opendir(path.join(root, base))) {
      if (entry.name.startsWith('.')) continue;
      entries.push({ key: base + entry.name, isFolder: entry.isDirectory() });
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const sortKey = (entry: (typeof entries)[number]): string => (entry.isFolder ? `${entry.key}/` : entry.key);
  entries.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  for (const { key, isFolder } of entries) {
    if (isFolder) {
      const inside = `${key}/`;
      if (inside.startsWith(prefix) || prefix.startsWith(inside)) yield* listKeys(root, inside, prefix);
    } else if (key.startsWith(prefix)) yield key;
  }
}
