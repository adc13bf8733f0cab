/**
 * Measures how long a reader waits after opening a book: cold (new browser profile), warm (a second time in it), and on a slow line. The
 * baseline is the strictest one: a page with one iframe that shows the same chapter, from a plain web server, in the same run.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type ImportJob, openBook } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { launchBrowser } from '../../../e2e/src/browser.ts';
import { type Figure, kibibytes, median, milliseconds } from '../figure.ts';
import { makeChapteredBook } from '../make-book.ts';
import { addressOf } from '../wire.ts';
import { startBareServer } from './bare-server.ts';
import { probe, timeJump } from './page-probe.ts';
import { engineFrame } from './reader.ts';
import { watchText } from './text-probe.ts';

const CHAPTERS = [20, 2_000] as const;
const CHAPTER_CHARS = 3_000;
const ROUNDS = 7;
/** 10 Mbit/s, and 40 ms for a request and its response. */
const SLOW_LINE = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };
/**
 * On the slow line both origins share one process: the browser's limit of the line applies to one process. This makes our own openings
 * faster by the start of a process.
 */
const ONE_PROCESS = ['--disable-site-isolation-trials'];
const COLD_RATIO = 1.5;
const WARM_RATIO = 1.3;
const TURN_MS = 300;
const WAITED_KIB = 150;
const WAITED_REQUESTS = 15;
const OPEN_KIB = 15;

interface Opening {
  /** Time from the start of the navigation until the text was painted. */
  readonly textMs: number;
  /** Time from the text until the page was turned by a click on the button beside it; undefined for the plain page. */
  readonly turnMs?: number;
  /** Time from the text until a click on the button of the table of contents has opened it; undefined for the plain page. */
  readonly contentsMs?: number;
  readonly requests: number;
  readonly bytes: number;
}

const newContext = async (browser: Browser): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  context.setDefaultTimeout(30_000);
  return context;
};

/** Turns the page by the button beside it as soon as there is one. Returns the time from `textAt` (UTC ms) until the next page was painted. */
const turnByButton = async (page: Page, textAt: number): Promise<number> => {
  const engine = await engineFrame(page);
  await probe(engine);
  return timeJump(engine, async () => {
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const look = (): void => {
            const button = document.querySelector<HTMLButtonElement>('button[aria-label="下一页"]:not(:disabled)');
            if (button === null) {
              requestAnimationFrame(look);
              return;
            }
            button.click();
            resolve();
          };
          look();
        }),
    );
    return textAt;
  });
};

/** Clicks as soon as the button exists, until the panel is open, as an impatient reader does. Returns the time (UTC ms) when it is open. */
const untilContentsOpen = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (document.querySelector('li[aria-posinset]') !== null) {
            resolve(performance.timeOrigin + performance.now());
            return;
          }
          const button = document.querySelector<HTMLElement>('button[aria-label="目录"]');
          if (button !== null && button.getAttribute('aria-expanded') !== 'true') button.click();
          requestAnimationFrame(look);
        };
        look();
      }),
  );

/** Opens an address in a new page and waits for the text. `isOurs`: clicks the two buttons too. */
const open = async (context: BrowserContext, address: string, isOurs: boolean, isSlow: boolean): Promise<Opening> => {
  const page = await context.newPage();
  if (isSlow) {
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', SLOW_LINE);
  }
  const finished: { at: number; request: Request }[] = [];
  page.on('requestfinished', (request) => finished.push({ at: Date.now(), request }));
  const { shown } = await watchText(page);
  await page.goto(address, { waitUntil: 'commit' });
  const at = await shown;
  const waited = finished.filter((each) => each.at <= at);
  const began = await page.evaluate(() => performance.timeOrigin);
  const clicked = isOurs ? { turnMs: await turnByButton(page, at), contentsMs: (await untilContentsOpen(page)) - at } : {};
  const sizes = await Promise.all(waited.map(({ request }) => request.sizes()));
  const bytes = sizes.reduce((sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize, 0);
  await page.close();
  return { textMs: at - began, ...clicked, requests: waited.length, bytes };
};

interface Openings {
  readonly cold: Opening[];
  readonly warm: Opening[];
}

/** Opens both addresses alternately, so that other load on the machine affects both equally. The first round is a warm-up. */
const compare = async (browser: Browser, ours: string, bare: string, isSlow = false): Promise<{ ours: Openings; bare: Openings }> => {
  const taken = { ours: { cold: [], warm: [] } as Openings, bare: { cold: [], warm: [] } as Openings };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, address] of [
      ['bare', bare],
      ['ours', ours],
    ] as const) {
      const context = await newContext(browser);
      const cold = await open(context, address, name === 'ours', isSlow);
      const warm = await open(context, address, name === 'ours', isSlow);
      await context.close();
      if (round === 0) continue;
      taken[name].cold.push(cold);
      taken[name].warm.push(warm);
    }
  }
  return taken;
};

