/**
 * Chooses the program that the boot loader loads: a downloaded bundle whose signature and hash are right, or the built-in program. A bundle
 * that does not confirm its start is given up for good, and the one before it runs again.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { APP_ID, compareVersions, DESKTOP_SHELL } from '@shufang/contract';
import { checkSignature, type SignedManifest } from './signed-manifest.ts';
import { type UpdateFiles, type UpdateState, withFilesOnly } from './update-state.ts';

/** Starts that a bundle gets to confirm itself. The second one is for a computer that was switched off during the first. */
const ATTEMPTS_MAX = 2;
/** Starts that are not counted because the client was closed. A program that closes itself must be given up at some time. */
const QUITS_MAX = 3;

export interface Program {
  /** The folder or archive with `main.cjs`. */
  readonly folder: string;
  readonly version: string;
  /** Whether the program has not been confirmed yet. */
  readonly isTrial: boolean;
}

interface StoredManifest {
  readonly appId?: unknown;
  readonly version?: unknown;
  readonly shell?: unknown;
  readonly files?: readonly { readonly kind?: unknown; readonly size?: unknown; readonly sha512?: unknown }[];
}

/** Returns what is wrong with the stored bundle of a version; undefined if it may be loaded. */
const problemOf = (files: UpdateFiles, version: string, publicKeys: readonly string[]): string | undefined =>
  withFilesOnly(() => {
    try {
      const signed = JSON.parse(readFileSync(files.manifestOf(version), 'utf8')) as SignedManifest;
      const signature = checkSignature(signed, publicKeys);
      if (signature !== 'valid') return signature;
      const manifest = JSON.parse(signed.manifest) as StoredManifest;
      const bundle = manifest.files?.find(({ kind }) => kind === 'bundle');
      if (manifest.appId !== APP_ID || manifest.version !== version || bundle === undefined) return 'otherVersion';
      if (manifest.shell !== DESKTOP_SHELL) return 'otherShell';
      const file = files.bundleOf(version);
      if (statSync(file).size !== bundle.size) return 'wrongSize';
      const hash = createHash('sha512').update(readFileSync(file)).digest('hex');
      return hash === bundle.sha512 ? undefined : 'wrongHash';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  });

/** Returns the change that returns to the program before `version`, which is forgotten. */
const without = (version: string, { active, previous, pending }: UpdateState): Partial<UpdateState> => ({
  pending: pending?.version === version ? undefined : pending,
  active: active === version ? previous : active,
  previous: active === version || previous === version ? undefined : previous,
});

/** Gives a version up: it did not start, and is never tried again. */
export const giveUp = (files: UpdateFiles, version: string, why: string, now = Date.now()): void => {
  files.change((state) => ({
    ...without(version, state),
    failed: [...new Set([...state.failed, version])],
    history: [...state.history, { version, at: now, outcome: 'rolledBack' }],
  }));
  files.log(`${version} 没有启动成功，已退回之前的版本：${why}`);
};

/** Records that the version that runs has started. */
export const confirmStart = (files: UpdateFiles, version: string, now = Date.now()): void => {
  const { pending } = files.read();
  if (pending?.version !== version) return;
  files.change(({ active, history }) => ({
    pending: undefined,
    rejected: undefined,
    previous: active,
    active: version,
    history: [...history, { version, at: now, outcome: 'installed' }],
  }));
  files.log(`已更新到 ${version}`);
};

/** Takes back the count of a start that the user ended before the program was confirmed. */
export const uncountStart = (files: UpdateFiles, version: string): void =>
  files.change(({ pending }) =>
    pending?.version === version && pending.quits < QUITS_MAX
      ? { pending: { version, attempts: Math.max(0, pending.attempts - 1), quits: pending.quits + 1 } }
      : {},
  );

/** Chooses the program, and counts the start if it is not confirmed yet. Throws if the state cannot be changed. */
const chooseAndRecord = (files: UpdateFiles, builtIn: Omit<Program, 'isTrial'>, publicKeys: readonly string[]): Program => {
  for (;;) {
    const { active, pending, failed } = files.read();
    const version = pending?.version ?? active;
    // An installer may have brought a newer program than that of the last bundle.
    if (version === undefined || compareVersions(version, builtIn.version) <= 0) return { ...builtIn, isTrial: false };
    const isTrial = pending?.version === version;
    if (isTrial && pending.attempts >= ATTEMPTS_MAX) {
      giveUp(files, version, '没有确认启动');
      continue;
    }
    // A damaged file says nothing about the version: it may be downloaded again.
    const problem = isTrial && failed.includes(version) ? 'failedBefore' : problemOf(files, version, publicKeys);
    if (problem !== undefined) {
      files.change((state) => {
        const count = state.rejected?.version === version ? state.rejected.count : 0;
        return { ...without(version, state), rejected: { version, count: count + 1 } };
      });
      files.log(`${version} 的程序包不可用，没有载入：${problem}`);
      continue;
    }
    if (isTrial) files.change(() => ({ pending: { ...pending, attempts: pending.attempts + 1 } }));
    return { folder: files.bundleOf(version), version, isTrial };
  }
};

/**
 * Chooses the program, and counts the start if it is not confirmed yet. If the state cannot be changed, as on a full disk, a confirmed bundle
 * or the built-in program runs: a start that cannot be counted could repeat forever.
 */
export const chooseProgram = (files: UpdateFiles, builtIn: Omit<Program, 'isTrial'>, publicKeys: readonly string[]): Program => {
  try {
    return chooseAndRecord(files, builtIn, publicKeys);
  } catch (error) {
    console.error('the state of the updates could not be changed', error);
    const { active, previous } = files.read();
    const version = [active, previous].find(
      (each) => each !== undefined && compareVersions(each, builtIn.version) > 0 && problemOf(files, each, publicKeys) === undefined,
    );
    return version === undefined ? { ...builtIn, isTrial: false } : { folder: files.bundleOf(version), version, isTrial: false };
  }
};
