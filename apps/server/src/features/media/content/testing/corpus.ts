/** Test support: the collection of real and hostile books, which is no part of the project. `SHUFANG_CORPUS` or the folder `../shared/corpus`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';

/** Larger entries are for the tests of the archive, which never unpack them. */
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

export const listCorpus = (folder: string, ending: string): string[] =>
  readdirSync(path.join(corpusFolder(), folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);

/** Files of an archive by name; none when it is no archive. */
export const unpackCorpusBook = (name: string): Map<string, Uint8Array> => {
  try {
    return new Map(Object.entries(unzipSync(readCorpusFile(name), { filter: (entry) => entry.originalSize < ENTRY_BYTES_MAX })));
  } catch (error) {
    // Damaged archives are the business of the archive's own tests.
    if (error instanceof Error && 'code' in error && typeof error.code === 'number') return new Map();
    throw error;
  }
};
