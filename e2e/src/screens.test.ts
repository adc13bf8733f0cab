/**
 * Tests the first load of pages, their recovery from failed calls and a lost network, and their keyboard access. How each page looks:
 * `reader-pages`.
 */
import { gzipSync } from 'node:zlib';
import type { RunningProduct } from '@shufang/dev-env';
import type { Browser, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, visit, withoutDehydratedState } from './browser.ts';
import { openProduct } from './open-product.ts';
import { clickAt, findOnPages, openBook, selectText } from './reading.ts';
import { waitUntilSettled } from './wait-until-settled.ts';

/** Maximum size of the first load in bytes. */
const FIRST_LOAD_BYTES = 200 * 1_024;

let product: RunningProduct;
let browser: Browser;
let readerBook: string;

beforeAll(async () => {
  product = await openProduct();
  const response = (await (await fetch(`${product.url}/api/course/query?sort=title`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  const book = response.payload.items.find(({ title }) => title === 'Python 编程起步');
  if (book === undefined) throw new Error('the demo library is not there');
  readerBook = book.id;
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('a page opened by an anonymous user', () => {
  test.each([
    ['/', /\/api\/(?:home\/get|book\/query|institution\/detect)/],
    ['/course/list', /\/api\/course\/query/],
    ['/book/list', /\/api\/book\/query/],
    ['/course/info/:bookId', /\/api\/book\/info/],
  ])('at %s is loaded with its data and little code, also on a reload', async (route, calls) => {
    const testPage = await visit(browser, 'phone');
    const { page } = testPage;
    const asked: string[] = [];
    const scripts = new Set<Response>();
    page.on('response', (response) => {
      if (calls.test(response.url())) asked.push(response.url());
      if (response.request().resourceType() === 'script') scripts.add(response);
    });
    await page.goto(product.url + route.replace(':bookId', readerBook));
    await page.getByRole('main').getByText('Python 编程起步').first().waitFor();
    await testPage.waitForRequests();
    expect(asked).toEqual([]);
    const bodies = await Promise.all([...scripts].map((response) => response.body()));
    const sizes = bodies.map((body) => gzipSync(body).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FIRST_LOAD_BYTES);
    await page.reload();
    await page.getByRole('main').getByText('Python 编程起步').first().waitFor();
    expect(asked).toEqual([]);
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });
});

describe('the client on a phone', () => {
  test('shows a card when a call fails, from which the screen recovers', async () => {
    const testPage = await visit(browser, 'phone');
    const { page } = testPage;
    await withoutDehydratedState(testPage.context);
    for (const [call, path] of [
      ['home/get', '/'],
      ['course/query', '/course/list'],
      ['book/info', `/course/info/${readerBook}`],
      ['search/query', '/course/search?q=%E5%BE%AA%E7%8E%AF'],
      ['learn/open', `/course/learning/${readerBook}`],
    ] as const) {
      await page.route(`**/api/${call}**`, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }));
      await page.goto(product.url + path);
      const retry = page.getByRole('main').getByRole('button', { name: '重试' });
      await retry.waitFor();
      await page.unroute(`**/api/${call}**`);
      await retry.click();
      await expect.poll(() => retry.count()).toBe(0);
      await page.getByRole('main').getByRole('heading').first().waitFor();
    }
    await testPage.context.close();
  });

  test('reports a lost network, and continues when it is back', async () => {
    const testPage = await visit(browser, 'phone');
    const { page } = testPage;
    const home = page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '首页' });
    // The home page is visited before the network is lost, so that its code and styles are cached and only calls to the server fail.
    await page.goto(`${product.url}/course/list`);
    await testPage.waitForRequests();
    await home.click();
    await testPage.waitForRequests();
    await page.goto(`${product.url}/course/list`);
    await testPage.waitForRequests();
    await testPage.context.setOffline(true);
    await home.click();
    const alert = page.getByRole('alertdialog', { name: '错误' });
    await alert.getByText('网络连接失败，请检查网络').waitFor();
    await testPage.picture('offline');
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await testPage.context.setOffline(false);
    await alert.getByRole('button', { name: '确定' }).click();
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    await testPage.context.close();
  });
});

describe('the keyboard', () => {
  test('reaches every control of the home page by Tab, in order, with a visible focus ring', async () => {
    const { page, context } = await visit(browser, 'desktop');
    await page.goto(product.url);
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    const reached: string[] = [];
    const ringless: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        // After the last control, the focus moves to the browser's own toolbar, and the document has no focused element.
        if (element === document.body) return undefined;
        const hasRing = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration): boolean =>
          (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
        const drawn = [
          getComputedStyle(element),
          getComputedStyle(element, '::after'),
          ...(element.parentElement ? [getComputedStyle(element.parentElement)] : []),
        ];
        return { name: element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '', isRinged: drawn.some(hasRing) };
      });
      if (stop === undefined) break;
      reached.push(stop.name);
      if (!stop.isRinged) ringless.push(stop.name);
    }
    const wanted = ['跳到正文', '书房 首页', '搜索图书', '登录', '个人中心', '首页', '书房', '我的', '帮助', '搜索教材'];
    expect(wanted.filter((name) => !reached.includes(name))).toEqual([]);
    expect(ringless).toEqual([]);
    await context.close();
  });

  test('stays inside the sign-in dialog, and the focus returns when it closes', async () => {
    const { page, context } = await visit(browser, 'desktop');
    await page.goto(product.url);
    const opener = page.getByRole('banner').getByRole('button', { name: '登录' });
    // The test waits for the page, because the skeleton shown first has its own button, which is removed.
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: '登录' });
    await dialog.getByLabel('手机号', { exact: true }).waitFor();
    for (let step = 0; step < 16; step += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(() =>
          document.activeElement?.closest('[role="dialog"]') ? 'in the dialog' : document.activeElement?.outerHTML.slice(0, 200),
        ),
      ).toBe('in the dialog');
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await context.close();
  });

  test('operates the panels, cards and dialogs of the reader, which are accessible and return the focus', async () => {
    const testPage = await visit(browser, 'desktop');
    const { page } = testPage;
    await openBook(page, product.url, readerBook, `?href=${encodeURIComponent('EPUB/text/ch01.xhtml')}`);
    for (const name of ['目录', '书内搜索', '笔记', '显示设置']) {
      const opener = page.getByRole('button', { name, exact: true }).first();
      await opener.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name }).waitFor();
      await waitUntilSettled(page);
      expect({ name, problems: await accessibilityProblemsOf(page) }).toEqual({ name, problems: [] });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name }).waitFor({ state: 'detached' });
      expect({ name, hasFocus: await opener.evaluate((element) => element === document.activeElement) }).toEqual({ name, hasFocus: true });
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: '快捷键' }).waitFor();
    await waitUntilSettled(page);
    await testPage.picture('reader-keys');
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: '快捷键' }).waitFor({ state: 'detached' });

    await selectText(page, '程序');
    await waitUntilSettled(page);
    await testPage.picture('reader-toolbar');
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '写笔记' }).click();
    await page.getByRole('textbox', { name: '笔记内容' }).waitFor();
    await waitUntilSettled(page);
    await testPage.picture('reader-note-editor');
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await page.getByRole('button', { name: '取消' }).click();
    // The test waits until the note panel has closed, because the page of the book is then laid out again.
    await page.getByRole('textbox', { name: '笔记内容' }).waitFor({ state: 'detached' });

    await clickAt(page, await findOnPages(page, 'a[role="doc-noteref"]'));
    await page.getByRole('dialog', { name: '注释' }).waitFor();
    await testPage.picture('reader-footnote');
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });

  test('opens the keyboard help at its first line in a window that is lower than the help', async () => {
    const testPage = await visit(browser, 'desktop');
    const { page } = testPage;
    await page.setViewportSize({ width: 1_024, height: 480 });
    await openBook(page, product.url, readerBook, `?href=${encodeURIComponent('EPUB/text/ch01.xhtml')}`);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: '快捷键' });
    await help.waitFor();
    expect(
      await help.evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({ scrollTop, scrolls: scrollHeight > clientHeight })),
    ).toEqual({
      scrollTop: 0,
      scrolls: true,
    });
    await testPage.picture('reader-keys-low');
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });
});
