/**
 * A whole book on the device: downloaded, read and annotated without a network, synchronized afterwards, and closed to everyone else.
 */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchPartitionedBrowser, type TestPage, visit } from './browser.ts';
import { type ChangingServer, openChangingServer } from './changing-server.ts';
import { corpusFile } from './corpus.ts';
import { countHighlights, openBook, selectText, visibleText, waitForChangesSent } from './reading.ts';
import { DEMO_READER, openSignedIn } from './users.ts';

const TITLE = 'Python 编程起步';

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

afterEach(() => {
  front.setReachable(true);
  front.watch = undefined;
});

/** Signs the demo reader in under the address of the proxy. */
const signIn = (page: Page): Promise<void> => openSignedIn({ ...product, url: front.url }, page, DEMO_READER.tel, DEMO_READER.password);

const openBookPage = async (page: Page): Promise<void> => {
  await page.goto(`${front.url}/course/info/${bookId}`);
  await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
};

/** Downloads the book on its page and waits until it is complete. */
const downloadBook = async (page: Page): Promise<void> => {
  await openBookPage(page);
  await page.getByRole('button', { name: `离线下载《${TITLE}》` }).click();
  await page.getByText(/整本书 .+B，这台设备还可存约/).waitFor();
  await page.getByRole('button', { name: '开始下载' }).click();
  await page.getByText(/已存在本机/).waitFor({ timeout: 60_000 });
};

/** Searches in the open book and returns the number of hits and the hits on the screen. */
const findInBook = async (page: Page, q: string): Promise<string[]> => {
  await page.getByRole('button', { name: '书内搜索' }).click();
  await page.getByRole('searchbox').fill(q);
  await page.getByText(/共找到 \d+ 处/).waitFor();
  const hits = page.getByRole('button').filter({ has: page.locator('mark') });
  const found = [await page.getByText(/共找到 \d+ 处/).innerText(), ...(await hits.allInnerTexts())];
  await page.keyboard.press('Escape');
  return found;
};

/** Ignores Chromium's messages about failed requests, which are expected while the server is unreachable. */
const realProblems = ({ problems }: TestPage): string[] => problems.filter((problem) => !/Failed to load resource|net::ERR_/.test(problem));

test('a book is downloaded, read and annotated without a network, and everything is synchronized afterwards', async () => {
  const opened = await visit(browser, 'desktop', 'allow');
  const { page, context, picture } = opened;
  await signIn(page);
  await openBookPage(page);
  await page.getByRole('button', { name: `离线下载《${TITLE}》` }).click();
  await page.getByText(/整本书 .+B，这台设备还可存约/).waitFor();
  await picture('download-dialog');
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await page.getByRole('button', { name: '取消' }).click();
  await downloadBook(page);
  await picture('book-on-device');
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.goto(`${front.url}/user/myBooks`);
  await page.getByText(/已存在本机/).waitFor();
  await picture('my-books');
  await page.goto(`${front.url}/bookshelf`);
  await page.getByText('本机可读').waitFor();

  await openBook(page, front.url, bookId);
  const foundOnline = await findInBook(page, '变量');
  front.setReachable(false);
  await openBook(page, front.url, bookId);
  const before = await visibleText(page);
  await page.getByRole('button', { name: '下一页' }).click();
  await expect.poll(() => visibleText(page)).not.toBe(before);
  const line = (await visibleText(page)).split('\n').find((text) => text.trim().length > 8) ?? '';
  await selectText(page, line.trim().slice(0, 6));
  await page.getByRole('button', { name: '黄色' }).click();
  await expect.poll(() => countHighlights(page)).toBe(1);
  await picture('reading-offline');
  // The text is decrypted before the reader searches, in the page of the store, which is closed with the book.
  const store = page.locator('iframe[src*="/~store/"]');
  await store.waitFor({ state: 'attached' });
  expect(await findInBook(page, '变量')).toEqual(foundOnline);
  await page.getByRole('link', { name: '返回图书详情' }).click();
  await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
  await store.waitFor({ state: 'detached' });
  await page.goto(`${front.url}/bookshelf`);
  await page.getByText('本机可读').waitFor();
  await picture('shelf-offline');
  await page.goto(`${front.url}/user/myNotes`);
  await page.getByText(line.trim().slice(0, 6)).filter({ visible: true }).first().waitFor();
  await page.getByRole('button', { name: /^复习卡片，/ }).click();
  await page.getByRole('group', { name: '问题' }).waitFor();
  await page.keyboard.press('Space');
  await page.getByRole('group', { name: '答案' }).waitFor();
  await picture('review-offline');
  await page.getByRole('button', { name: /^记得/ }).click();
  await page.getByRole('group', { name: '答案' }).waitFor({ state: 'detached' });

  front.setReachable(true);
  await page.goto(`${front.url}/bookshelf`);
  await page.getByText('本机可读').waitFor();
  // The sign-in of the other browser ends the session of this one.
  await waitForChangesSent(page);
  const other = await visit(browser, 'desktop', 'block');
  await signIn(other.page);
  await openBook(other.page, front.url, bookId);
  await expect.poll(() => countHighlights(other.page), { timeout: 60_000 }).toBe(1);
  expect(realProblems(opened)).toEqual([]);
  await other.context.close();
  await context.close();
}, 240_000);

