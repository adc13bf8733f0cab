/**
 * Starts a key store of a Linux system for tests: a session bus with an unlocked GNOME keyring of its own. Two of them are like two
 * computers: neither opens what the other has sealed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const STARTS_WITHIN_MS = 10_000;

export interface KeyStore {
  /** Environment of a client that uses the key store. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const firstOutput = async (name: string, child: ChildProcess): Promise<string> => {
  const output = await Promise.race([
    child.stdout === null ? undefined : once(child.stdout, 'data').then(([data]) => String(data).trim()),
    pause(STARTS_WITHIN_MS, undefined, { ref: false }),
  ]);
  if (output === undefined) throw new Error(`${name} did not start`);
  return output;
};

export const startKeyStore = async (): Promise<KeyStore> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-keys-'));
  const own = { XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder };
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...own },
  });
  const environment = { ...own, DBUS_SESSION_BUS_ADDRESS: await firstOutput('dbus-daemon', bus) };
  // The program ends when the daemon that it starts is ready. The daemon ends with the bus.
  const keyring = spawn('gnome-keyring-daemon', ['--components=secrets', '--unlock'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, ...environment },
  });
  keyring.stdin?.end('ceshi');
  await once(keyring, 'exit');
  return {
    environment,
    stop: async () => {
      bus.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
};
