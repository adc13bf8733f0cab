/** The product as its owner runs it: `npm start`, Ctrl-C, started again. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { getBookInfo, type OutputOf, queryBooks } from '@shufang/contract';
import { findFreePort, makeDataDir, makePreparedDataDir, type Product, projectRoot, startProduct } from '@shufang/dev-env';
import { afterEach, expect, test } from 'vitest';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const folder = async (make: () => Promise<string>): Promise<string> => {
  const made = await make();
  folders.push(made);
  return made;
};

/** Command lines of all processes that name the folder; those that have ended and are not yet collected have none. */
const processesOf = (dataDir: string): string[] =>
  execFileSync('ps', ['-axww', '-o', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(dataDir));

/** Goes on reading afterwards: who writes into a closed pipe ends. */
const untilSaid = (child: ChildProcess, words: RegExp): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (words.test(said)) resolve();
    });
    child.once('exit', () => reject(new Error(`it ended without saying ${words}:\n${said}`)));
  });

/** What `npm start` runs. */
const npmStart = async (dataDir: string): Promise<{ child: ChildProcess; ended: Promise<unknown[]>; url: string }> => {
  const port = await findFreePort();
  const child = spawn(process.execPath, [path.join('tooling', 'start.mjs')], {
    cwd: projectRoot,
    // A test runner's own MODE is not ours.
    env: { ...process.env, MODE: 'demo', DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ctrl-C reaches the whole group of a terminal.
    detached: true,
  });
  return { child, ended: once(child, 'exit'), url: `http://localhost:${port}` };
};

test('npm start says where it is, answers there, and leaves nothing running after Ctrl-C', async () => {
  const dataDir = await folder(makePreparedDataDir);
  const { child, ended, url } = await npmStart(dataDir);
  await untilSaid(child, new RegExp(`^ready ${url}$`, 'm'));
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(processesOf(dataDir)).not.toEqual([]);
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await ended;
  expect(processesOf(dataDir)).toEqual([]);
});

test('a Ctrl-C while the database is being made leaves nothing running, and the next start goes on', async () => {
  const dataDir = await folder(makeDataDir);
  const { child, ended } = await npmStart(dataDir);
  await expect.poll(() => processesOf(dataDir).some((line) => line.includes('bin/postgres'))).toBe(true);
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await ended;
  expect(processesOf(dataDir)).toEqual([]);
  await (await startProduct({ dataDir })).stop();
});

const ask = async <T>({ url }: Product, address: string): Promise<T> =>
  ((await (await fetch(`${url}${address}`, { headers: { 'x-device-code': 'web' } })).json()) as { payload: T }).payload;

test('what was changed in the demo library is not undone by the next start', async () => {
  const dataDir = await folder(makePreparedDataDir);
  const first = await startProduct({ dataDir });
  const { items } = await ask<OutputOf<typeof queryBooks>>(first, queryBooks.path);
  const paid = items.find(({ priceFen }) => priceFen > 0)?.id ?? '';
  await first.command('book', 'price', paid, '12.34');
  await first.stop();
  const again = await startProduct({ dataDir });
  const { book } = await ask<OutputOf<typeof getBookInfo>>(again, `${getBookInfo.path}?bookId=${paid}`);
  expect(book.priceFen).toBe(1234);
  expect((await ask<OutputOf<typeof queryBooks>>(again, queryBooks.path)).total).toBe(items.length);
  await again.stop();
});
