/** Tests a server process that receives a stop signal: running calls are completed, and it ends by itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { projectRoot, serverArguments } from '@shufang/dev-env';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSecret } from '../platform/config.ts';
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts';

let database: TestDatabase;
let dataDir: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'shufang-stop-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};

const start = async (port: number): Promise<{ started: ChildProcess; said: () => string }> => {
  let out = '';
  const started = spawn(process.execPath, serverArguments(), {
    cwd: projectRoot,
    env: {
      ...process.env,
      // These settings replace those of the process that runs the tests.
      MODE: 'production',
      NODE_OPTIONS: '',
      PUBLIC_URL: 'https://books.example.com',
      CONTENT_URL: 'https://{book}.content.example.com',
      SMS_PROVIDER: 'none',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: makeSecret(),
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(started);
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => {
        out += chunk.toString();
        if (/^ready /m.test(out)) resolve();
      });
    started.once('exit', () => reject(new Error(`the server did not start: ${out.slice(-2_000)}`)));
  });
  await ready;
  return { started, said: () => out };
};

const opened = async (port: number): Promise<{ socket: Socket; received: () => string }> => {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  await once(socket, 'connect');
  return { socket, received: () => received };
};
const isRefused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(false);
    }).on('error', () => resolve(true));
  });

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s: a running call is completed, and the process exits with 0', async (signal) => {
  const port = await freePort();
  const { started, said } = await start(port);
  const exited = once(started, 'exit');
  const call = JSON.stringify({ tel: '13900000000' });
  const busy = await opened(port);
  const head = [
    'POST /api/center-user/auth/login-by-tel HTTP/1.1',
    'host: books.example.com',
    'content-type: application/json',
    `content-length: ${call.length}`,
  ];
  busy.socket.write(`${head.join('\r\n')}\r\n\r\n${call.slice(0, 5)}`);
  const idle = await opened(port);
  idle.socket.write('GET /healthz HTTP/1.1\r\nhost: books.example.com\r\n\r\n');
  await expect.poll(idle.received, { timeout: 20_000 }).toContain('HTTP/1.1 200');

  const [busyClosed, idleClosed] = [once(busy.socket, 'close'), once(idle.socket, 'close')];
  started.kill(signal);
  await expect.poll(() => isRefused(port), { timeout: 20_000 }).toBe(true);
  await idleClosed;
  expect(busy.received()).toBe('');
  busy.socket.write(call.slice(5));
  await busyClosed;
  const [headers = '', body = ''] = busy.received().split('\r\n\r\n');
  expect(headers).toMatch(/^HTTP\/1\.1 200 /);
  expect(JSON.parse(body)).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  expect(await exited).toEqual([0, null]);
  expect(said()).not.toContain('停止时出错');
});
