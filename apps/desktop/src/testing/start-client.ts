/** Starts the desktop client on the real Electron runtime, with a data folder of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { EXECUTABLE } from '../packaging/install-runtime.ts';
import type { KeyStore } from './start-key-store.ts';

const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is set by the global setup of the desktop tests (virtual-screen.ts)`);
  return value;
};

/** Arguments of Electron on a test machine: without a graphics card, and without the sandbox of the system, which root cannot use. */
const switchesFor = (dataDir: string, passwordStore: string): string[] => [
  '--no-sandbox',
  '--disable-gpu',
  `--password-store=${passwordStore}`,
  `--user-data-dir=${dataDir}`,
];

/** Returns the folder of the installed client. */
export const clientFolder = (): string => required('DESKTOP_TEST_FOLDER');

/** Returns the command line and environment with which the client starts. Without a key store the system has none. */
export const commandOf = (dataDir: string, values: readonly string[] = [], keyStore?: KeyStore) => ({
  executablePath: path.join(clientFolder(), EXECUTABLE),
  args: [...switchesFor(dataDir, keyStore === undefined ? 'basic' : 'gnome-libsecret'), ...values],
  env: {
    ...process.env,
    ...keyStore?.environment,
    DISPLAY: required('DESKTOP_TEST_DISPLAY'),
    LANG: 'zh_CN.UTF-8',
  } as Record<string, string>,
});

export interface RunningClient {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly dataDir: string;
  /** Ends the client and deletes its data folder. */
  close(): Promise<void>;
}

export const makeClientFolder = (): Promise<string> => mkdtemp(path.join(os.tmpdir(), 'shufang-desktop-'));

/** Starts the client. `values`: its own arguments, such as `--server=…`. `dataDir`: a folder of an earlier start, which `close` leaves. */
export const startClient = async (values: readonly string[] = [], dataDir?: string, keyStore?: KeyStore): Promise<RunningClient> => {
  const folder = dataDir ?? (await makeClientFolder());
  const app = await _electron.launch(commandOf(folder, values, keyStore));
  const page = await app.firstWindow();
  return {
    app,
    page,
    dataDir: folder,
    close: async () => {
      await app.close().catch(() => undefined);
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
};
