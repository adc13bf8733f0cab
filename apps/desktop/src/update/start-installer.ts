/** Starts a verified installer of the whole client, and ends the client. */
import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, renameSync } from 'node:fs';
import { app, shell } from 'electron';

/** Replaces the running AppImage by the new one: a copy beside it is renamed over it, so that one of the two is always complete. */
const replaceAppImage = (appImage: string, installer: string): void => {
  const copy = `${appImage}.new`;
  copyFileSync(installer, copy);
  chmodSync(copy, 0o755);
  renameSync(copy, appImage);
};

/**
 * Starts the installer. An AppImage replaces itself and starts again; the installer of Windows runs without questions and starts the client
 * again; other installers are opened by the system.
 */
export const startInstaller = (installer: string): void => {
  const appImage = process.env['APPIMAGE'];
  if (process.platform === 'linux' && appImage !== undefined) {
    replaceAppImage(appImage, installer);
    app.relaunch({ execPath: appImage, args: [] });
  } else if (process.platform === 'win32') {
    spawn(installer, ['--updated', '/S', '--force-run'], { detached: true, stdio: 'ignore' }).unref();
  } else void shell.openPath(installer);
  app.quit();
};
