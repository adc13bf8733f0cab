import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { COVER_PATH } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCoverCache } from './cover-cache.ts';
import { hashOf } from './sealed-file.ts';

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(path.join(os.tmpdir(), 'shufang-covers-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

const coverOf = (text: string): { pathname: string; content: Buffer } => {
  const content = Buffer.from(text);
  return { pathname: `${COVER_PATH}/b1/${hashOf(content)}.webp`, content };
};

it('returns the covers that were stored, the newest ones only', async () => {
  const folder = path.join(parent, 'some');
  const cache = createCoverCache(folder, 2);
  const covers = ['1', '2', '3'].map(coverOf);
  for (const [n, { pathname, content }] of covers.entries()) {
    expect(await cache.find(pathname)).toBeUndefined();
    await cache.store(pathname, content);
    expect(await cache.find(pathname)).toEqual(content);
    await utimes(path.join(folder, path.basename(pathname)), n, n);
  }
  await cache.store(coverOf('4').pathname, coverOf('4').content);
  expect((await readdir(folder)).toSorted()).toEqual(
    [coverOf('3'), coverOf('4')].map(({ pathname }) => path.basename(pathname)).toSorted(),
  );
});

it.each(['/api/catalog/x', `${COVER_PATH}/b1/..%2F..%2Fmain.webp`, `${COVER_PATH}/b1/${'0'.repeat(64)}.webp`])(
  'stores nothing for %s',
  async (pathname) => {
    const cache = createCoverCache(path.join(parent, 'none'));
    await cache.store(pathname, Buffer.from('1'));
    expect(await cache.find(pathname)).toBeUndefined();
    expect(await readdir(parent)).not.toContain('none');
  },
);

it('a damaged cover is not returned, and a folder that cannot be written prevents nothing', async () => {
  const folder = path.join(parent, 'damaged');
  const { pathname, content } = coverOf('5');
  const cache = createCoverCache(folder);
  await cache.store(pathname, content);
  await writeFile(path.join(folder, path.basename(pathname)), 'else');
  expect(await cache.find(pathname)).toBeUndefined();
  await writeFile(path.join(parent, 'file'), '');
  const without = createCoverCache(path.join(parent, 'file'));
  await without.store(pathname, content);
  expect(await without.find(pathname)).toBeUndefined();
});
