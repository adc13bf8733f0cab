/** The update of the client (specification.md §4): check, decision, download and installation. Runs in the main process. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  compareVersions,
  decideUpdate,
  getLastVersion,
  increaseDownloadCount,
  RELEASE_FILE_PATH,
  type ReleaseArch,
  type ReleaseChannel,
  type ReleasePlatform,
} from '@shufang/contract';
import type { UpdateStatus } from '@shufang/desktop-bridge';
import { DownloadError, downloadFile, type Fetch, fetchJson, hashFile, type Limits } from './download.ts';
import type { UpdateFiles } from './update-state.ts';
import { type VerifiedUpdate, verifyUpdate } from './verify-update.ts';
import type { VerifiedInstaller } from './whole-app-update.ts';

/** Longest quiet period that the client accepts: the server's word for it is not signed. */
const QUIET_MAX_MS = 31 * 86_400_000;

/** Times that the boot loader may refuse the bundle of a version before its installer is used. */
const REJECTIONS_MAX = 2;

interface UpdaterDependencies {
  readonly isPackaged: boolean;
  readonly current: string;
  readonly publicKeys: readonly string[];
  /** The public keys that the boot loader accepts. */
  readonly bundleKeys: readonly string[];
  readonly platform: ReleasePlatform;
  readonly arch: ReleaseArch;
  readonly files: UpdateFiles;
  readonly fetch: Fetch;
  readonly limits?: Limits;
  now(): number;
  /** Origin of the server from which the client reads. */
  serverOrigin(): string | undefined;
  /** Called whenever the status has changed. */
  onStatus(status: UpdateStatus): void;
  /** Ends the client and starts it again; the boot loader then loads the downloaded bundle. */
  restart(): void;
  /** Ends the client and starts the downloaded installer. Throws if it does not start. */
  startInstaller(installer: VerifiedInstaller, version: string): Promise<void>;
}

export interface Updater {
  status(): UpdateStatus;
  /** The message `checkForUpdate`. `isOnDemand`: whether the user asked for it. */
  check(isOnDemand: boolean): Promise<void>;
  /** The message `checkAndUpdateAsar`: downloads the update that was found. */
  download(): Promise<void>;
  /** The message `quitAndInstall`: installs what was downloaded. It has no effect before. */
  quitAndInstall(): Promise<void>;
  /** Leaves the offered version out. A mandatory version cannot be left out. */
  skipVersion(): void;
  setChannel(channel: ReleaseChannel): void;
}

/** Longest time in ms for which a restart waits for the report of the download. */
const COUNT_WAIT_MS = 2_000;

