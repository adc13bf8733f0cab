/** The fuses on the real Electron binary: its functions that could run other programs are switched off. */
import { execFile } from 'node:child_process';
import { copyFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { FuseState, FuseV1Options, flipFuses, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installClient } from '../testing/install-client.ts';
import { clientFolder, commandOf, makeClientFolder } from '../testing/start-client.ts';
import { fusesFor } from './fuses.ts';
import { EXECUTABLE } from './install-runtime.ts';

let folder: string;
let executable: string;
let dataDir: string;
beforeAll(async () => {
  [folder, dataDir] = await Promise.all([installClient(path.join(clientFolder(), EXECUTABLE)), makeClientFolder()]);
  executable = path.join(folder, EXECUTABLE);
  // The installed file is a hard link: changing it would change the runtime itself.
  await copyFile(executable, `${executable}.copy`);
  await rename(`${executable}.copy`, executable);
});
afterAll(async () => {
  for (const each of [path.dirname(folder), dataDir]) await rm(each, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

/** Returns the output of the binary that is asked to run a program as Node does. One that does not, starts the client until `timeout`. */
const runAsNode = async (timeout: number): Promise<string> => {
  const { env } = commandOf(dataDir);
  const code = 'console.log("ran as " + "Node"); process.exit(0)';
  const running = promisify(execFile)(executable, ['-e', code], { env: { ...env, ELECTRON_RUN_AS_NODE: '1' }, timeout });
  return running.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
};

it('keeps the binary from running as Node, which it does before', async () => {
  expect(await runAsNode(30_000)).toContain('ran as Node');
  await flipFuses(executable, fusesFor({ isNewElectron: false, isForTests: true }));
  expect(await runAsNode(3_000)).not.toContain('ran as Node');
});

it('keeps the binary from loading a program from a folder beside it', async () => {
  const { args, env } = commandOf(dataDir);
  // Without an archive, the binary has nothing to run and ends, although the folder `resources/app` has a program.
  await expect(promisify(execFile)(executable, args, { env, timeout: 5_000 })).rejects.toMatchObject({ killed: false });
});

it('sets every fuse that the binary has', async () => {
  const wire = await getCurrentFuseWire(executable);
  expect(wire).toMatchObject({
    [FuseV1Options.RunAsNode]: FuseState.DISABLE,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: FuseState.DISABLE,
    [FuseV1Options.OnlyLoadAppFromAsar]: FuseState.ENABLE,
    [FuseV1Options.EnableCookieEncryption]: FuseState.ENABLE,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: FuseState.DISABLE,
  });
});

it('switches the debugger off, and the check of the archive on, in a binary that is shipped', () => {
  const shipped = fusesFor({ isNewElectron: true, isForTests: false });
  expect(Object.keys(shipped).filter((name) => /^\d$/.test(name))).toHaveLength(Object.keys(FuseV1Options).length / 2);
  expect(shipped).toMatchObject({
    strictlyRequireAllFuses: true,
    [FuseV1Options.EnableNodeCliInspectArguments]: false,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  });
});