/** Lets the first request for files of a book pass, and delays the others until `release`. Returns the files that were sent. */
const delayFiles = (): { readonly sent: string[]; readonly release: () => void } => {
  const sent: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const nameIn = (path: string): string | undefined => /^\/~c\/[^/]+\/(.*)$/.exec(path)?.[1];
  let requests = 0;
  front.watch = {
    before: async (path) => {
      if (nameIn(path) === undefined) return;
      requests += 1;
      if (requests > 1) await released;
    },
    forwarded: (path, body) => {
      const name = nameIn(path);
      if (name === undefined) return;
      sent.push(...(name === '' ? (JSON.parse(body) as { hrefs: string[] }).hrefs : [decodeURIComponent(name)]));
    },
  };
  return { sent, release };
};

test('a paused download keeps its progress, also when the page is loaded again, and goes on without a file that it has', async () => {
  const { page, context, picture } = await visit(browser, 'desktop', 'allow');
  await signIn(page);
  // More documents than a bundle has.
  const [job] = (await product.command('import', corpusFile('epub-books/zh-shijing-vertical.epub'), '--publish')) as { bookId: string }[];
  const longBookId = job?.bookId ?? '';
  const { sent, release } = delayFiles();
  await page.goto(`${front.url}/course/info/${longBookId}`);
  await page.getByRole('button', { name: /^离线下载/ }).click();
  await page.getByText(/整本书 .+B，这台设备还可存约/).waitFor();
  await page.getByRole('button', { name: '开始下载' }).click();
  const copy = page.getByRole('region', { name: /的离线副本$/ });
  const progress = copy.getByText(/^(?!0 KB)[\d.]+ [KMG]B \/ [\d.]+ [KMG]B$/);
  await progress.waitFor();
  await picture('downloading');
  const before = await progress.innerText();
  const first = [...sent];
  expect(first.length).toBeGreaterThan(0);
  await copy.getByRole('button', { name: /^暂停下载/ }).click();
  await copy.getByText('已暂停').waitFor();
  await expect.poll(() => progress.innerText()).toBe(before);
  await picture('paused');
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await page.reload();
  await copy.getByText('已暂停').waitFor();
  expect(await progress.innerText()).toBe(before);
  expect(sent).toEqual(first);
  release();
  await copy.getByRole('button', { name: /^继续下载/ }).click();
  await page.getByText(/已存在本机/).waitFor({ timeout: 60_000 });
  expect(sent.length).toBeGreaterThan(first.length);
  expect(sent).toEqual([...new Set(sent)]);
  expect(sent.filter((href) => href.endsWith('html')).length).toBeGreaterThan(300);
  front.watch = undefined;
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  front.setReachable(false);
  await openBook(page, front.url, longBookId);
  expect(await visibleText(page)).not.toBe('');
  await context.close();
}, 240_000);

