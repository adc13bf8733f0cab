/** A temporary folder for one upload, import or export, removed afterwards; leftovers of a killed process are removed by the next call. */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../platform/config.ts';

/** Returns the folder of all temporary files of uploads, imports and exports. */
export const temporaryFolderOf = (config: Pick<Config, 'dataDir'>): string => path.join(config.dataDir, 'tmp');

/**
 * Age from which a folder counts as a leftover. No upload, import or export takes as long; the largest upload at the slowest rate takes 14
 * hours.
 */
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

/** Removes folders of uploads, imports and exports whose process was killed; returns their number. */
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

/** Returns when a folder was changed; the current time for a folder that another process removes at this moment. */
const changedAt = async (folder: string): Promise<number> => {
  try {
    return (await stat(folder)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return Date.now();
    throw error;
  }
};