const textOf = (openings: readonly Opening[]): number => median(openings.map(({ textMs }) => textMs));

const ratioFigure = (name: string, ours: readonly Opening[], bare: readonly Opening[], limit: number | undefined): Figure => {
  const [value, baseline] = [textOf(ours), textOf(bare)];
  return {
    name,
    value: milliseconds(value),
    baseline: `${milliseconds(baseline)}: a page with one iframe`,
    ratio: value / baseline,
    ...(limit === undefined ? {} : { budget: `ratio ${limit}`, ok: value / baseline <= limit }),
  };
};

const openResponseFigures = async (product: Product, bookId: string, count: number): Promise<Figure[]> => {
  const times: number[] = [];
  let bytes = 0;
  for (let n = 0; n < 50; n += 1) {
    const began = performance.now();
    const response = await fetch(addressOf(product.url, openBook, { bookId }), { headers: { 'x-device-code': 'web' } });
    bytes = (await response.arrayBuffer()).byteLength;
    times.push(performance.now() - began);
  }
  return [
    {
      name: `learn/open, ${count} documents: uncompressed size, time of a request (p50)`,
      value: `${kibibytes(bytes)}, ${milliseconds(median(times))}`,
      budget: `${OPEN_KIB} KiB`,
      ok: bytes <= OPEN_KIB * 1_024,
    },
  ];
};

const bookFigures = async (
  { product, browser, slowBrowser, folder }: { product: Product; browser: Browser; slowBrowser: Browser; folder: string },
  count: number,
): Promise<Figure[]> => {
  const epub = makeChapteredBook(count, CHAPTER_CHARS);
  const file = path.join(folder, `${count}.epub`);
  await writeFile(file, epub);
  const [job] = (await product.command('import', file, '--publish')) as ImportJob[];
  if (job?.bookId === undefined) throw new Error(`${file} was not imported: ${job?.detail}`);
  const server = await startBareServer(epub);
  try {
    const ours = `${product.url}/course/learning/${job.bookId}`;
    const bare = server.framePage(0);
    const plain = await compare(browser, ours, bare);
    const slow = await compare(slowBrowser, ours, bare, true);
    const turns = median(plain.ours.cold.map(({ turnMs }) => turnMs ?? Number.POSITIVE_INFINITY));
    const contents = median(plain.ours.cold.map(({ contentsMs }) => contentsMs ?? Number.POSITIVE_INFINITY));
    const requests = median(plain.ours.cold.map((each) => each.requests));
    const bytes = median(plain.ours.cold.map((each) => each.bytes));
    return [
      ratioFigure(`${count} chapters: text, cold`, plain.ours.cold, plain.bare.cold, COLD_RATIO),
      ratioFigure(`${count} chapters: text, warm`, plain.ours.warm, plain.bare.warm, WARM_RATIO),
      ratioFigure(`${count} chapters: text, cold, 10 Mbit/s with 40 ms`, slow.ours.cold, slow.bare.cold, undefined),
      {
        name: `${count} chapters: from the text until the page is turned by its button`,
        value: milliseconds(turns),
        budget: `${TURN_MS} ms`,
        ok: turns <= TURN_MS,
      },
      { name: `${count} chapters: from the text until the contents are opened by their button`, value: milliseconds(contents) },
      {
        name: `${count} chapters: transferred before the text, cold`,
        value: `${kibibytes(bytes)} in ${requests} requests`,
        baseline: `${kibibytes(median(plain.bare.cold.map((each) => each.bytes)))} in ${median(plain.bare.cold.map((each) => each.requests))}: a page with one iframe`,
        budget: `${WAITED_KIB} KiB, ${WAITED_REQUESTS} requests`,
        ok: bytes <= WAITED_KIB * 1_024 && requests <= WAITED_REQUESTS,
      },
      ...(await openResponseFigures(product, job.bookId, count)),
    ];
  } finally {
    await server.close();
  }
};

export const measureOpening = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-bench-'));
  const product = await startProduct();
  const browser = await launchBrowser();
  const slowBrowser = await launchBrowser(ONE_PROCESS);
  try {
    const figures: Figure[] = [];
    for (const count of CHAPTERS) figures.push(...(await bookFigures({ product, browser, slowBrowser, folder }, count)));
    // The worst ratio comes first.
    return figures.toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0));
  } finally {
    await Promise.all([browser.close(), slowBrowser.close()]);
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
