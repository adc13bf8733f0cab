/** Real books nobody here wrote; they lie beside the project and stay there. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@shufang/dev-env';

/** Path of a corpus file. Throws with where it was looked for. */
export const corpusFile = (name: string): string => {
  const folder = process.env['SHUFANG_CORPUS'] ?? path.resolve(projectRoot, '..', 'shared', 'corpus');
  const file = path.join(folder, name);
  if (!existsSync(file)) throw new Error(`the corpus file ${file} is missing: set SHUFANG_CORPUS to the folder of the test books`);
  return file;
};
