/** Replaces the file of a running AppImage by a downloaded one. */
import { chmodSync, closeSync, constants, copyFileSync, fsyncSync, linkSync, openSync, realpathSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/** What the runtime of an AppImage sets, and the program that runs. */
interface RunningProgram {
  /** `APPIMAGE`: the path of the AppImage. */
  readonly appImage: string | undefined;
  /** `APPDIR`: the folder in which it is mounted. */
  readonly appDir: string | undefined;
  readonly execPath: string;
}

const isInside = (file: string, folder: string): boolean => {
  try {
    return realpathSync(file).startsWith(`${realpathSync(folder)}${path.sep}`);
  } catch {
    // A folder that does not exist is not that of the running program.
    return false;
  }
};

/**
 * Returns the AppImage that an installer may replace; undefined if the installer is none, or if this program does not run from one. A program
 * that an AppImage has started inherits its variables, so the folder of the program decides.
 */
export const findAppImage = (installer: string, { appImage, appDir, execPath }: RunningProgram): string | undefined =>
  installer.endsWith('.AppImage') && appImage !== undefined && appDir !== undefined && isInside(execPath, appDir) ? appImage : undefined;

const sync = (file: string): void => {
  const handle = openSync(file, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/** Replaces the AppImage by the installer. The file always is one of the two, complete; the old one stays beside it as `.previous`. */
export const replaceAppImage = (appImage: string, installer: string): void => {
  const [copy, previous] = [`${appImage}.new`, `${appImage}.previous`];
  copyFileSync(installer, copy, constants.COPYFILE_FICLONE);
  chmodSync(copy, 0o755);
  sync(copy);
  rmSync(previous, { force: true });
  try {
    linkSync(appImage, previous);
  } catch {
    // Not every file system has links.
    copyFileSync(appImage, previous);
  }
  renameSync(copy, appImage);
  sync(path.dirname(appImage));
};
