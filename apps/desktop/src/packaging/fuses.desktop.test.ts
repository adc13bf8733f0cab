/** The fuses on the real Electron binary: each function that a fuse switches off works before, and does not work after. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installClient } from '../testing/install-client.ts';
import { clientFolder, commandOf, makeClientFolder } from '../testing/start-client.ts';
import { fusesFor } from './fuses.ts';
import { EXECUTABLE } from './install-runtime.ts';
import { writeAsar } from './write-asar.ts';

/** A program that stores a cookie, prints a limit that options can change, and ends. */
const PROBE = `const { app, session } = require('electron');
app.whenReady().then(async () => {
  const { cookies } = session.defaultSession;
  await cookies.set({ url: 'https://shufang.test', name: 'probe', value: 'value-of-the-cookie', expirationDate: Date.now() / 1000 + 3600 });
  await cookies.flushStore();
  console.log('limit of headers: ' + require('node:http').maxHeaderSize);
  app.exit(0);
});`;
const FOLDER_PROGRAM = `console.log('program of the folder'); require('electron').app.exit(0);`;
const NODE_PROGRAM = 'console.log("ran as " + "Node"); process.exit(0)';

let folder: string;
let executable: string;
let archive: string;
const dataDirs: string[] = [];

const writeProgram = async (target: string, program: string): Promise<void> => {
  await mkdir(target, { recursive: true });
  await writeFile(path.join(target, 'package.json'), JSON.stringify({ name: 'probe', main: 'main.cjs' }));
  await writeFile(path.join(target, 'main.cjs'), program);
};

/** Runs the binary on a new data folder. Returns what it printed, also if it failed, and the folder. */
const run = async (
  values: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly output: string; readonly dataDir: string }> => {
  const dataDir = await makeClientFolder();
  dataDirs.push(dataDir);
  const { args, env } = commandOf(dataDir);
  const running = promisify(execFile)(executable, [...args, ...values], { env: { ...env, ...environment }, timeout: 30_000 });
  const { stdout, stderr } = await running.catch((error: { stdout: string; stderr: string }) => error);
  return { output: `${stdout}\n${stderr}`, dataDir };
};

interface Observed {
  readonly runsAsNode: boolean;
  readonly followsNodeOptions: boolean;
  readonly opensDebugger: boolean;
  readonly runsFolder: boolean;
  readonly storesPlainCookies: boolean;
}

/** Returns which functions of the binary work. */
const observe = async (): Promise<Observed> => {
  const { env } = commandOf(folder);
  const asNode = await promisify(execFile)(executable, ['-e', NODE_PROGRAM], {
    env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
    timeout: 5_000,
  }).catch((error: { stdout: string }) => error);
  const withOptions = await run(['--inspect=0'], { NODE_OPTIONS: '--max-http-header-size=7777' });
  const cookies = await readFile(path.join(withOptions.dataDir, 'Cookies')).catch(() =>
    readFile(path.join(withOptions.dataDir, 'Network', 'Cookies')),
  );
  await rename(archive, `${archive}.away`);
  const withoutArchive = await run();
  await rename(`${archive}.away`, archive);
  return {
    runsAsNode: asNode.stdout.includes('ran as Node'),
    followsNodeOptions: withOptions.output.includes('limit of headers: 7777'),
    opensDebugger: withOptions.output.includes('Debugger listening'),
    runsFolder: withoutArchive.output.includes('program of the folder'),
    storesPlainCookies: cookies.includes('value-of-the-cookie'),
  };
};

beforeAll(async () => {
  folder = await installClient(path.join(clientFolder(), EXECUTABLE));
  executable = path.join(folder, EXECUTABLE);
  // The installed file is a hard link: changing it would change the runtime itself.
  await copyFile(executable, `${executable}.copy`);
  await rename(`${executable}.copy`, executable);
  const resources = path.join(folder, 'resources');
  archive = path.join(resources, 'app.asar');
  await writeProgram(path.join(resources, 'probe'), PROBE);
  await writeAsar(path.join(resources, 'probe'), archive);
  // Its files are hard links, too.
  await rm(path.join(resources, 'app'), { recursive: true });
  await writeProgram(path.join(resources, 'app'), FOLDER_PROGRAM);
});
afterAll(async () => {
  for (const each of [path.dirname(folder), ...dataDirs]) await rm(each, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

describe('D19: a binary with the fuses of a shipped client', () => {
  let open: Observed;
  let shipped: Observed;
  beforeAll(async () => {
    await flipFuses(executable, {
      version: FuseVersion.V1,
      [FuseV1Options.RunAsNode]: true,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: true,
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
      [FuseV1Options.OnlyLoadAppFromAsar]: false,
      [FuseV1Options.EnableCookieEncryption]: false,
    });
    open = await observe();
    await flipFuses(executable, fusesFor({ isNewElectron: false, isForTests: false }));
    shipped = await observe();
  });

  it.each([
    ['does not run as Node', 'runsAsNode'],
    ['ignores options of Node from the environment', 'followsNodeOptions'],
    ['opens no debugger', 'opensDebugger'],
    ['runs no program from a folder beside the archive', 'runsFolder'],
    ['stores no cookie as plain text', 'storesPlainCookies'],
  ] as const)('%s, which one with open fuses does', (_, name) => {
    expect(open[name]).toBe(true);
    expect(shipped[name]).toBe(false);
  });

  it('loads no snapshot that was put beside it, which one with an open fuse does', async () => {
    await writeFile(path.join(folder, 'browser_v8_context_snapshot.bin'), 'no snapshot');
    expect((await run()).output).toContain('limit of headers');
    await flipFuses(executable, { version: FuseVersion.V1, [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: true });
    expect((await run()).output).not.toContain('limit of headers');
  });
});

it('sets every fuse that a current Electron has', () => {
  const shipped = fusesFor({ isNewElectron: true, isForTests: false });
  expect(Object.keys(shipped).filter((name) => /^\d$/.test(name))).toHaveLength(Object.keys(FuseV1Options).length / 2);
  expect(shipped).toMatchObject({
    strictlyRequireAllFuses: true,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  });
});
