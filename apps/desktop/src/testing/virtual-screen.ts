/**
 * Prepares the desktop tests in Vitest's global setup: the Electron runtime, a virtual screen, and a window manager, without which a window
 * is neither maximized nor minimized. Fails with the reason if one of them cannot be had.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureElectronRuntime } from '../../../../tooling/electron-runtime.mjs';
import { installClient } from './install-client.ts';

const SCREEN = '1600x1000x24';
const STARTS_WITHIN_MS = 10_000;

/** Starts a program. Throws with its name if it cannot be started. */
const startProgram = (name: string, values: readonly string[], environment: NodeJS.ProcessEnv): ChildProcess => {
  const child = spawn(name, values, { stdio: ['ignore', 'pipe', 'ignore'], env: environment });
  child.once('error', (error) => {
    throw new Error(`${name} is needed for the desktop tests: ${error.message}`);
  });
  return child;
};

export default async function setup(): Promise<() => Promise<void>> {
  const runtime = await ensureElectronRuntime();
  const screen = startProgram('Xvfb', ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp'], process.env);
  const number = await Promise.race([
    screen.stdout === null ? undefined : once(screen.stdout, 'data').then(([data]) => String(data).trim()),
    pause(STARTS_WITHIN_MS, undefined, { ref: false }),
  ]);
  if (number === undefined) throw new Error('the virtual screen (Xvfb) did not start');
  const environment = { ...process.env, DISPLAY: `:${number}` };
  const manager = startProgram('openbox', [], environment);
  const folder = await installClient(runtime);
  process.env['DESKTOP_TEST_FOLDER'] = folder;
  process.env['DESKTOP_TEST_DISPLAY'] = `:${number}`;
  return async () => {
    manager.kill();
    screen.kill();
    await rm(path.dirname(folder), { recursive: true, force: true });
  };
}
