/** A server that need not be asked for: given at the start, by a file beside the program, or by the build. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ARGUMENT = '--server=';
/** Name of the file beside the program; its first line is the address. An administrator of many computers puts it there. */
export const SERVER_FILE = 'shufang-server.txt';

const readServerFile = (folder: string): string | undefined => {
  try {
    return readFileSync(path.join(folder, SERVER_FILE), 'utf8').split('\n', 1)[0]?.trim();
  } catch {
    // Most installations have no such file.
    return undefined;
  }
};

/** Returns the address of the preset server; undefined if the user chooses. The argument comes before the file, the file before the build. */
export const findPresetServer = (values: readonly string[], programFolder: string, ofBuild: string): string | undefined => {
  const argument = values.find((value) => value.startsWith(ARGUMENT))?.slice(ARGUMENT.length);
  return [argument, readServerFile(programFolder), ofBuild].find((address) => address !== undefined && address !== '');
};
