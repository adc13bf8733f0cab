/** A Redis of a test's own, on a port nobody uses: to stop it, or to have its keys alone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import os from 'node:os';
import { createLogger } from '../logger.ts';
import { openRedis, waitUntilReady } from '../redis-connection.ts';

export interface OwnRedis {
  readonly url: string;
  /** As a crash does: at once, and everything is lost. */
  kill(): Promise<void>;
  /** Again under the same address; resolves when it answers. */
  start(): Promise<void>;
}

const READY_MS = 30_000;

const findPort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

export const startOwnRedis = async (): Promise<OwnRedis> => {
  const port = await findPort();
  const url = `redis://127.0.0.1:${port}`;
  let running: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    running = spawn('redis-server', options, { stdio: 'ignore', cwd: os.tmpdir() });
    const probe = openRedis(url, createLogger('silent'));
    await waitUntilReady(probe, READY_MS);
    probe.disconnect();
  };
  await start();
  return {
    url,
    start,
    kill: async () => {
      if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
      running.kill('SIGKILL');
      await once(running, 'exit');
    },
  };
};
