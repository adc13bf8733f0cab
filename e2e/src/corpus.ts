/** Access to the corpus: real books of other publishers, stored outside of the repository. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@shufang/dev-env';

/** Returns the path of a corpus file. Throws an error with the searched path when it does not exist. */
export const corpusFile = (name: string): string => {
  const folder = process.env['SHUFANG_CORPUS'] ?? path.resolve(projectRoot, '..', 'shared', 'corpus');
  const file = path.join(folder, name);
  if (!existsSync(file)) throw new Error(`the corpus file ${file} is missing: set SHUFANG_CORPUS to the folder of the test books`);
  return file;
};

/**
 * Returns the names of the files in a corpus folder that match a pattern. Throws when there are none, because a test over no files would
 * pass.
 */
export const corpusNames = (folder: string, pattern: RegExp): string[] => {
  const names = readdirSync(corpusFile(folder)).filter((name) => pattern.test(name));
  if (names.length === 0) throw new Error(`no file of the corpus folder ${folder} fits ${pattern}`);
  return names;
};
