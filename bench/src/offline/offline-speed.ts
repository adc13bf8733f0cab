/**
 * Measures whole books on the device, in a browser and in the desktop client (a real Electron on a virtual screen): the download of a novel
 * of 360 chapters from a local server, its first page without a network, and searches in it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ImportJob } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Page } from 'playwright-core';
import { makeClientFolder, startClient } from '../../../apps/desktop/src/testing/start-client.ts';
import { startKeyStore } from '../../../apps/desktop/src/testing/start-key-store.ts';
import startVirtualScreen from '../../../apps/desktop/src/testing/virtual-screen.ts';
import { launchPartitionedBrowser, visit } from '../../../e2e/src/browser.ts';
import { type ChangingServer, openChangingServer } from '../../../e2e/src/changing-server.ts';
import { untilText, visibleText } from '../../../e2e/src/reading.ts';
import { openSignedIn, signInByPassword } from '../../../e2e/src/users.ts';
import { type Figure, median, milliseconds, percentile, spread } from '../figure.ts';
import { makeChapteredBook } from '../make-book.ts';
import { downloadBook, type OfflineTimes, timeOpenings, timeSearches } from './client-actions.ts';

const CHAPTERS = 360;
const CHAPTER_CHARS = 3_000;
const SEARCHES = 11;
const FIRST_PAGE_MS = 300;
const DOWNLOAD_MS = 5_000;
const SEARCH_MS = 150;
/** Demo students: each download has a user of its own, because a user downloads only a few books an hour. */
const STUDENTS = ['13800000011', '13800000012', '13800000013', '13800000014', '13800000015', '13800000016'];
const PASSWORD = 'Shufang-2026';
const ROUNDS = 3;
/** The first steps in a new browser take long on a busy machine; they are not measured. */
const PATIENCE_MS = 120_000;

interface Setting {
  readonly product: Product;
  readonly front: ChangingServer;
  readonly bookId: string;
}

/** Texts of two characters that the page shows, all different. */
const textsOf = async (page: Page): Promise<string[]> => {
  await untilText(page);
  return [...new Set((await visibleText(page)).match(/\p{Script=Han}{2}/gu))].slice(0, SEARCHES);
};

const measureClient = async (page: Page, go: (to: string) => Promise<void>, { front, bookId }: Setting): Promise<OfflineTimes> => {
  const downloadMs = await downloadBook(page, go, bookId);
  await go(`/course/learning/${bookId}`);
  await untilText(page);
  front.setReachable(false);
  try {
    const [openedMs, loadedMs] = await timeOpenings(page, go, bookId);
    const [firstSearchMs = Number.NaN, ...searchMs] = await timeSearches(page, await textsOf(page));
    return { downloadMs, openedMs, loadedMs, firstSearchMs, searchMs };
  } finally {
    front.setReachable(true);
  }
};

const measureBrowser = async (setting: Setting, tel: string): Promise<OfflineTimes> => {
  const { product, front } = setting;
  const browser = await launchPartitionedBrowser();
  try {
    const { page } = await visit(browser, 'desktop', 'allow');
    page.setDefaultTimeout(PATIENCE_MS);
    await openSignedIn({ ...product, url: front.url }, page, tel, PASSWORD);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    return await measureClient(page, async (to) => void (await page.goto(`${front.url}${to}`, { waitUntil: 'commit' })), setting);
  } finally {
    await browser.close();
  }
};

const measureDesktop = async (setting: Setting, tel: string): Promise<OfflineTimes> => {
  const [keyStore, dataDir] = await Promise.all([startKeyStore(), makeClientFolder()]);
  const client = await startClient([`--server=${setting.front.url}`], dataDir, keyStore);
  try {
    const { page } = client;
    page.setDefaultTimeout(PATIENCE_MS);
    await page.getByRole('navigation', { name: '主导航' }).waitFor();
    await signInByPassword(setting.product, page, tel, PASSWORD);
    const go = async (to: string): Promise<void> => {
      await Promise.all([page.waitForEvent('domcontentloaded'), page.evaluate((address) => location.assign(address), to)]);
    };
    return await measureClient(page, go, setting);
  } finally {
    await client.close();
    await keyStore.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
};

const figuresOf = (client: string, rounds: readonly OfflineTimes[]): Figure[] => {
  const all = (pick: (times: OfflineTimes) => readonly number[]): number[] => rounds.flatMap(pick);
  const budgeted = (name: string, values: readonly number[], budgetMs: number): Figure => ({
    name: `${client}: ${name}`,
    value: spread(values),
    budget: `p50 ${milliseconds(budgetMs)}`,
    ok: median(values) <= budgetMs,
  });
  const downloads = all(({ downloadMs }) => [downloadMs]);
  const slowest = percentile(downloads, 1);
  return [
    {
      name: `${client}: a novel of ${CHAPTERS} chapters downloaded (the slowest of ${downloads.length})`,
      value: milliseconds(slowest),
      budget: milliseconds(DOWNLOAD_MS),
      ok: slowest <= DOWNLOAD_MS,
    },
    budgeted(
      'first page without a network, from the link (p50, p95)',
      all(({ openedMs }) => openedMs),
      FIRST_PAGE_MS,
    ),
    {
      name: `${client}: first page without a network, the client itself loaded too (p50, p95)`,
      value: spread(all(({ loadedMs }) => loadedMs)),
    },
    budgeted(
      'search without a network, from the input to the hits on the screen (p50, p95)',
      all(({ searchMs }) => searchMs),
      SEARCH_MS,
    ),
    budgeted(
      'the first search in the opened book (p50, p95)',
      all(({ firstSearchMs }) => [firstSearchMs]),
      SEARCH_MS,
    ),
  ];
};

export const measureOffline = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-bench-'));
  let port = 0;
  const front = await openChangingServer(() => port);
  const product = await startProduct({ environment: { PUBLIC_URL: front.url, CONTENT_URL: front.url.replace('//', '//{book}.') } });
  port = product.port;
  const endScreen = await startVirtualScreen();
  try {
    const file = path.join(folder, 'novel.epub');
    await writeFile(file, makeChapteredBook(CHAPTERS, CHAPTER_CHARS));
    const [job] = (await product.command('import', file, '--publish')) as ImportJob[];
    if (job?.bookId === undefined) throw new Error(`the novel was not imported: ${job?.detail}`);
    const setting = { product, front, bookId: job.bookId };
    const [browser, desktop]: [OfflineTimes[], OfflineTimes[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      browser.push(await measureBrowser(setting, STUDENTS[round * 2] ?? ''));
      desktop.push(await measureDesktop(setting, STUDENTS[round * 2 + 1] ?? ''));
    }
    return [...figuresOf('browser', browser), ...figuresOf('desktop client', desktop)];
  } finally {
    await endScreen();
    await product.stop();
    await front.close();
    await rm(folder, { recursive: true, force: true });
  }
};
