import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { openFolderObjectStorage } from './folder-object-storage.ts';
import { describeObjectStorage } from './object-storage.contract.ts';

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

it('leaves no trace of a body that breaks off', () =>
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

it('removes the leftovers of an old crash at the next start and leaves fresh ones alone', () =>
  inTemporaryFolder(async (folder) => {
    await openFolderObjectStorage(folder);
    const old = path.join(folder, '.tmp', 'old');
    await writeFile(old, 'half');
    await utimes(old, new Date(0), new Date(0));
    await writeFile(path.join(folder, '.tmp', 'fresh'), 'being written');
    await openFolderObjectStorage(folder);
    expect(await readdir(path.join(folder, '.tmp'))).toEqual(['fresh']);
  }));

it('has no links of its own: the content origin makes them', () =>
  inTemporaryFolder(async (folder) => {
    const storage = await openFolderObjectStorage(folder);
    expect(await storage.signedUrl('a/b', { expiresInMs: 1_000 })).toBeUndefined();
  }));
