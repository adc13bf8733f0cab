/** Starts a verified installer of the whole client, and ends the client. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { app, shell } from 'electron';
import { AppImageUpdater, type AppUpdater, DebUpdater, MacUpdater, NsisUpdater } from 'electron-updater';
import { findAppImage, replaceAppImage } from './replace-app-image.ts';
import { adapterFor, handOver, installNow, prepareFolder, type VerifiedInstaller } from './whole-app-update.ts';

/** Returns the folder of electron-updater's files. */
export const installerFolder = (): string => path.join(app.getPath('userData'), 'installer');

/** electron-updater deletes the running AppImage before it moves the new one. This exchanges it by one rename, and leaves the old one. */
class AtomicAppImageUpdater extends AppImageUpdater {
  protected override doInstall(): boolean {
    const [appImage, installer] = [process.env['APPIMAGE'], this.installerPath];
    if (appImage === undefined || installer === null) return false;
    replaceAppImage(appImage, installer);
    app.relaunch({ execPath: appImage, args: [] });
    return true;
  }
}

type Adapter = ReturnType<typeof adapterFor>;

/** Returns how electron-updater installs a file on this computer; undefined if it does not. */
const updaterFor = (file: string): ((adapter: Adapter) => AppUpdater) | undefined => {
  const { APPIMAGE: appImage, APPDIR: appDir } = process.env;
  const is = (platform: NodeJS.Platform, ending: string): boolean => process.platform === platform && file.endsWith(ending);
  if (is('win32', '.exe')) return (adapter) => new NsisUpdater(null, adapter);
  if (is('darwin', '.zip')) return (adapter) => new MacUpdater(undefined, adapter);
  if (is('linux', '.AppImage') && findAppImage(file, { appImage, appDir, execPath: process.execPath }) !== undefined)
    return (adapter) => new AtomicAppImageUpdater(null, adapter);
  // Installed by its package, not unpacked somewhere.
  if (is('linux', '.deb') && process.execPath.startsWith('/opt/')) return (adapter) => new DebUpdater(null, adapter);
  return undefined;
};

/**
 * Starts the installer by electron-updater; a file that it does not install on this computer is opened by the system. `version`: the running
 * version. Throws if the installer is not accepted or does not start; the client then runs on.
 */
export const startInstaller = async (installer: VerifiedInstaller, version: string): Promise<void> => {
  const create = updaterFor(installer.file.name);
  if (create === undefined) {
    const problem = await shell.openPath(installer.path);
    if (problem !== '') throw new Error(problem);
    app.quit();
    return;
  }
  const folder = installerFolder();
  await prepareFolder(folder);
  const installed = path.join(process.resourcesPath, 'app-update.yml');
  const updater = create(
    adapterFor(folder, {
      version,
      // The file of an installed client names the publisher of its certificate, which Windows then checks.
      config: existsSync(installed) ? installed : undefined,
      whenReady: () => app.whenReady(),
      relaunch: () => app.relaunch(),
      quit: () => app.quit(),
    }),
  );
  await handOver(updater, installer);
  installNow(updater);
};
