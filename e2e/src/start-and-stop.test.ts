/** Starts and stops the product as an operator does: `npm start`, Ctrl-C, restart. */
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

/** Returns the command lines of all processes that contain the folder. Zombie processes have no command line. */
const processesOf = (dataDir: string): string[] =>
  execFileSync('ps', ['-axww', '-o', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(dataDir));

/** Waits for output that matches `pattern`. The output is still read afterwards, because a process that writes to a closed pipe ends. */
const waitForOutput = (child: ChildProcess, pattern: RegExp): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (pattern.test(output)) resolve();
    });
    child.once('exit', () => reject(new Error(`it ended without saying ${pattern}:\n${output}`)));
  });

/** Runs the command of `npm start`, or another command that starts it. */
const npmStart = async (
  dataDir: string,
  [program, ...args]: readonly [string, ...string[]] = [process.execPath, path.join('tooling', 'start.mjs')],
): Promise<{ child: ChildProcess; ended: Promise<unknown[]>; url: string }> => {
  const port = await findFreePort();
  const child = spawn(program, args, {
    cwd: projectRoot,
    // A test runner sets MODE for its own purpose, so it is not passed on.
    env: { ...process.env, MODE: 'demo', DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
    // The command gets a process group of its own, to which the test sends the signal of Ctrl-C, as a terminal does.
    detached: true,
  });
  return { child, ended: once(child, 'exit'), url: `http://localhost:${port}` };
};

test('npm start prints its URL, responds there, and leaves no process after Ctrl-C', async () => {
  const dataDir = await folder(makePreparedDataDir);
  const { child, ended, url } = await npmStart(dataDir);
  await waitForOutput(child, new RegExp(`^ready ${url}$`, 'm'));
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(processesOf(dataDir)).not.toEqual([]);
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await ended;
  expect(processesOf(dataDir)).toEqual([]);
});

test.each([
  ['the process that npm start runs', [process.execPath, path.join('tooling', 'start.mjs')]],
  ['npm start itself', ['npm', 'start']],
] as const)('a SIGTERM to %s alone stops the product and leaves no process', async (_, command) => {
  const dataDir = await folder(makePreparedDataDir);
  const { child, ended, url } = await npmStart(dataDir, command);
  await waitForOutput(child, new RegExp(`^ready ${url}$`, 'm'));
  child.kill('SIGTERM');
  await ended;
  expect(processesOf(dataDir)).toEqual([]);
});

test('a second start on the same folder is rejected while the first one runs', async () => {
  const dataDir = await folder(makePreparedDataDir);
  const first = await startProduct({ dataDir });
  const second = await npmStart(dataDir);
  const [code] = await second.ended;
  expect(code).toBe(1);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  await first.stop();
  expect(processesOf(dataDir)).toEqual([]);
});

test.each([
  { moment: 'the database is created', program: 'bin/postgres' },
  { moment: 'the database server starts', program: 'bin/postgres -D' },
])('Ctrl-C while $moment leaves no process, and the next start continues', async ({ program }) => {
  const dataDir = await folder(makeDataDir);
  const { child, ended } = await npmStart(dataDir);
  await expect.poll(() => processesOf(dataDir).some((line) => line.includes(program))).toBe(true);
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await ended;
  expect(processesOf(dataDir)).toEqual([]);
  await (await startProduct({ dataDir })).stop();
});

const ask = async <T>({ url }: Product, address: string): Promise<T> =>
  ((await (await fetch(`${url}${address}`, { headers: { 'x-device-code': 'web' } })).json()) as { payload: T }).payload;

test('changes of the demo library are not undone by the next start', async () => {
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
