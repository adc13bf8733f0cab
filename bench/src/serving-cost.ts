/**
 * Measures the processor time that the server spends on a chapter and on opening a book, which hardly depends on other load of the machine.
 * The baseline is a Node process that reads the same compressed bytes from a file and sends them.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ImportJob, openBook } from '@shufang/contract';
import { startProduct } from '@shufang/dev-env';
import { unzipSync } from 'fflate';
import { type Figure, median } from './figure.ts';
import { makeChapteredBook } from './make-book.ts';
import { coreMsIn } from './process-memory.ts';
import { addressOf, call } from './wire.ts';

const CHAPTERS = 2_000;
const CHAPTER_CHARS = 3_000;
/** Chapters that are requested in turn. A reader may open more per minute than these. */
const DISTINCT = 8;
const REQUESTS = 1_500;
const WARM_UP = 500;
const ROUNDS = 5;
const CHAPTER_RATIO = 1.5;
const OPEN_CPU_MS = 2;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends one request. The host names of books, below `localhost`, all lead to this machine. Throws when the response is not 200. */
const request = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { host, port, pathname, search } = new URL(address);
    const headers = { host, 'accept-encoding': 'gzip', 'x-device-code': 'web' };
    get({ agent, host: '127.0.0.1', port, path: pathname + search, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address} responded with ${response.statusCode}`));
      response.resume().once('end', () => resolve());
    }).once('error', reject);
  });

/** Returns the processor time per request in milliseconds: of the process `pid`, and of the processes in `folder` (the database). */
const costOf = async (addresses: readonly string[], pid: number, folder: string): Promise<{ server: number; database: number }> => {
  for (let n = 0; n < WARM_UP; n += 1) await request(addresses[n % addresses.length] ?? '');
  const before = coreMsIn(folder, pid);
  for (let n = 0; n < REQUESTS; n += 1) await request(addresses[n % addresses.length] ?? '');
  const after = coreMsIn(folder, pid);
  return { server: (after.also - before.also) / REQUESTS, database: (after.inside - before.inside) / REQUESTS };
};

const startFileServer = async (folder: string): Promise<{ url: string; child: ChildProcess }> => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'file-server.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${Number(line.toString())}/`, child };
};

const shown = (ms: number): string => `${ms.toFixed(2)} ms`;

export const measureServing = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-bench-'));
  const product = await startProduct();
  const plainFolder = path.join(folder, 'plain');
  await mkdir(plainFolder);
  const epub = makeChapteredBook(CHAPTERS, CHAPTER_CHARS);
  const chapters = Object.entries(unzipSync(epub))
    .filter(([name]) => /\d\.xhtml$/.test(name))
    .slice(0, DISTINCT);
  for (const [name, bytes] of chapters) await writeFile(path.join(plainFolder, path.basename(name)), gzipSync(bytes));
  const plain = await startFileServer(plainFolder);
  try {
    const file = path.join(folder, 'book.epub');
    await writeFile(file, epub);
    const [job] = (await product.command('import', file, '--publish')) as ImportJob[];
    if (job?.bookId === undefined) throw new Error(`the book was not imported: ${job?.detail}`);
    const { bookId } = job;
    const opened = await call(product.url, openBook, { bookId });
    const content = opened.readingOrder.items.slice(0, DISTINCT).map(({ href }) => new URL(href, opened.content.baseUrl).href);
    const files = chapters.map(([name]) => plain.url + path.basename(name));
    const openAddress = addressOf(product.url, openBook, { bookId });
    const [serverPid, plainPid] = [product.process.pid ?? 0, plain.child.pid ?? 0];
    const rounds: { ours: { server: number; database: number }; plain: number; open: { server: number; database: number } }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({
        plain: (await costOf(files, plainPid, plainFolder)).server,
        ours: await costOf(content, serverPid, product.dataDir),
        open: await costOf([openAddress], serverPid, product.dataDir),
      });
    }
    const ours = median(rounds.map((round) => round.ours.server + round.ours.database));
    const baseline = median(rounds.map((round) => round.plain));
    const open = median(rounds.map((round) => round.open.server + round.open.database));
    const openDatabase = median(rounds.map((round) => round.open.database));
    return [
      {
        name: 'processor time of a chapter, server and database',
        value: shown(ours),
        baseline: `${shown(baseline)}: a Node process that sends the compressed file`,
        ratio: ours / baseline,
        budget: `ratio ${CHAPTER_RATIO}`,
        ok: ours / baseline <= CHAPTER_RATIO,
      },
      {
        name: 'processor time of learn/open, server and database (database)',
        value: `${shown(open)} (${shown(openDatabase)})`,
        budget: `${OPEN_CPU_MS} ms`,
        ok: open <= OPEN_CPU_MS,
      },
    ];
  } finally {
    plain.child.kill();
    agent.destroy();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
