/** Installs a packaged client for tests, and starts it: its boot loader, its fuses and its updates are those of the product. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { ensureElectronRuntime } from '../../../../../tooling/electron-runtime.mjs';
import { installProgram } from '../../packaging/install-runtime.ts';
import { writeProgram } from '../../packaging/write-program.ts';
import { commandOf } from '../../testing/start-client.ts';
import type { UpdateState } from '../update-state.ts';

/** Time within which a new program must start in these tests. A busy machine took more than 4 s, and gave a good program up. */
const BOOT_TIMEOUT_MS = 15_000;

export interface RunningProgram {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Version of the running program. */
  version(): Promise<string | undefined>;
  /** Ends the process at once, as a power failure does. */
  kill(): void;
}

export interface PackagedClient {
  /** A folder for the programs of the tests. */
  readonly folder: string;
  readonly dataDir: string;
  /**
   * Builds a program of this version. `change`: called with its folder before it is packed. `moreKeys`: keys that the program accepts in
   * addition to that of the boot loader. Returns its bytes.
   */
  build(version: string, change?: (folder: string) => Promise<void>, moreKeys?: readonly string[]): Promise<Buffer>;
  /** `environment`: variables in addition to those of the test. */
  start(environment?: Readonly<Record<string, string>>): Promise<RunningProgram>;
  /** Deletes what the client has stored. */
  reset(): Promise<void>;
  state(): Partial<UpdateState>;
  /** Names of the files in the folder of the updates. */
  files(): string[];
  /** Ids of the main processes of this client. */
  processes(): number[];
  endAll(): Promise<void>;
  close(): Promise<void>;
}

/** Installs the client of version 1.0.0. */
export const installPackagedClient = async (publicKey: string, server: string): Promise<PackagedClient> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-packaged-'));
  const [installed, dataDir] = [path.join(folder, 'client'), path.join(folder, 'data')];
  const program = path.join(folder, 'program.asar');
  const options = { publicKeys: [publicKey], server, bootTimeoutMs: BOOT_TIMEOUT_MS };
  await writeProgram(program, { version: '1.0.0', ...options });
  const fuses = { isNewElectron: false, isForTests: true };
  const executable = await installProgram(await ensureElectronRuntime(), program, installed, fuses);
  const updates = path.join(dataDir, 'update');

  const processes = (): number[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((id) => {
        try {
          // The processes of pages and of the network have the argument `--type`.
          return readlinkSync(`/proc/${id}/exe`) === executable && !readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('--type=');
        } catch {
          // The process has ended meanwhile.
          return false;
        }
      })
      .map(Number);
  const kill = (): void => {
    for (const id of processes()) process.kill(id, 'SIGKILL');
  };
  const endAll = async (): Promise<void> => {
    while (processes().length > 0) {
      kill();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  return {
    folder,
    dataDir,
    build: async (version, change, moreKeys = []) => {
      const archive = path.join(folder, `build-${version}.asar`);
      await writeProgram(archive, { version, ...options, publicKeys: [publicKey, ...moreKeys] }, change);
      return readFile(archive);
    },
    start: async (environment = {}) => {
      const command = commandOf(dataDir);
      const app = await _electron.launch({ ...command, executablePath: executable, env: { ...command.env, ...environment } });
      const page = await app.firstWindow();
      return {
        app,
        page,
        version: () => page.evaluate(() => globalThis.shufangDesktop?.facts.version),
        kill,
      };
    },
    reset: async () => {
      await endAll();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
    state: () => {
      try {
        return JSON.parse(readFileSync(path.join(updates, 'state.json'), 'utf8')) as Partial<UpdateState>;
      } catch {
        // Before the first update there is no file.
        return {};
      }
    },
    files: () => readdirSync(updates).toSorted(),
    processes,
    endAll,
    close: async () => {
      await endAll();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
};
