/**
 * The product with a CDN: the client's files come from a second origin, and files of books through a shared cache, in a real browser. The CDN
 * caches only what the headers allow, serves no paid chapter without a valid ticket, and the product works without it.
 */
import { get } from 'node:http';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, type SizeName, type TestPage, visit } from './browser.ts';
import { type CachingProxy, openCachingProxy, type Served } from './caching-proxy.ts';
import { openBook, visibleText } from './reading.ts';
import { createReader, openSignedIn } from './users.ts';

const READER = { tel: '13944440021', password: 'Fenfa-wangluo-2026' };

/** Time limit of a step on a busy machine; the CDN counts as unreachable after ten seconds. */
const PATIENCE_MS = 60_000;

let product: Product;
let cdn: CachingProxy;
let assetsUrl: string;
let browser: Browser;
const books = { free: '', paid: '' };

beforeAll(async () => {
  let port = 0;
  cdn = await openCachingProxy({
    assetsHost: (own) => `127.0.0.1:${own}`,
    origin: () => ({ port, host: `localhost:${port}` }),
    verifiesTickets: true,
  });
  assetsUrl = `http://127.0.0.1:${cdn.port}`;
  const environment = { ASSETS_URL: assetsUrl, CONTENT_URL: `http://{book}.localhost:${cdn.port}`, CONTENT_CACHE: 'verified' };
  product = await startProduct({ environment });
  port = product.port;
  const response = (await (await fetch(`${product.url}/api/course/query`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  const idOf = (title: string): string => response.payload.items.find((item) => item.title === title)?.id ?? '';
  Object.assign(books, { free: idOf('古文小读'), paid: idOf('Python 编程起步') });
  await createReader(product, READER.tel, READER.password);
  await product.command('user', 'grant', '--tel', READER.tel, '--book', books.paid);
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await cdn?.close();
});

beforeEach(() => {
  cdn.setState('up');
  cdn.served.length = 0;
});

/** Requests a file of a book from the CDN. */
const fetchFromCdn = (address: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { host, pathname } = new URL(address);
    get({ host: '127.0.0.1', port: cdn.port, path: pathname, headers: { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    }).on('error', reject);
  });

/** Like `visit`, with more time for each step. */
const patientVisit = async (size: SizeName, serviceWorkers: 'allow' | 'block' = 'block'): Promise<TestPage> => {
  const testPage = await visit(browser, size, serviceWorkers);
  testPage.context.setDefaultTimeout(PATIENCE_MS);
  return testPage;
};

/** Opens a page and waits until its client has started. The page may be loaded a second time meanwhile. */
const openClient = async (page: Page, path: string): Promise<void> => {
  await page.goto(product.url + path, { waitUntil: 'commit' });
  await page.locator('html[data-client-started]').waitFor({ state: 'attached', timeout: PATIENCE_MS });
};

/** Waits until the service worker has installed all files of the client and handles the requests of the page. */
const untilInstalled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, { timeout: PATIENCE_MS });

/** Lists the requests of a page for files of the client, by origin. */
const watchAssets = (page: Page): { own: string[]; cdn: string[] } => {
  const found: { own: string[]; cdn: string[] } = { own: [], cdn: [] };
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) found[origin === assetsUrl ? 'cdn' : 'own'].push(pathname);
  });
  return found;
};

const isChapter = ({ path }: Served): boolean => /^\/~c\/.*\.xhtml$/.test(path);

