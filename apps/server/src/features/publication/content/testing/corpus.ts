/**
 * Test support: the collection of real and malicious books, which is not part of the project. Its folder is `SHUFANG_CORPUS`, by default
 * `../shared/corpus`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';

/** Larger archive entries are not unpacked here; the archive tests check them without unpacking. */
const ENTRY_BYTES_MAX = 40_000_000;

const corpusFolder = (): string => {
  const folder = process.env.SHUFANG_CORPUS ?? path.resolve(import.meta.dirname, '../../../../../../../../shared/corpus');
  if (!existsSync(folder)) {
    throw new Error(
      `The test books are not at ${folder}. Put them there or set SHUFANG_CORPUS to their folder; these tests cannot run without them.`,
    );
  }
  return folder;
};

export const corpusPath = (name: string): string => path.join(corpusFolder(), name);

export const readCorpusFile = (name: string): Uint8Array => readFileSync(path.join(corpusFolder(), name));

/**
 * Returns the files with this file name extension in a folder of the collection. Throws if there is none, because a test over no files
 * would pass.
 */
export const listCorpus = (folder: string, ending: string): string[] => {
  const names = readdirSync(path.join(corpusFolder(), folder)).filter((name) => name.endsWith(ending));
  if (names.length === 0)
    throw new Error(`no file that ends in "${ending}" in ${path.join(corpusFolder(), folder)}: the test would prove nothing`);
  return names.map((name) => `${folder}/${name}`);
};

/** Returns the files of an archive by name; an empty map if it is no archive. */
export const unpackCorpusBook = (name: string): Map<string, Uint8Array> => {
  try {
    return new Map(Object.entries(unzipSync(readCorpusFile(name), { filter: (entry) => entry.originalSize < ENTRY_BYTES_MAX })));
  } catch (error) {
    // A damaged archive counts as empty here, because the archive's own tests cover it.
    if (error instanceof Error && 'code' in error && typeof error.code === 'number') return new Map();
    throw error;
  }
};
