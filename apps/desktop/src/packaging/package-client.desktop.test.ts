/** `desktop:package` on this computer: the .deb is inspected, installed into a folder of its own, and started. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startShufangServer } from '../testing/simple-server.ts';
import { commandOf } from '../testing/start-client.ts';
import { makePackager } from '../update/testing/update-server.ts';

const run = promisify(execFile);
const NAME = 'shufang-1.2.3-linux-x64';
let out: string;
let output: string;
let deb: string;
beforeAll(async () => {
  out = await mkdtemp(path.join(os.tmpdir(), 'shufang-package-'));
  await writeFile(path.join(out, 'key.pem'), makePackager().publicKey);
  const program = path.join(import.meta.dirname, 'package-client.ts');
  const args = ['--version', '1.2.3', '--public-key', path.join(out, 'key.pem'), '--out', out];
  ({ stdout: output } = await run(process.execPath, [program, ...args]));
  deb = path.join(out, `${NAME}-测试用.deb`);
}, 180_000);
afterAll(() => rm(out, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

it('makes the unpacked client, its archive, its package and the bundle; the runtime of the tests is named', async () => {
  const made = [`${NAME}-测试用`, `${NAME}-测试用.tar.gz`, `${NAME}-测试用.deb`, `${NAME}.asar`];
  for (const name of made) expect(output).toContain(path.join(out, name));
  for (const name of made) expect((await stat(path.join(out, name))).size, name).toBeGreaterThan(0);
});

it('describes the package, whose version is lower than that of a release', async () => {
  const { stdout } = await run('dpkg-deb', ['--field', deb]);
  expect(stdout).toContain('Package: shufang\n');
  expect(stdout).toContain('Version: 1.2.3~test\n');
  expect(stdout).toContain('Architecture: amd64\n');
  expect(stdout).toContain('Description: 书房（测试用）');
  await run('dpkg', ['--compare-versions', '1.2.3~test', 'lt', '1.2.3']);
});

it('has the program, its command, its icons and its links, all of root', async () => {
  const { stdout } = await run('dpkg-deb', ['--contents', deb], { maxBuffer: 16 * 1_048_576 });
  const lines = stdout.trim().split('\n');
  for (const file of [
    './opt/shufang/shufang',
    './opt/shufang/resources/app.asar',
    './usr/share/applications/shufang.desktop',
    './usr/share/icons/hicolor/256x256/apps/shufang.png',
  ])
    expect(
      lines.some((line) => line.endsWith(` ${file}`)),
      file,
    ).toBe(true);
  expect(lines.filter((line) => !line.includes(' root/root '))).toEqual([]);
  // Nobody but root may change what others start.
  expect(lines.filter((line) => /^-.......w/.test(line))).toEqual([]);
});

it('starts from the folder in which the package was installed', async () => {
  const root = path.join(out, 'root');
  await run('dpkg-deb', ['--extract', deb, root]);
  expect(await readlink(path.join(root, 'usr/bin/shufang'))).toBe('../../opt/shufang/shufang');
  const entry = await readFile(path.join(root, 'usr/share/applications/shufang.desktop'), 'utf8');
  expect(entry).toContain('Name=书房（测试用）');
  expect(entry).toContain('MimeType=x-scheme-handler/shufang;');
  const server = await startShufangServer();
  const dataDir = path.join(out, 'data');
  const { args, env } = commandOf(dataDir, [`--server=http://127.0.0.1:${server.port}`]);
  // The shipped binary accepts no debugger, so the requests of the client show that its page has started: only then does it look for updates.
  const client = spawn(path.join(root, 'opt/shufang/shufang'), args, { env, stdio: 'ignore', detached: true });
  try {
    await expect.poll(() => server.requests.some((each) => each.includes('/getLastVersion')), { timeout: 30_000 }).toBe(true);
    expect(client.exitCode).toBeNull();
  } finally {
    process.kill(-(client.pid ?? 0), 'SIGKILL');
    server.close();
  }
});
