/** A separate Redis server on a free port, for tests that stop it or need all its keys. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import os from 'node:os';
import { createLogger } from '../logger.ts';
import { openRedis, waitUntilReady } from '../redis-connection.ts';

export interface TestRedis {
  readonly url: string;
  /** Kills the server, so that all data is lost, as in a crash. */
  kill(): Promise<void>;
  /** Starts the server again at the same address; resolves when it responds. */
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

export const startTestRedis = async (): Promise<TestRedis> => {
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
