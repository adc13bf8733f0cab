/** A folder of its own for one upload, import or export under way, removed afterwards; what a killed process left is removed by the next one. */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Nothing of ours is under way for so long: the largest upload at the slowest rate takes 14 hours. */
const LEFTOVER_MS = 86_400_000;

export const withTemporaryFolder = async <T>(
  parent: string,
  kind: 'import' | 'upload' | 'export',
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  await mkdir(parent, { recursive: true });
  await removeLeftoverFolders({ temporaryFolder: parent });
  const folder = await mkdtemp(path.join(parent, `${kind}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Removes folders of uploads, imports and exports that ended without cleaning up (the process was killed); answers how many. */
export const removeLeftoverFolders = async ({ temporaryFolder: parent }: { readonly temporaryFolder: string }): Promise<number> => {
  const before = Date.now() - LEFTOVER_MS;
  let removed = 0;
  for (const name of await namesIn(parent)) {
    if (!/^(?:import|upload|export)-/.test(name)) continue;
    const folder = path.join(parent, name);
    if ((await changedAt(folder)) >= before) continue;
    await rm(folder, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
};

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

/** Now, for one that another process removes at this moment. */
const changedAt = async (folder: string): Promise<number> => {
  try {
    return (await stat(folder)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return Date.now();
    throw error;
  }
};
