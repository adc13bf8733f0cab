import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSettings } from './stored-settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shufang-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const server = { origin: 'https://books.example.com', contentUrl: 'https://{book}.example.com' };

it('keeps the settings between runs and leaves no temporary file', () => {
  const file = path.join(folder, 'settings.json');
  openSettings(file).set({ server });
  openSettings(file).set({ zoomLevel: 1 });
  expect(openSettings(file).get()).toEqual({ server, zoomLevel: 1 });
  expect(readdirSync(folder)).toEqual(['settings.json']);
});

it('leaves out damaged values, and starts empty with a damaged file', () => {
  const file = path.join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify({ server, zoomLevel: 99, window: { x: 'left' } }));
  expect(openSettings(file).get()).toEqual({ server });
  writeFileSync(file, '{"server":');
  expect(openSettings(file).get()).toEqual({});
});

it('goes on with the new settings if they cannot be saved', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const settings = openSettings(path.join(folder, 'missing', 'settings.json'));
  settings.set({ server });
  expect(settings.get()).toEqual({ server });
  expect(logged).toHaveBeenCalledTimes(1);
  logged.mockRestore();
  expect(() => readFileSync(path.join(folder, 'missing', 'settings.json'))).toThrow(/ENOENT/);
});
