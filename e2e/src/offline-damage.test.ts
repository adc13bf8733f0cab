/** What can happen to a stored book in a real browser: no space, damaged files, and files that the browser has deleted. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchPartitionedBrowser, type TestPage, visit } from './browser.ts';
import { type ChangingServer, openChangingServer } from './changing-server.ts';
import { countHighlights, openBook, selectText, turnsBy, visibleText, waitForPositionSaved } from './reading.ts';
import { DEMO_READER, openSignedIn } from './users.ts';

const TITLE = 'Python 编程起步';
const PACKS = '~packs';

let product: Product;
let front: ChangingServer;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  let port = 0;
  front = await openChangingServer(() => port);
  product = await startProduct({ environment: { PUBLIC_URL: front.url, CONTENT_URL: front.url.replace('//', '//{book}.') } });
  port = product.port;
  browser = await launchPartitionedBrowser();
  const response = (await (await fetch(`${front.url}/api/course/query?sort=title`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  bookId = response.payload.items.find(({ title }) => title === TITLE)?.id ?? '';
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await front?.close();
});

beforeEach(() => front.setReachable(true));

const openBookPage = async (page: Page): Promise<void> => {
  await page.goto(`${front.url}/course/info/${bookId}`);
  await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
};

const begin = async (): Promise<TestPage> => {
  const opened = await visit(browser, 'desktop', 'allow');
  opened.context.setDefaultTimeout(60_000);
  await openSignedIn({ ...product, url: front.url }, opened.page, DEMO_READER.tel, DEMO_READER.password);
  return opened;
};

const startDownload = async (page: Page): Promise<void> => {
  await openBookPage(page);
  await page.getByRole('button', { name: `离线下载《${TITLE}》` }).click();
  await page.getByText(/整本书 .+B，这台设备还可存约/).waitFor();
  await page.getByRole('button', { name: '开始下载' }).click();
};

const stored = (page: Page) => page.getByText(/已存在本机/);

/** Waits until the book is stored, and the client can start without a network. */
const untilStored = async (page: Page): Promise<void> => {
  await stored(page).waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
};

const downloadAll = async (page: Page): Promise<void> => {
  await startDownload(page);
  await untilStored(page);
};

/** Returns the frame of the content origin on the reading page, which has the same cache as the store page. */
const contentFrame = (page: Page): Frame => {
  const frame = page.frames().find((each) => each.url().includes('/~engine/'));
  if (frame === undefined) throw new Error('the reading page has no frame');
  return frame;
};

/** Changes a byte in the middle of every pack. Returns their number. */
const damagePacks = (page: Page): Promise<number> =>
  contentFrame(page).evaluate(async (packs) => {
    let damaged = 0;
    for (const name of (await caches.keys()).filter((each) => each.startsWith('book-'))) {
      const cache = await caches.open(name);
      for (const request of (await cache.keys()).filter(({ url }) => url.includes(packs))) {
        const bytes = new Uint8Array((await (await cache.match(request))?.arrayBuffer()) ?? new ArrayBuffer());
        for (let at = 100; at < bytes.length; at += 1_000) bytes[at] = (bytes[at] ?? 0) ^ 1;
        await cache.put(request, new Response(bytes));
        damaged += 1;
      }
    }
    return damaged;
  }, PACKS);

const evictBooks = (page: Page): Promise<number> =>
  contentFrame(page).evaluate(async () => {
    const books = (await caches.keys()).filter((name) => name.startsWith('book-'));
    for (const name of books) await caches.delete(name);
    return books.length;
  });

test('a device without space stops the download with a reason, and continues where it stopped when there is space', async () => {
  const { page, context, picture } = await begin();
  await page.addInitScript((packs) => {
    const put = Cache.prototype.put;
    let stored = 0;
    Cache.prototype.put = async function (request, response) {
      if (typeof request === 'string' && request.includes(packs) && (stored += 1) > 1)
        throw new DOMException('no space', 'QuotaExceededError');
      await put.call(this, request, response);
    };
  }, PACKS);
  await startDownload(page);
  await page.getByText('设备空间不足，下载停下了。请腾出空间或移除不看的书，再继续').waitFor();
  await picture('full');
  const next = await context.newPage();
  await page.close();
  await openBookPage(next);
  await next.getByRole('button', { name: `重新下载《${TITLE}》` }).click();
  await untilStored(next);
  front.setReachable(false);
  await openBook(next, front.url, bookId);
  expect(await visibleText(next)).not.toBe('');
  await context.close();
}, 240_000);

test('damaged files of a stored book are found when it is opened, said, and downloaded again; highlights stay', async () => {
  const { page, context, picture } = await begin();
  await downloadAll(page);
  await openBook(page, front.url, bookId);
  await turnsBy(page, () => page.keyboard.press('PageDown'));
  const text = await visibleText(page);
  const line = text.split('\n').find((each) => each.trim().length > 8) ?? '';
  await selectText(page, line.trim().slice(0, 6));
  await page.getByRole('button', { name: '黄色' }).click();
  await expect.poll(() => countHighlights(page)).toBe(1);
  await waitForPositionSaved(page);
  expect(await damagePacks(page)).toBeGreaterThan(0);
  front.setReachable(false);
  await page.goto(`${front.url}/course/learning/${bookId}`);
  await page.getByText('存在这台设备上的正文有缺损').waitFor();
  await picture('damaged-page');
  await expect
    .poll(async () => (await context.pages()[0]?.evaluate(bookState)) ?? '', { timeout: 60_000 })
    .toMatch(/^waiting \d+ 个文件已损坏，联网时自动重新下载；笔记不受影响$/);
  await openBookPage(page);
  await page.getByText(/\d+ 个文件已损坏，联网时自动重新下载/).waitFor();
  await picture('damaged');
  front.setReachable(true);
  await stored(page).waitFor();
  front.setReachable(false);
  await openBook(page, front.url, bookId);
  expect(await visibleText(page)).toBe(text);
  await expect.poll(() => countHighlights(page)).toBe(1);
  await context.close();
}, 240_000);

test('a book that the browser has deleted is downloaded again in the background', async () => {
  const { page, context } = await begin();
  await downloadAll(page);
  await openBook(page, front.url, bookId);
  const text = await visibleText(page);
  expect(await evictBooks(page)).toBeGreaterThan(0);
  await page.goto(`${front.url}/bookshelf`);
  // The files are looked for some seconds after the start of a page.
  await expect.poll(() => page.evaluate(bookState), { timeout: 60_000 }).not.toMatch(/^ready/);
  await expect.poll(() => page.evaluate(bookState), { timeout: 60_000 }).toMatch(/^ready/);
  front.setReachable(false);
  await openBook(page, front.url, bookId);
  expect(await visibleText(page)).toBe(text);
  await context.close();
}, 240_000);

/** Returns the state of the only stored book, with its reason. Runs in the page. */
function bookState(): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('shufang-reader');
    opening.addEventListener('error', () => reject(new Error('the database does not open')));
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('offlineBooks').objectStore('offlineBooks').getAll();
      reading.addEventListener('success', () => {
        opening.result.close();
        const [book] = reading.result as { state: string; reason?: string }[];
        resolve(book === undefined ? '' : `${book.state} ${book.reason ?? ''}`.trim());
      });
    });
  });
}
