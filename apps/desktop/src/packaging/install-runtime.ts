/** Makes the folder of a client from an Electron runtime and a program: `cp`, the executable under our name, and the fuses. */
import { copyFile, cp, rename } from 'node:fs/promises';
import path from 'node:path';
import { flipFuses } from '@electron/fuses';
import { fusesFor } from './fuses.ts';

/** Name of the executable of the client. Under the name `electron`, it would count as not packaged. */
export const EXECUTABLE = 'shufang';

/** Copies the runtime to `folder` and installs the program there. Returns the path of the executable. */
export const installProgram = async (
  runtime: string,
  program: string,
  folder: string,
  fuses: { isNewElectron: boolean; isForTests: boolean },
): Promise<string> => {
  await cp(path.dirname(runtime), folder, { recursive: true, filter: (file) => path.basename(file) !== '.complete' });
  const executable = path.join(folder, EXECUTABLE);
  if (path.basename(runtime) !== EXECUTABLE) await rename(path.join(folder, path.basename(runtime)), executable);
  await copyFile(program, path.join(folder, 'resources', 'app.asar'));
  await flipFuses(executable, fusesFor(fuses));
  return executable;
};
