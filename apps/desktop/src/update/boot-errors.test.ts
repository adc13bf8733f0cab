/** What the boot loader chooses when the disk fails: a state that cannot be read or written, files that cannot be deleted. */
import fs from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { chooseProgram, confirmStart, giveUp, uncountStart } from './choose-program.ts';
import { makeOffer, makePackager } from './testing/update-server.ts';
import { openUpdateFiles, type UpdateFiles } from './update-state.ts';

const BUILT_IN = { folder: 'built-in', version: '1.0.0' };
const packager = makePackager();
let parent: string;
let folder: string;
let files: UpdateFiles;
beforeAll(async () => {
  parent = await mkdtemp(path.join(os.tmpdir(), 'shufang-boot-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(path.join(parent, 'update-'));
  files = openUpdateFiles(folder);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const at = (name: string): string => path.join(folder, name);
const choose = () => chooseProgram(files, BUILT_IN, [packager.publicKey]);
const put = async (version: string): Promise<void> => {
  const file = Buffer.from(version);
  await writeFile(at('download'), file);
  files.put(version, at('download'), JSON.stringify(makeOffer(packager, version, file)));
};
const install = async (version: string): Promise<void> => {
  await put(version);
  choose();
  confirmStart(files, version);
};
/** Makes each write of the state fail, as a full disk does: it is written to this path first. */
const refuseWrites = (): Promise<unknown> => mkdir(at('state.json.new'));

it('runs the confirmed version if the start of a new one cannot be counted', async () => {
  await install('1.0.1');
  await put('1.0.2');
  await refuseWrites();
  expect(choose()).toEqual({ folder: files.bundleOf('1.0.1'), version: '1.0.1', isTrial: false });
});

it.each([
  ['the version before it', '1.0.1', ['1.0.2']],
  ['the built-in version', '1.0.0', ['1.0.2', '1.0.1']],
])('runs %s if damaged versions cannot be forgotten', async (_name, expected, damaged) => {
  await install('1.0.1');
  await install('1.0.2');
  for (const version of damaged) await writeFile(files.bundleOf(version), 'x');
  await refuseWrites();
  expect(choose()).toMatchObject({ version: expected, isTrial: false });
});

it('runs the built-in version if the folder cannot be made', async () => {
  await writeFile(at('file'), '');
  files = openUpdateFiles(at('file/update'));
  expect(choose()).toMatchObject({ version: '1.0.0' });
  files.sweep();
  files.log('a line');
});

it('neither writes nor deletes if the state cannot be read', async () => {
  await install('1.0.1');
  const before = await readFile(at('state.json'), 'utf8');
  await rm(at('state.json'));
  await mkdir(at('state.json'));
  expect(choose()).toMatchObject({ version: '1.0.0' });
  files.sweep();
  files.log('a line');
  expect(() => files.change(() => ({ channel: 'beta' }))).toThrow('EISDIR');
  expect((await readdir(folder)).toSorted()).toEqual(['app-1.0.1.asar', 'app-1.0.1.json', 'state.json']);
  await rm(at('state.json'), { recursive: true });
  await writeFile(at('state.json'), before);
  expect(choose()).toMatchObject({ version: '1.0.1', isTrial: false });
});

it('deletes what is left of downloads, and goes on after a file that is in use', async () => {
  await install('1.0.1');
  const remains = ['app-1.0.9.asar', 'download-a', 'download-b.deb', 'state.json.new'];
  for (const name of remains) await writeFile(at(name), '');
  const { rmSync } = fs;
  vi.spyOn(fs, 'rmSync').mockImplementation((file, options) => {
    if (String(file).endsWith('download-a')) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
    rmSync(file, options);
  });
  syncBuiltinESMExports();
  files.sweep();
  expect((await readdir(folder)).toSorted()).toEqual(['app-1.0.1.asar', 'app-1.0.1.json', 'download-a', 'state.json']);
});

it('deletes what is left of downloads if no version was installed, too', async () => {
  await writeFile(at('download-a'), '');
  files.sweep();
  expect(await readdir(folder)).toEqual([]);
});

it('gives a version up in one write, so that it is never pending and failed', async () => {
  await put('1.0.1');
  const states: string[] = [];
  const { renameSync } = fs;
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    renameSync(from, to);
    states.push(fs.readFileSync(to, 'utf8'));
  });
  syncBuiltinESMExports();
  giveUp(files, '1.0.1', 'it threw');
  expect(states.map((text) => JSON.parse(text)).filter(({ failed, pending }) => failed.length > 0 && pending !== undefined)).toEqual([]);
});

it('does not start a pending version that failed before', async () => {
  await put('1.0.1');
  files.change(() => ({ failed: ['1.0.1'] }));
  expect(choose()).toMatchObject({ version: '1.0.0' });
  expect(files.read().pending).toBeUndefined();
});

it('does not count starts that the user ended, up to a limit for a program that ends itself', async () => {
  await put('1.0.1');
  const chosen: string[] = [];
  for (let start = 0; start < 7; start += 1) {
    const { version } = choose();
    chosen.push(version);
    uncountStart(files, version);
  }
  expect(chosen).toEqual(['1.0.1', '1.0.1', '1.0.1', '1.0.1', '1.0.1', '1.0.0', '1.0.0']);
});

it('counts how many times it refuses the bundle of a version, until one is confirmed', async () => {
  for (const count of [1, 2]) {
    await put('1.0.1');
    await writeFile(files.bundleOf('1.0.1'), 'x');
    expect(choose()).toMatchObject({ version: '1.0.0' });
    expect(files.read().rejected).toEqual({ version: '1.0.1', count });
  }
  await install('1.0.2');
  expect(files.read().rejected).toBeUndefined();
});
