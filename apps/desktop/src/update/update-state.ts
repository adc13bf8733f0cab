/**
 * What the client remembers about updates, in `update/state.json` of the user's data folder: read by the boot loader before the program is
 * loaded, and written by both. A bundle of version 1.2.3 is stored beside it as `app-1.2.3.asar` with its signed manifest.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The end of an attempt to update. */
export interface UpdateOutcome {
  readonly version: string;
  /** UTC ms. */
  readonly at: number;
  readonly outcome: 'installed' | 'rolledBack';
}

export interface UpdateState {
  /** Version of the bundle that runs and has been confirmed; absent if the built-in program runs. */
  readonly active?: string | undefined;
  /** The confirmed bundle before `active`. */
  readonly previous?: string | undefined;
  /** A bundle that was downloaded and has not been confirmed, how many times it was started, and how many starts the user ended. */
  readonly pending?: { readonly version: string; readonly attempts: number; readonly quits: number } | undefined;
  /** The version whose bundle the boot loader refused last, and how many times. */
  readonly rejected?: { readonly version: string; readonly count: number } | undefined;
  /** Versions that did not start. They are never tried again. */
  readonly failed: readonly string[];
  /** The greatest version and the greatest time of issue of all verified manifests, by channel. */
  readonly seen: Readonly<Record<string, { readonly version: string; readonly issuedAt: number }>>;
  /** The version that the user skipped. */
  readonly skipped?: string | undefined;
  readonly channel: 'stable' | 'beta';
  readonly history: readonly UpdateOutcome[];
  /** Lines of the log, the oldest first. */
  readonly log: readonly string[];
}

const HISTORY_MAX = 50;
const LOG_MAX = 200;
const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;

const isVersion = (value: unknown): value is string => typeof value === 'string' && VERSION.test(value);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const versionOf = (value: unknown): string | undefined => (isVersion(value) ? value : undefined);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const pendingOf = (value: unknown): UpdateState['pending'] =>
  isObject(value) && isVersion(value['version']) && Number.isSafeInteger(value['attempts'])
    ? {
        version: value['version'],
        attempts: Number(value['attempts']),
        quits: Number.isSafeInteger(value['quits']) ? Number(value['quits']) : 0,
      }
    : undefined;

const rejectedOf = (value: unknown): UpdateState['rejected'] =>
  isObject(value) && isVersion(value['version']) && Number.isSafeInteger(value['count'])
    ? { version: value['version'], count: Number(value['count']) }
    : undefined;

const seenOf = (value: unknown): UpdateState['seen'] =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([channel, seen]) =>
      isObject(seen) && isVersion(seen['version']) && Number.isSafeInteger(seen['issuedAt'])
        ? [[channel, { version: seen['version'], issuedAt: Number(seen['issuedAt']) }]]
        : [],
    ),
  );

const outcomeOf = (value: unknown): UpdateOutcome[] =>
  isObject(value) &&
  isVersion(value['version']) &&
  Number.isSafeInteger(value['at']) &&
  (value['outcome'] === 'installed' || value['outcome'] === 'rolledBack')
    ? [{ version: value['version'], at: Number(value['at']), outcome: value['outcome'] }]
    : [];

/** Returns the state in the text of the file. What is damaged is left out, so that the built-in program starts. */
const parse = (text: string): UpdateState => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const read = isObject(value) ? value : {};
  return {
    active: versionOf(read['active']),
    previous: versionOf(read['previous']),
    pending: pendingOf(read['pending']),
    rejected: rejectedOf(read['rejected']),
    failed: listOf(read['failed']).filter(isVersion),
    seen: seenOf(read['seen']),
    skipped: versionOf(read['skipped']),
    channel: read['channel'] === 'beta' ? 'beta' : 'stable',
    history: listOf(read['history']).flatMap(outcomeOf),
    log: listOf(read['log']).filter((line): line is string => typeof line === 'string'),
  };
};

/** Calls `use` with Electron's archives switched off, so that an `.asar` is a file and not a folder. */
export const withFilesOnly = <Result>(use: () => Result): Result => {
  const { noAsar } = process;
  process.noAsar = true;
  try {
    return use();
  } finally {
    process.noAsar = noAsar ?? false;
  }
};

/** Writes a file so that after a crash either the old or the new content is there. */
const writeSafely = (file: string, content: string): void => {
  const handle = openSync(`${file}.new`, 'w');
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(`${file}.new`, file);
};

export interface UpdateFiles {
  readonly folder: string;
  /** Path of the bundle of a version. */
  bundleOf(version: string): string;
  /** Path of the signed manifest of a version. */
  manifestOf(version: string): string;
  /** Returns the state; the initial one if the file cannot be read. Never throws. */
  read(): UpdateState;
  /** Changes some values of the state on the disk. Throws if the file cannot be read or written. */
  change(change: (state: UpdateState) => Partial<UpdateState>): void;
  /** Adds a line to the log. Never throws. */
  log(line: string): void;
  /** Puts a downloaded bundle in its place: first the files, then the state that refers to them. */
  put(version: string, downloaded: string, signedManifest: string): void;
  /** Deletes all files except those of the versions that the state refers to. Never throws; a file in use is deleted at a later start. */
  sweep(): void;
}

/** Opens the folder of the updates. */
export const openUpdateFiles = (folder: string, now: () => number = Date.now): UpdateFiles => {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    // Without the folder the built-in program runs, and no update can be stored.
    console.error('the folder of the updates could not be made', error);
  }
  const file = path.join(folder, 'state.json');
  const bundleOf = (version: string): string => path.join(folder, `app-${version}.asar`);
  const manifestOf = (version: string): string => path.join(folder, `app-${version}.json`);
  /** Throws if there is a file that cannot be read. */
  const load = (): UpdateState => {
    let text = '';
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      // Before the first update there is no file. After another error the file may be whole, so nothing may replace it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    return parse(text);
  };
  const read = (): UpdateState => {
    try {
      return load();
    } catch (error) {
      console.error('the state of the updates could not be read', error);
      return parse('');
    }
  };
  const change: UpdateFiles['change'] = (make) => {
    const state = load();
    const changed = { ...state, ...make(state) };
    writeSafely(file, JSON.stringify({ ...changed, history: changed.history.slice(-HISTORY_MAX), log: changed.log.slice(-LOG_MAX) }));
  };
  const remove = (name: string): void => {
    try {
      rmSync(path.join(folder, name), { force: true, recursive: true, maxRetries: 1 });
    } catch (error) {
      console.error('a file of an update could not be deleted', error);
    }
  };
  const sweep = (): void => {
    const { active, previous, pending } = load();
    const stored = new Set([active, previous, pending?.version]);
    for (const name of readdirSync(folder)) {
      const [, version] = /^app-([\d.]+)\.(?:asar|json)$/.exec(name) ?? [];
      if (name === 'state.json' || (version !== undefined && stored.has(version))) continue;
      remove(name);
    }
  };
  return {
    folder,
    bundleOf,
    manifestOf,
    read,
    change,
    log: (line) => {
      try {
        change(({ log }) => ({ log: [...log, `${new Date(now()).toISOString()} ${line}`] }));
      } catch (error) {
        console.error(line, error);
      }
    },
    put: (version, downloaded, signedManifest) =>
      withFilesOnly(() => {
        writeSafely(manifestOf(version), signedManifest);
        renameSync(downloaded, bundleOf(version));
        change(() => ({ pending: { version, attempts: 0, quits: 0 } }));
      }),
    sweep: () => {
      try {
        withFilesOnly(sweep);
      } catch (error) {
        console.error('the files of earlier updates could not be deleted', error);
      }
    },
  };
};
