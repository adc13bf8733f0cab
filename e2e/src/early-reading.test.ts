/** The reading page shows the text before the client is loaded, and the client takes it over without a change. */
import type { RunningProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, sizes, visit } from './browser.ts';
import { holdCode } from './hold-code.ts';
import { openProduct } from './open-product.ts';
import { panel, tool } from './reader-tools.ts';
import { pageFingerprint, untilAtRest, untilText, visibleText, waitForPositionSaved } from './reading.ts';

const TITLE = 'Python 编程起步';
let product: RunningProduct;
let browser: Browser;
let address: string;

beforeAll(async () => {
  product = await openProduct();
  const response = (await (await fetch(`${product.url}/api/course/query?sort=title`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  address = `${product.url}/course/learning/${response.payload.items.find(({ title }) => title === TITLE)?.id ?? ''}`;
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const reader = (page: Page) => page.getByRole('region', { name: '阅读区' });
const frameBox = (page: Page) => page.locator('iframe[title="阅读区"]').boundingBox();
/** Returns whether the text is shown on night paper. */
const isNight = async (page: Page): Promise<boolean> => {
  const frames = page.frames().map((frame) => frame.evaluate(() => document.documentElement.hasAttribute('data-sf-night')));
  return (await Promise.all(frames)).includes(true);
};
/** Counts the requests that open the book and load the engine and the manifest. */
const countRequests = (page: Page) => {
  const asked = { book: 0, engine: 0, manifest: 0 };
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/learn/open') asked.book += 1;
    if (pathname === '/api/learn/manifest') asked.manifest += 1;
    if (/\/~engine\/.*\/frame\.html$/.test(pathname)) asked.engine += 1;
  });
  return asked;
};

describe('a book that is opened', () => {
  test.each(Object.keys(sizes) as SizeName[])('on a %s shows its text before the client, and the client changes nothing', async (size) => {
    const testPage = await visit(browser, size);
    const { page } = testPage;
    const asked = countRequests(page);
    const release = await holdCode(page);
    await page.goto(address, { waitUntil: 'commit' });
    await untilText(page);
    expect([await reader(page).count(), asked.manifest]).toEqual([0, 0]);
    const first = await pageFingerprint(page);
    await page.keyboard.press('PageDown');
    await expect.poll(() => pageFingerprint(page)).not.toBe(first);
    const turned = await pageFingerprint(page);
    const box = await frameBox(page);
    expect(await reader(page).count()).toBe(0);
    release();
    await reader(page).waitFor();
    await untilAtRest(page);
    expect(await pageFingerprint(page)).toBe(turned);
    expect(await frameBox(page)).toEqual(box);
    await page.keyboard.press('PageUp');
    await expect.poll(() => pageFingerprint(page)).toBe(first);
    await expect.poll(() => asked).toEqual({ book: 1, engine: 1, manifest: 1 });
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });

  test('can be turned by the buttons beside the text before the client is there', async () => {
    const testPage = await visit(browser, 'desktop');
    const { page } = testPage;
    const release = await holdCode(page);
    await page.goto(address, { waitUntil: 'commit' });
    await untilText(page);
    const first = await pageFingerprint(page);
    await page.getByRole('button', { name: '下一页' }).click();
    await expect.poll(() => pageFingerprint(page)).not.toBe(first);
    await page.getByRole('button', { name: '上一页' }).click();
    await expect.poll(() => pageFingerprint(page)).toBe(first);
    expect(await reader(page).count()).toBe(0);
    release();
    await reader(page).waitFor();
    await expect.poll(() => page.getByRole('button', { name: '下一页' }).count()).toBeGreaterThan(0);
    expect(await pageFingerprint(page)).toBe(first);
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });

  test('has its engine loaded while the server opens it', async () => {
    const testPage = await visit(browser, 'desktop');
    const { page } = testPage;
    const asked = countRequests(page);
    const open = Promise.withResolvers<void>();
    await page.route('**/api/learn/open?*', async (route) => {
      await open.promise;
      await route.continue();
    });
    await page.goto(address, { waitUntil: 'commit' });
    await expect.poll(() => asked).toEqual({ book: 1, engine: 1, manifest: 0 });
    open.resolve();
    await untilText(page);
    await reader(page).waitFor();
    await expect.poll(() => asked).toEqual({ book: 1, engine: 1, manifest: 1 });
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });

  test('again shows the position and the display that this device used last', async () => {
    const testPage = await visit(browser, 'desktop');
    const { page } = testPage;
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${address}?href=EPUB%2Ftext%2Fch03.xhtml`);
    await untilText(page);
    await tool(page, '显示设置').click();
    await panel(page, '显示设置').getByLabel('系统为深色外观时用夜间纸色').check();
    for (const name of ['豆绿', '楷体', '单栏']) await panel(page, '显示设置').getByRole('radio', { name, exact: true }).check();
    await tool(page, '显示设置').click();
    await untilAtRest(page);
    // The page and the book in it are legible on night paper.
    await expect.poll(() => isNight(page)).toBe(true);
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await waitForPositionSaved(page);
    const text = await visibleText(page);
    const release = await holdCode(page);
    await page.goto(address, { waitUntil: 'commit' });
    await untilText(page);
    expect(await visibleText(page)).toBe(text);
    expect([await reader(page).count(), await isNight(page)]).toEqual([0, true]);
    release();
    await reader(page).waitFor();
    await untilAtRest(page);
    expect(await visibleText(page)).toBe(text);
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });
});