type Change = Partial<Pick<UpdateStatus, 'phase' | 'decision' | 'latest' | 'notes' | 'size' | 'percent'>>;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const createUpdater = (deps: UpdaterDependencies): Updater => {
  const { files, current, platform, arch } = deps;
  let found: VerifiedUpdate | undefined;
  /** The downloaded installer, with what the manifest states about it. */
  let installer: VerifiedInstaller | undefined;
  let isInstalling = false;
  /** The report of the last download, which is sent before the client quits. */
  let counting: Promise<void> | undefined;
  let isChecking = false;
  /** Whether the user asked for a check that has not ended. */
  let isAsked = false;
  let progress: Change & Pick<UpdateStatus, 'phase' | 'percent'> = { phase: 'idle', percent: 0 };

  const status = (): UpdateStatus => {
    const { channel, skipped, history, log } = files.read();
    return { ...progress, isPackaged: deps.isPackaged, current, channel, history, log, ...(skipped === undefined ? {} : { skipped }) };
  };
  const set = (change: Change): void => {
    progress = { ...progress, ...change };
    deps.onStatus(status());
  };

  /** Clears what was found and downloaded. */
  const clear = (change: Change): void => {
    found = undefined;
    installer = undefined;
    set({ decision: undefined, ...change });
  };

  /** Stores a choice of the user. If the disk does not take it, it is valid until the client ends. */
  const store = (change: Parameters<UpdateFiles['change']>[0]): void => {
    try {
      files.change(change);
    } catch (error) {
      console.error('the state of the updates could not be stored', error);
    }
  };

  const addressOf = (path_: string, query: Record<string, string>): string =>
    `${deps.serverOrigin() ?? ''}${path_}?${new URLSearchParams({ platform, arch, channel: files.read().channel, ...query }).toString()}`;

  /** Returns the newest release; `none` if there is none, and undefined if the check failed or the offer was refused. */
  const findLatest = async (): Promise<VerifiedUpdate | 'none' | undefined> => {
    let response: unknown;
    try {
      response = await fetchJson(deps.fetch, addressOf(getLastVersion.path, {}), deps.limits);
    } catch (error) {
      files.log(`检查更新失败：${reasonOf(error)}`);
      return undefined;
    }
    const { code, payload } = (response ?? {}) as { code?: unknown; payload?: unknown };
    if (code === 'release.nonePublished') return 'none';
    const { channel, seen, failed, rejected } = files.read();
    const { publicKeys, bundleKeys } = deps;
    const verified = verifyUpdate(payload, {
      publicKeys,
      bundleKeys,
      platform,
      arch,
      channel,
      current,
      seen: seen[channel],
      failed,
      rejected: rejected !== undefined && rejected.count >= REJECTIONS_MAX ? rejected.version : undefined,
      now: deps.now(),
    });
    if ('refused' in verified) {
      files.log(`服务器提供的版本没有采用：${verified.refused}`);
      // A withdrawn version, and one that did not start here, leave the client as it is.
      return verified.refused === 'older' || verified.refused === 'failedBefore' ? 'none' : undefined;
    }
    const { version, issuedAt } = verified.manifest;
    try {
      files.change(() => ({ seen: { ...seen, [channel]: { version, issuedAt } } }));
    } catch (error) {
      // What was not stored could be offered as an older version later.
      console.error('the version that was seen could not be stored', error);
      return undefined;
    }
    return verified;
  };

  const isQuiet = ({ quietUntil = 0 }: VerifiedUpdate): boolean => quietUntil > deps.now() && quietUntil - deps.now() <= QUIET_MAX_MS;

  const countDownload = async (versionCode: string): Promise<void> => {
    await fetchJson(deps.fetch, addressOf(increaseDownloadCount.path, { versionCode }), deps.limits).catch((error: unknown) =>
      // The count is only for the operator's statistics.
      files.log(`下载次数没有上报：${reasonOf(error)}`),
    );
  };

  const download = async (): Promise<void> => {
    const update = found;
    const origin = deps.serverOrigin();
    if (update === undefined || origin === undefined || progress.phase === 'downloading' || progress.phase === 'downloadComplete') return;
    const { manifest, file, signed } = update;
    const { version, channel } = manifest;
    installer = undefined;
    if (manifest.expiresAt <= deps.now()) {
      files.log(`${version} 的签名已到期，没有下载`);
      return clear({ phase: 'error' });
    }
    set({ phase: 'downloading', percent: 0 });
    const target = path.join(files.folder, `download-${file.name.replace(/\.asar$/, '')}`);
    const url = [origin + RELEASE_FILE_PATH, channel, platform, arch, version, file.name].join('/');
    try {
      await downloadFile(
        deps.fetch,
        {
          url,
          file,
          target,
          onProgress: (share) => {
            const percent = Math.floor(share * 100);
            if (percent !== progress.percent) set({ percent });
          },
        },
        deps.limits,
      );
      if (file.kind === 'bundle') files.put(version, target, JSON.stringify(signed));
      else installer = { path: target, file, manifest };
    } catch (error) {
      await rm(target, { force: true }).catch((problem: unknown) => console.error('a download could not be deleted', problem));
      set({ phase: 'error' });
      files.log(`下载 ${version} 失败：${reasonOf(error)}`);
      if (!(error instanceof DownloadError)) console.error('the update could not be stored', error);
      return;
    }
    files.log(`已下载 ${version}`);
    set({ phase: 'downloadComplete', percent: 100 });
    counting = countDownload(version);
    await counting;
  };

  const decide = async (result: VerifiedUpdate | 'none' | undefined, isOnDemand: boolean): Promise<void> => {
    const latest = result === 'none' ? current : result?.manifest.version;
    const update = result === 'none' ? undefined : result;
    const isSame = update === undefined || compareVersions(update.manifest.version, current) === 0;
    found = isSame ? undefined : update;
    const decision = decideUpdate({
      isPackaged: true,
      current,
      latest,
      isOnDemand,
      skipped: files.read().skipped,
      isQuiet: update !== undefined && isQuiet(update),
    });
    if (decision === 'nothing') set({ phase: 'idle', decision: undefined });
    else if (decision === 'reportCurrent') set({ phase: 'current', decision: undefined, latest: current });
    else if (decision === 'reportFailure') set({ phase: 'error', decision: undefined });
    else {
      set({ phase: 'prepare', decision, latest: update?.manifest.version, notes: update?.notes, size: update?.file.size, percent: 0 });
      if (decision !== 'optional') await download();
    }
  };

  const check = async (isOnDemand: boolean): Promise<void> => {
    const isBusy = progress.phase === 'checking' || progress.phase === 'downloading' || progress.phase === 'downloadComplete';
    if (!deps.isPackaged || isBusy || deps.serverOrigin() === undefined) return;
    if (isOnDemand) {
      isAsked = true;
      set({ phase: 'checking' });
    }
    // The silent check at the start may still run: its result then is the response to the user.
    if (isChecking) return;
    isChecking = true;
    const result = await findLatest();
    const wasAsked = isAsked;
    isChecking = false;
    isAsked = false;
    await decide(result, wasAsked);
  };

  const quitAndInstall = async (): Promise<void> => {
    if (progress.phase !== 'downloadComplete' || isInstalling) return;
    isInstalling = true;
    await Promise.race([counting, sleep(COUNT_WAIT_MS)]);
    if (installer === undefined) return deps.restart();
    try {
      // The file was in a folder of the user since it was downloaded.
      if (hashFile(installer.path) !== installer.file.sha512) throw new DownloadError('校验值不符');
      await deps.startInstaller(installer, current);
    } catch (error) {
      isInstalling = false;
      installer = undefined;
      set({ phase: 'error' });
      files.log(`安装没有开始：${reasonOf(error)}`);
    }
  };

  return {
    status,
    check,
    download,
    quitAndInstall,
    skipVersion: () => {
      const { decision, phase } = progress;
      if (found === undefined || decision === 'mandatory' || phase === 'downloading') return;
      const { version } = found.manifest;
      store(({ pending }) => ({ skipped: version, ...(pending?.version === version ? { pending: undefined } : {}) }));
      clear({ phase: 'idle' });
    },
    setChannel: (channel) => {
      if (progress.phase === 'downloading' || progress.phase === 'checking') return;
      // What was downloaded is of the other channel.
      store(() => ({ channel, pending: undefined }));
      clear({ phase: 'idle' });
    },
  };
};
