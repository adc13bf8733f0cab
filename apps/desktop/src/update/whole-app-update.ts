/**
 * Hands a verified installer to electron-updater, which knows how to install it on each system. electron-updater trusts its feed, so it gets
 * no feed of a server: its metadata (those of `latest.yml`) are made from the verified manifest, and its only download is a copy of the file
 * that the client has downloaded and verified. What it wants to install is compared with the manifest again.
 */
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { UpdateFile, UpdateManifest } from '@shufang/contract';
import { type AppUpdater, Provider, type ResolvedUpdateFileInfo, type UpdateInfo } from 'electron-updater';
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import { DownloadError, hashFile } from './download.ts';

/** Address of the feed. It is never requested. */
const FEED = 'https://feed.invalid/';
/** Name of the file with which electron-builder configures electron-updater, and of the folder with its files. */
const CONFIG = 'app-update.yml';
const CACHE = 'installer';

export interface VerifiedInstaller {
  /** The downloaded file. */
  readonly path: string;
  /** The file as the verified manifest states it. */
  readonly file: UpdateFile;
  readonly manifest: Pick<UpdateManifest, 'version' | 'issuedAt'>;
}

/** Returns what `latest.yml` states about a version, from its verified manifest. electron-updater writes hashes in base64. */
export const feedOf = ({ file: { name, size, sha512 }, manifest }: Omit<VerifiedInstaller, 'path'>): UpdateInfo => {
  const hash = Buffer.from(sha512, 'hex').toString('base64');
  return {
    version: manifest.version,
    files: [{ url: name, sha512: hash, size }],
    path: name,
    sha512: hash,
    releaseDate: new Date(manifest.issuedAt).toISOString(),
  };
};

/** Returns the class of the feed of one verified version, as electron-updater creates it. */
const feedClass = (info: UpdateInfo) =>
  class extends Provider<UpdateInfo> {
    // electron-updater passes its settings first, which this feed does not need.
    constructor(_settings: unknown, _updater: unknown, options: ProviderRuntimeOptions) {
      super(options);
    }
    override getLatestVersion(): Promise<UpdateInfo> {
      return Promise.resolve(info);
    }
    override resolveFiles({ files }: UpdateInfo): ResolvedUpdateFileInfo[] {
      return files.map((file) => ({ url: new URL(file.url, FEED), info: file }));
    }
  };

/** Returns the program as electron-updater sees it. `folder`: where it stores its files. `config`: the file of the installed program. */
export const adapterFor = (
  folder: string,
  program: Pick<AppAdapter, 'version' | 'whenReady' | 'relaunch' | 'quit'> & { readonly config: string | undefined },
): AppAdapter => ({
  name: CACHE,
  isPackaged: true,
  appUpdateConfigPath: program.config ?? path.join(folder, CONFIG),
  userDataPath: folder,
  baseCachePath: folder,
  version: program.version,
  whenReady: program.whenReady,
  relaunch: program.relaunch,
  quit: program.quit,
  // An update is only installed by `quitAndInstall`, after its file was compared with the manifest.
  onQuit: () => undefined,
});

/** Deletes what electron-updater has stored, and prepares its folder. */
export const prepareFolder = async (folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, CONFIG), `updaterCacheDirName: ${CACHE}\n`);
};

/**
 * Gives the installer to electron-updater. Returns when `updater.quitAndInstall` may be called. Throws `DownloadError` if electron-updater
 * does not accept the version, or has another file than the manifest states.
 */
export const handOver = async (updater: AppUpdater, installer: VerifiedInstaller): Promise<void> => {
  const info = feedOf(installer);
  Object.assign(updater, {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    disableDifferentialDownload: true,
    disableWebInstaller: true,
    httpExecutor: { download: (_url: URL, target: string) => copyFile(installer.path, target) },
  });
  updater.setFeedURL({ provider: 'custom', updateProvider: feedClass(info) });
  const found = await updater.checkForUpdates();
  if (found?.isUpdateAvailable !== true) throw new DownloadError('安装程序没有被接受');
  const [file] = await updater.downloadUpdate();
  if (file === undefined || hashFile(file) !== installer.file.sha512) throw new DownloadError('校验值不符');
};

/** Starts the installation and ends the client. Throws the error if it does not start. */
export const installNow = (updater: AppUpdater): void => {
  let failure: Error | undefined;
  const keepFailure = (error: Error): void => {
    failure ??= error;
  };
  updater.on('error', keepFailure);
  // Without questions, and the client starts again afterwards.
  updater.quitAndInstall(true, true);
  updater.off('error', keepFailure);
  if (failure !== undefined) throw failure;
};
