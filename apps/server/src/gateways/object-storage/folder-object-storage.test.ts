import { type FileHandle, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type DurableSteps, durableSteps, openFolderObjectStorage } from './folder-object-storage.ts';
import { describeObjectStorage } from './object-storage.contract.ts';
import type { ObjectStorage } from './object-storage.ts';

const inTemporaryFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-objects-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

describeObjectStorage('objects in a folder', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-objects-'));
  return { storage: await openFolderObjectStorage(folder), close: () => rm(folder, { recursive: true, force: true }) };
});

it('leaves no file of a body that breaks off', () =>
  inTemporaryFolder(async (folder) => {
    const storage = await openFolderObjectStorage(folder);
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('the upload broke off');
      })(),
    );
    await expect(storage.put('uploads/book', broken, { mediaType: 'text/plain', bytes: 8 })).rejects.toThrow('broke off');
    expect(await readdir(path.join(folder, '.tmp'))).toEqual([]);
    for await (const key of storage.list('')) expect.unreachable(key);
  }));

it('deletes temporary files of an earlier crash at the next start and leaves recent ones', () =>
  inTemporaryFolder(async (folder) => {
    await openFolderObjectStorage(folder);
    const old = path.join(folder, '.tmp', 'old');
    await writeFile(old, 'half');
    await utimes(old, new Date(0), new Date(0));
    await writeFile(path.join(folder, '.tmp', 'fresh'), 'being written');
    await openFolderObjectStorage(folder);
    expect(await readdir(path.join(folder, '.tmp'))).toEqual(['fresh']);
  }));

it('creates no download links: the content origin creates them', () =>
  inTemporaryFolder(async (folder) => {
    const storage = await openFolderObjectStorage(folder);
    expect(await storage.signedUrl('a/b', { expiresInMs: 1_000 })).toBeUndefined();
  }));

describe('a written object', () => {
  /** Records the operations on the disk in their order, and executes them. */
  const watched = (folder: string) => {
    const done: string[] = [];
    const name = (file: string): string => path.relative(folder, file).replace(/^\.tmp\/.*/, '.tmp/*') || '.';
    const steps: DurableSteps = {
      syncFile: async (handle) => {
        await durableSteps.syncFile(handle);
        done.push(`sync ${(await handle.stat()).size} bytes`);
      },
      rename: async (from, to) => {
        await durableSteps.rename(from, to);
        done.push(`${name(from)} -> ${name(to)}`);
      },
      syncFolder: async (changed) => {
        await durableSteps.syncFolder(changed);
        done.push(`sync ${name(changed)}`);
      },
    };
    return { done, steps };
  };
  const put = (storage: ObjectStorage, key: string): Promise<void> =>
    storage.put(key, Buffer.from('words'), { mediaType: 'text/plain', bytes: 5 });

  it('is synced to the disk with fsync', async () => {
    const asked: string[] = [];
    const record = (name: string) => async () => void asked.push(name);
    await durableSteps.syncFile({ datasync: record('datasync'), sync: record('sync') } as unknown as FileHandle);
    expect(asked).toEqual(['datasync']);
  });

  it('is synced before it is renamed, and the rename and new folders are synced before the call returns', () =>
    inTemporaryFolder(async (folder) => {
      const { done, steps } = watched(folder);
      const storage = await openFolderObjectStorage(folder, steps);
      await put(storage, 'books/one/a');
      expect(done.slice(0, 2)).toEqual(['sync 5 bytes', '.tmp/* -> books/one/a']);
      expect(done.slice(2).toSorted()).toEqual(['sync .', 'sync books', 'sync books/one']);
      done.length = 0;
      await put(storage, 'books/one/b');
      expect(done).toEqual(['sync 5 bytes', '.tmp/* -> books/one/b', 'sync books/one']);
    }));

  it('is synced also when it is a stream or one of several objects, and each folder once', () =>
    inTemporaryFolder(async (folder) => {
      const { done, steps } = watched(folder);
      const storage = await openFolderObjectStorage(folder, steps);
      await storage.putMany(
        ['a', 'b'].map((name) => ({
          key: `books/${name}`,
          body: Readable.from([Buffer.from('words')]),
          mediaType: 'text/plain',
          bytes: 5,
        })),
      );
      expect(done.filter((step) => step === 'sync 5 bytes')).toHaveLength(2);
      expect(done.slice(-2).toSorted()).toEqual(['sync .', 'sync books']);
      expect(done.indexOf('sync 5 bytes')).toBeLessThan(done.findIndex((step) => step.includes('->')));
    }));

  it('does not exist when its bytes could not be synced', () =>
    inTemporaryFolder(async (folder) => {
      const { steps } = watched(folder);
      const storage = await openFolderObjectStorage(folder, { ...steps, syncFile: () => Promise.reject(new Error('the disk is full')) });
      await expect(put(storage, 'books/a')).rejects.toThrow('the disk is full');
      expect(await storage.head('books/a')).toBeUndefined();
      expect(await readdir(path.join(folder, '.tmp'))).toEqual([]);
    }));
});