describe('the files of the client', () => {
  test('come from the CDN on the home page, the page of a book and the reading page, also chunks that are loaded later', async () => {
    const { page, context, problems, foreignRequests } = await patientVisit('desktop');
    const assets = watchAssets(page);
    await openClient(page, '/');
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    await openClient(page, `/course/info/${books.free}`);
    // A page that is reached in the client: its chunks and style sheets are loaded when it is opened.
    await page.getByRole('navigation').getByRole('link', { name: '帮助', exact: true }).first().click();
    await page.waitForURL(/\/helper\//);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await openBook(page, product.url, books.free);
    await page.getByRole('button', { name: '目录', exact: true }).first().click();
    await page.getByRole('dialog', { name: '目录' }).waitFor();
    expect(assets.own).toEqual([]);
    expect(assets.cdn.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(10);
    expect(assets.cdn.some((path) => path.endsWith('.css'))).toBe(true);
    const served = cdn.served.filter(({ path }) => path.startsWith('/assets/'));
    expect(new Set(served.map(({ status }) => status))).toEqual(new Set([200]));
    expect(foreignRequests).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('of the manual, its pictures, come from the CDN', async () => {
    const { page, context, problems } = await patientVisit('phone');
    const assets = watchAssets(page);
    await openClient(page, '/helper/student-manual');
    await page.locator('article img').first().scrollIntoViewIfNeeded({ timeout: PATIENCE_MS });
    await page.waitForFunction(() => (document.querySelector<HTMLImageElement>('article img')?.naturalWidth ?? 0) > 0);
    expect(assets.own).toEqual([]);
    expect(assets.cdn.some((path) => path.endsWith('.webp'))).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('are served from the cache of the CDN to the next reader', async () => {
    const open = async (): Promise<void> => {
      const { page, context } = await patientVisit('desktop');
      await openClient(page, '/');
      await context.close();
    };
    await open();
    // A page that is closed at once may not have asked for the chunks that it loads last.
    const served = new Set(cdn.served.map(({ path }) => path));
    cdn.served.length = 0;
    await open();
    const files = cdn.served.filter(({ path }) => path.startsWith('/assets/') && served.has(path));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter(({ isHit }) => !isHit)).toEqual([]);
  });

  test.each(['/api/course/query', '/', '/sw.js', '/healthz'])('are all that the CDN serves: not %s', async (path) => {
    expect((await fetch(assetsUrl + path)).status).toBe(404);
  });
});

describe('a chapter', () => {
  test('is served from the CDN; a paid one to its owner, and to nobody without a valid ticket, also when it is cached', async () => {
    const { page, context, problems } = await patientVisit('desktop');
    await openSignedIn(product, page, READER.tel, READER.password);
    await openBook(page, product.url, books.paid, '?href=EPUB%2Ftext%2Fch05.xhtml');
    await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain('函数');
    const chapter = cdn.served.find((one) => isChapter(one) && one.path.includes('ch05'));
    expect(chapter).toMatchObject({ status: 200, host: `${books.paid}.localhost:${cdn.port}` });
    const address = `http://${chapter?.host}${chapter?.path}`;

    // The owner gets it from the cache, also in the form that is not compressed.
    expect((await fetchFromCdn(address)).status).toBe(200);
    expect((await fetchFromCdn(address)).text).toContain('函数');
    expect(cdn.served.at(-1)).toMatchObject({ isHit: true });
    // Another person has the ticket of the trial, a forged one, or none.
    const opened = (await (await fetch(`${product.url}/api/learn/open?bookId=${books.paid}`)).json()) as {
      payload: { content: { baseUrl: string } };
    };
    const file = address.replace(/^.*\/~c\/[^/]+\//, '');
    const forged = address.replace(/\/~c\/(.)/, (_, first: string) => `/~c/${first === 'A' ? 'B' : 'A'}`);
    for (const other of [opened.payload.content.baseUrl + file, forged, address.replace(/\/~c\/[^/]+/, '/~c/none')]) {
      const refused = await fetchFromCdn(other);
      expect([other, refused.status, refused.text.includes('函数'), cdn.served.at(-1)?.isHit]).toEqual([other, 403, false, false]);
    }
    // The CDN forgets it after a minute.
    cdn.advance(60_001);
    expect((await fetchFromCdn(address)).status).toBe(200);
    expect(cdn.served.at(-1)).toMatchObject({ isHit: false });

    // The right ends: the same ticket opens nothing more, although the chapter is cached again.
    expect((await fetchFromCdn(address)).status).toBe(200);
    expect(cdn.served.at(-1)).toMatchObject({ isHit: true });
    expect(problems).toEqual([]);
    await product.command('user', 'revoke', '--tel', READER.tel, '--book', books.paid);
    await expect.poll(async () => (await fetchFromCdn(address)).status, { timeout: PATIENCE_MS }).toBe(403);
    expect(cdn.served.at(-1)).toMatchObject({ isHit: false });
    await context.close();
  });
});

describe('without the CDN', () => {
  test.each(['down', 'hanging'] as const)('that is %s, the client starts from its own origin', async (state) => {
    cdn.setState(state);
    const { page, context } = await patientVisit('desktop');
    const assets = watchAssets(page);
    await openClient(page, '/helper/contact');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(assets.own.length).toBeGreaterThan(5);
    // The next pages do not try the CDN.
    assets.cdn.length = 0;
    await openClient(page, '/');
    expect(assets.cdn).toEqual([]);
    await context.close();
  });

  test('a page whose client has started does not lose its input, and its next page is loaded from the own origin', async () => {
    const { page, context } = await patientVisit('desktop');
    await openClient(page, '/helper/contact');
    await page.getByLabel('问题', { exact: true }).fill('写到一半的问题');
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    cdn.setState('down');
    await page.getByRole('navigation').getByRole('link', { name: '书房', exact: true }).first().click();
    await page.waitForFunction(() => document.cookie.includes('own-assets=1'));
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
    await page.getByRole('button', { name: '重试' }).click();
    await page.waitForFunction(() => !('isSamePage' in globalThis) && 'clientStarted' in document.documentElement.dataset);
    await page.getByRole('main').getByRole('heading').first().waitFor();
    await context.close();
  });

  test('that does not respond, the service worker installs every file from the own origin, and the client opens without a network', async () => {
    cdn.setState('hanging');
    const { page, context } = await patientVisit('desktop', 'allow');
    await openClient(page, '/helper/contact');
    await untilInstalled(page);
    expect(cdn.served).toEqual([]);
    await context.setOffline(true);
    await openClient(page, '/');
    await page.getByRole('main').getByRole('heading').first().waitFor();
    await context.close();
  });

  test('an installed client gets files that it has not cached from the own origin, under the address on the CDN, and caches them', async () => {
    const { page, context, problems } = await patientVisit('desktop', 'allow');
    await openClient(page, '/');
    await untilInstalled(page);
    cdn.setState('down');
    await page.getByRole('navigation').getByRole('link', { name: '帮助', exact: true }).first().click();
    await page.getByRole('link', { name: '学生手册', exact: true }).first().click();
    await page.waitForURL(/student-manual/);
    const picture = page.locator('article img').first();
    await picture.scrollIntoViewIfNeeded({ timeout: PATIENCE_MS });
    await page.waitForFunction(() => (document.querySelector<HTMLImageElement>('article img')?.naturalWidth ?? 0) > 0);
    const address = (await picture.getAttribute('src')) ?? '';
    expect(new URL(address).origin).toBe(assetsUrl);
    expect(await page.evaluate(async (path) => (await caches.match(path)) !== undefined, new URL(address).pathname)).toBe(true);
    expect(await page.evaluate(() => document.cookie)).not.toContain('own-assets');
    expect(problems).toEqual([]);
    await context.close();
  });
});
