/**
 * Measures reading in Chromium. Each value is compared with the same browser showing the same file without the product, in the same run.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ImportJob } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../e2e/src/browser.ts';
import { corpusFile } from '../../../e2e/src/corpus.ts';
import { type Figure, median, milliseconds, percentile, spread } from '../figure.ts';
import { makeBook } from '../make-book.ts';
import { type BareServer, startBareServer } from './bare-server.ts';
import { highlightDeliveryFigure } from './highlight-delivery.ts';
import { highlightFigures } from './highlight-speed.ts';
import { type BareTimes, longTasksSince, openBare, probe, type Turn, turnPages } from './page-probe.ts';
import { jumpByContents, jumpToEntry, openContents, openProfile, openReader } from './reader.ts';

const GIANT_CHARS = 456_000;
const OPENINGS = 5;
const JUMPS = 24;
/** A short click of a hand. */
const PRESS_MS = 80;
const TURNS = 100;

interface Shelf {
  product: Product;
  browser: Browser;
}

const importBook = async (product: Product, file: string): Promise<string> => {
  const [job] = (await product.command('import', file, '--publish')) as ImportJob[];
  if (job?.bookId === undefined) throw new Error(`${file} was not imported: ${job?.detail}`);
  return job.bookId;
};

/** Measures a cold start: each opening uses a new browser profile with an empty cache. */
const firstPage = async ({ product, browser }: Shelf, bookId: string): Promise<number> => {
  const page = await openProfile(browser, product.url);
  const { readableMs } = await openReader(page, product.url, bookId);
  await page.context().close();
  return readableMs;
};

const bareOpenings = async (browser: Browser, addresses: readonly string[]): Promise<BareTimes[]> => {
  const taken: BareTimes[] = [];
  for (const address of addresses) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    taken.push(await openBare(await context.newPage(), address));
    await context.close();
  }
  return taken;
};

const bareTurns = async (browser: Browser, address: string): Promise<{ turns: Turn[]; longTasks: number[] }> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await openBare(page, address);
  await probe(page.mainFrame());
  const from = await page.evaluate(() => performance.timeOrigin + performance.now());
  const turns = await turnPages(page.mainFrame(), TURNS);
  const longTasks = await longTasksSince(page.mainFrame(), from);
  await context.close();
  return { turns, longTasks };
};

const firstPageFigures = async (
  shelf: Shelf,
  small: { bookId: string; bare: string },
  large: { bookId: string; bare: string },
): Promise<Figure[]> => {
  const taken = { small: [] as number[], large: [] as number[] };
  // The books are opened alternately, so that other load on the machine affects both equally. The first opening of each is a warm-up and
  // does not count.
  for (let n = 0; n <= OPENINGS; n += 1) {
    const [smallMs, largeMs] = [await firstPage(shelf, small.bookId), await firstPage(shelf, large.bookId)];
    if (n > 0) taken.small.push(smallMs);
    if (n > 0) taken.large.push(largeMs);
  }
  const [smallMs, largeMs] = [median(taken.small), median(taken.large)];
  const paint = async (address: string) =>
    median(
      (
        await bareOpenings(
          shelf.browser,
          Array.from({ length: OPENINGS }, () => address),
        )
      ).map((each) => each.firstPaintMs),
    );
  const [bareSmall, bareLarge] = [await paint(small.bare), await paint(large.bare)];
  return [
    {
      name: 'first readable page, new profile: zh-lunyu.epub (40 KB)',
      value: milliseconds(smallMs),
      baseline: `${milliseconds(bareSmall)}: bare browser, first paint of the same document`,
      ratio: smallMs / bareSmall,
    },
    {
      name: 'first readable page, new profile: se-war-and-peace.epub (3 MB, 361 documents)',
      value: milliseconds(largeMs),
      baseline: `${milliseconds(bareLarge)}: bare browser, first paint of the same document`,
      ratio: largeMs / bareLarge,
    },
    {
      name: 'first readable page: large book beside small book',
      value: milliseconds(largeMs),
      baseline: `${milliseconds(smallMs)}: the small book`,
      ratio: largeMs / smallMs,
      budget: 'ratio 1.3: independent of the size',
      ok: largeMs / smallMs <= 1.3,
    },
  ];
};

