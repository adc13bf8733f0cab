/** The exchange of an AppImage, on files of a temporary folder. */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findAppImage, replaceAppImage } from './replace-app-image.ts';

let folder: string;
const at = (...names: string[]): string => path.join(folder, ...names);
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-appimage-'));
  await mkdir(at('mount'));
  for (const file of ['shufang.AppImage', 'new.AppImage', 'mount/shufang', 'mount-of-another']) await writeFile(at(file), file);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const running = () => ({ appImage: at('shufang.AppImage'), appDir: at('mount'), execPath: at('mount', 'shufang') });

it('finds the AppImage from which the program runs', () => {
  expect(findAppImage('/a/new.AppImage', running())).toBe(at('shufang.AppImage'));
});

it.each([
  ['the installer is a package of the system', '/a/new.deb', () => running()],
  ['the program was started by another AppImage', '/a/new.AppImage', () => ({ ...running(), execPath: process.execPath })],
  ['the folder only begins with that of the AppImage', '/a/new.AppImage', () => ({ ...running(), execPath: at('mount-of-another') })],
  ['no AppImage is mounted', '/a/new.AppImage', () => ({ ...running(), appDir: undefined })],
  ['the folder does not exist', '/a/new.AppImage', () => ({ ...running(), appDir: at('missing') })],
])('finds none if %s', (_name, installer, program) => {
  expect(findAppImage(installer, program())).toBeUndefined();
});

it('replaces the file, and leaves the old one beside it, each time', async () => {
  const image = at('shufang.AppImage');
  await chmod(at('new.AppImage'), 0o600);
  replaceAppImage(image, at('new.AppImage'));
  expect([await readFile(image, 'utf8'), await readFile(`${image}.previous`, 'utf8')]).toEqual(['new.AppImage', 'shufang.AppImage']);
  expect((await stat(image)).mode & 0o777).toBe(0o755);
  await writeFile(at('third.AppImage'), 'third');
  replaceAppImage(image, at('third.AppImage'));
  expect([await readFile(image, 'utf8'), await readFile(`${image}.previous`, 'utf8')]).toEqual(['third', 'new.AppImage']);
  expect(await readdir(folder)).not.toContain('shufang.AppImage.new');
});
