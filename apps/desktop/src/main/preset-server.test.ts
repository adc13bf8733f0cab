import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findPresetServer, SERVER_FILE } from './preset-server.ts';

it('takes the argument before the file, and the file before the build', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'shufang-preset-'));
  try {
    expect(findPresetServer(['shufang'], folder, '')).toBeUndefined();
    expect(findPresetServer(['shufang'], folder, 'https://build.example')).toBe('https://build.example');
    writeFileSync(path.join(folder, SERVER_FILE), ' https://file.example \nsecond line\n');
    expect(findPresetServer(['shufang'], folder, 'https://build.example')).toBe('https://file.example');
    expect(findPresetServer(['shufang', '--server=argument.example'], folder, '')).toBe('argument.example');
    expect(findPresetServer(['shufang', '--server='], folder, '')).toBe('https://file.example');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