const novelFigures = async ({ product, browser }: Shelf, bookId: string, bare: BareServer): Promise<Figure[]> => {
  const reader = await openReader(await openProfile(browser, product.url), product.url, bookId);
  await openContents(reader.page);
  const jumps: number[] = [];
  for (let n = 0; n < JUMPS; n += 1) jumps.push(await jumpByContents(reader, (n * 0.37) % 1));
  const pressed: number[] = [];
  for (let n = 0; n < JUMPS; n += 1) pressed.push(await jumpByContents(reader, (n * 0.37 + 0.185) % 1, PRESS_MS));
  const now = () => performance.timeOrigin + performance.now();
  const from = now();
  const turns = await turnPages(reader.engine, TURNS);
  const longTasks = await longTasksSince(reader.engine, from);
  const appTasks = await longTasksSince(reader.page.mainFrame(), from);
  await reader.page.context().close();
  const bareJumps = (
    await bareOpenings(
      browser,
      Array.from({ length: JUMPS / 2 }, (_, n) => bare.documents[Math.floor(bare.documents.length * ((n * 0.37) % 1))] ?? ''),
    )
  ).map((each) => each.firstPaintMs);
  const plain = await bareTurns(browser, bare.longestDocument);
  const latency = turns.map((turn) => turn.latencyMs);
  const plainLatency = plain.turns.map((turn) => turn.latencyMs);
  return [
    {
      name: 'chapter jump by the contents, 361 documents (p50, p95)',
      value: spread(jumps),
      baseline: `${spread(bareJumps)}: bare browser, first paint of such a chapter`,
      ratio: median(jumps) / median(bareJumps),
      budget: 'p50 100 ms',
      ok: median(jumps) <= 100,
    },
    {
      name: `the same when the entry is pressed for ${PRESS_MS} ms, from its release (p50, p95)`,
      value: spread(pressed),
      baseline: `${spread(bareJumps)}: bare browser, first paint of such a chapter`,
      ratio: median(pressed) / median(bareJumps),
    },
    {
      name: 'page turn, key to painted page (p50, p95)',
      value: spread(latency),
      baseline: `${spread(plainLatency)}: bare browser, one screen of scrolling`,
      ratio: percentile(latency, 0.95) / percentile(plainLatency, 0.95),
      budget: 'p95 33 ms',
      ok: percentile(latency, 0.95) <= 33,
    },
    {
      name: 'page turn: of it busy, without the wait for the next picture (p50, p95)',
      value: spread(turns.map((turn) => turn.busyMs)),
      baseline: spread(plain.turns.map((turn) => turn.busyMs)),
    },
    {
      name: `tasks over 50 ms in ${TURNS} turns: in the engine, in the app`,
      value: [longTasks, appTasks]
        .map((tasks) => `${tasks.length}${tasks.length > 0 ? ` (longest ${milliseconds(Math.max(...tasks))})` : ''}`)
        .join(', '),
      baseline: `${plain.longTasks.length}: bare browser`,
      budget: '0 in the engine',
      ok: longTasks.length === 0,
    },
  ];
};

const giantFigures = async ({ product, browser }: Shelf, bookId: string, bare: string): Promise<Figure[]> => {
  const starts: number[] = [];
  const middles: number[] = [];
  for (let n = 0; n < OPENINGS; n += 1) {
    const reader = await openReader(await openProfile(browser, product.url), product.url, bookId);
    await openContents(reader.page);
    middles.push(await jumpToEntry(reader, '长章中部'));
    await jumpToEntry(reader, '开头');
    starts.push(await jumpToEntry(reader, '长章'));
    await reader.page.context().close();
  }
  const plain = await bareOpenings(
    browser,
    Array.from({ length: OPENINGS }, () => bare),
  );
  const loadMs = median(plain.map((each) => each.loadMs));
  const row = (name: string, taken: readonly number[]): Figure => ({
    name: `giant chapter (456,000 characters), ${name}`,
    value: milliseconds(median(taken)),
    baseline: `${milliseconds(loadMs)}: bare browser, the same file loaded (its first paint ${milliseconds(median(plain.map((each) => each.firstPaintMs)))})`,
    ratio: median(taken) / loadMs,
    budget: '300 ms and ratio 0.5',
    ok: median(taken) <= 300 && median(taken) / loadMs <= 0.5,
  });
  return [row('jump to its middle', middles), row('jump to its beginning, loaded ahead as the next chapter', starts)];
};

export const measureReading = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-bench-'));
  const product = await startProduct();
  const browser = await launchBrowser();
  const giantEpub = makeBook(GIANT_CHARS);
  const [bareSmall, bareLarge, bareGiant] = await Promise.all([
    startBareServer(await readFile(corpusFile('epub-books/zh-lunyu.epub'))),
    startBareServer(await readFile(corpusFile('epub-books/se-war-and-peace.epub'))),
    startBareServer(giantEpub),
  ]);
  try {
    const giantFile = path.join(folder, 'giant.epub');
    await writeFile(giantFile, giantEpub);
    const small = await importBook(product, corpusFile('epub-books/zh-lunyu.epub'));
    const large = await importBook(product, corpusFile('epub-books/se-war-and-peace.epub'));
    const giant = await importBook(product, giantFile);
    const shelf = { product, browser };
    return [
      ...(await firstPageFigures(
        shelf,
        { bookId: small, bare: bareSmall.documents[0] ?? '' },
        { bookId: large, bare: bareLarge.documents[0] ?? '' },
      )),
      ...(await novelFigures(shelf, large, bareLarge)),
      ...(await giantFigures(shelf, giant, bareGiant.documents[1] ?? '')),
      ...(await highlightFigures(product, browser, giant)),
      await highlightDeliveryFigure(product, browser, small),
    ];
  } finally {
    await browser.close();
    await Promise.all([bareSmall, bareLarge, bareGiant].map((server) => server.close()));
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