test('a book on the device opens for nobody after sign-out, and after its owner has signed in to the end of the lease', async () => {
  const { page, context } = await visit(browser, 'desktop', 'allow');
  await signIn(page);
  await downloadBook(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const device = await page.evaluate(() => (JSON.parse(localStorage.getItem('deviceId') ?? '{}') as { value?: string }).value ?? '');
  await page.goto(`${front.url}/user`);
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect.poll(() => hasKey(page), { timeout: 60_000 }).toBe(false);
  front.setReachable(false);
  await page.goto(`${front.url}/course/learning/${bookId}`);
  await page.getByText('这本书没有打开').waitFor();
  front.setReachable(true);
  await openSignedIn({ ...product, url: front.url }, page, DEMO_READER.tel, DEMO_READER.password, device);
  await page.goto(`${front.url}/bookshelf`);
  await page.getByText('本机可读').waitFor();
  // The key is back when the lease was renewed, some seconds after the start of the page.
  await expect.poll(async () => hasKey(page), { timeout: 60_000 }).toBe(true);
  await page.waitForFunction(() => localStorage.getItem('offlineReader') !== null);
  front.setReachable(false);
  await openBook(page, front.url, bookId);

  // The session lasts 15 days without a network, the lease 30.
  await page.goto(`${front.url}/bookshelf`);
  await setClockAhead(context, 16);
  await openBook(page, front.url, bookId);
  expect(await page.evaluate(() => localStorage.getItem('dpAuth'))).toBeNull();
  await page.goto(`${front.url}/bookshelf`);
  await page.getByText('本机可读').waitFor();
  await setClockAhead(context, 31);
  await page.goto(`${front.url}/course/learning/${bookId}`);
  await page.getByText('这本书没有打开').waitFor();
  await setClockAhead(context, 16);
  await page.goto(`${front.url}/course/learning/${bookId}`);
  await page.getByText('这本书没有打开').waitFor();
  front.setReachable(true);
  await context.close();
}, 240_000);

/** Sets the clock of the pages that are loaded from now on this many days ahead of the real one. */
const setClockAhead = (context: BrowserContext, days: number): Promise<unknown> =>
  context.addInitScript((aheadMs) => {
    const own = globalThis as { realDate?: DateConstructor };
    const real = own.realDate ?? Date;
    own.realDate = real;
    const now = (): number => real.now() + aheadMs;
    globalThis.Date = new Proxy(real, {
      construct: (target, values: unknown[]) => Reflect.construct(target, values.length === 0 ? [now()] : values) as object,
      get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
    });
  }, days * 86_400_000);

/** Returns whether the device has the key of the book. */
const hasKey = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open('shufang-reader');
        opening.addEventListener('error', () => reject(new Error('the database does not open')));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('offlineBooks').objectStore('offlineBooks').getAll();
          reading.addEventListener('success', () => {
            opening.result.close();
            resolve((reading.result as { lease?: { key?: string } }[]).some(({ lease }) => lease?.key !== undefined));
          });
        });
      }),
  );

test('a book that was removed on another device leaves this one, and 我的图书 lists the device until then', async () => {
  const phone = await visit(browser, 'phone', 'allow');
  await signIn(phone.page);
  await downloadBook(phone.page);
  await phone.picture('book-on-phone');
  const tablet = await visit(browser, 'tablet', 'block');
  await signIn(tablet.page);
  await tablet.page.goto(`${front.url}/user/myBooks`);
  const remove = tablet.page.getByRole('button', { name: /移除“Chrome · 安卓”上的离线副本/ });
  await remove.first().waitFor();
  await tablet.picture('devices');
  expect(await accessibilityProblemsOf(tablet.page)).toEqual([]);
  await remove.first().click();
  await tablet.page.getByText('已移除，那台设备下次联网时会删除正文，再过一天空出名额').waitFor();
  await phone.page.reload();
  await phone.page.getByText('本机的离线副本已过期，或已在其他设备上移除').waitFor({ timeout: 60_000 });
  await phone.picture('ended');
  await tablet.context.close();
  await phone.context.close();
}, 240_000);
