/** Starts a verified installer of the whole client, and ends the client. */
import { app, shell } from 'electron';
import { findAppImage, replaceAppImage } from './replace-app-image.ts';
import { startDetached } from './start-detached.ts';

/**
 * Starts the installer. An AppImage replaces itself and starts again; the installer of Windows runs without questions and starts the client
 * again; other installers are opened by the system. Throws if the file cannot be replaced or opened; the client then runs on.
 */
export const startInstaller = async (installer: string): Promise<void> => {
  const { APPIMAGE: running, APPDIR: appDir } = process.env;
  const appImage =
    process.platform === 'linux' ? findAppImage(installer, { appImage: running, appDir, execPath: process.execPath }) : undefined;
  if (appImage !== undefined) {
    replaceAppImage(appImage, installer);
    app.relaunch({ execPath: appImage, args: [] });
  } else if (process.platform === 'win32') {
    await startDetached(installer, ['--updated', '/S', '--force-run']);
  } else {
    const problem = await shell.openPath(installer);
    if (problem !== '') throw new Error(problem);
  }
  app.quit();
};
