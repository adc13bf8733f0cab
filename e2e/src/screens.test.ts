/** How screens begin, how they come back from a failure and from a lost network, and that everything on them is reached by keyboard. What each looks like: `page-states`. */
import { gzipSync } from 'node:zlib';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from './accessibility.ts';
import { launchBrowser, visit, withoutFirstAnswers } from './browser.ts';
import { clickAt, findOnPages, openBook, selectText } from './reading.ts';
import { settle } from './settle.ts';

/** What the product promises of its first load. */
const FIRST_LOAD_BYTES = 200 * 1_024;

let product: Product;
let browser: Browser;
let readerBook: string;

beforeAll(async () => {
  product = await startProduct();
  const answer = (await (await fetch(`${product.url}/api/course/query?sort=title`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  const book = answer.payload.items.find(({ title }) => title === 'Python 编程起步');
  if (book === undefined) throw new Error('the demo library is not there');
  readerBook = book.id;
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('the first screen of a stranger', () => {
  test.each([
    ['/', /\/api\/(?:home\/get|book\/query|institution\/detect)/],
    ['/course/list', /\/api\/course\/query/],
    ['/book/list', /\/api\/book\/query/],
    ['/course/info/:bookId', /\/api\/book\/info/],
  ])('at %s comes with its answers and with little code, and so it does again', async (route, calls) => {
    const visitor = await visit(browser, 'phone');
    const { page } = visitor;
    const asked: string[] = [];
    const scripts = new Set<Response>();
    page.on('response', (response) => {
      if (calls.test(response.url())) asked.push(response.url());
      if (response.request().resourceType() === 'script') scripts.add(response);
    });
    await page.goto(product.url + route.replace(':bookId', readerBook));
    await page.getByRole('main').getByText('Python 编程起步').first().waitFor();
    await visitor.untilAnswered();
    expect(asked).toEqual([]);
    const bodies = await Promise.all([...scripts].map((response) => response.body()));
    const sizes = bodies.map((body) => gzipSync(body).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FIRST_LOAD_BYTES);
    await page.reload();
    await page.getByRole('main').getByText('Python 编程起步').first().waitFor();
    expect(asked).toEqual([]);
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  });
});

describe('on a phone', () => {
  test('a failed call shows a card from which the screen comes back', async () => {
    const visitor = await visit(browser, 'phone');
    const { page } = visitor;
    await withoutFirstAnswers(visitor.context);
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
    await visitor.context.close();
  });

  test('without a network it says so, and goes on when there is one again', async () => {
    const visitor = await visit(browser, 'phone');
    const { page } = visitor;
    const home = page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '首页' });
    // The code and the styles of the front page have been here before.
    await page.goto(`${product.url}/course/list`);
    await visitor.untilAnswered();
    await home.click();
    await visitor.untilAnswered();
    await page.goto(`${product.url}/course/list`);
    await visitor.untilAnswered();
    await visitor.context.setOffline(true);
    await home.click();
    const alert = page.getByRole('alertdialog', { name: '错误' });
    await alert.getByText('网络连接失败，请检查网络').waitFor();
    await visitor.picture('offline');
    expect(await faultsOf(page)).toEqual([]);
    await visitor.context.setOffline(false);
    await alert.getByRole('button', { name: '确定' }).click();
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    await visitor.context.close();
  });
});

describe('by keyboard', () => {
  test('Tab reaches every control of the home screen, in order, with a visible ring', async () => {
    const { page, context } = await visit(browser, 'desktop');
    await page.goto(product.url);
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    const reached: string[] = [];
    const ringless: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        // Beyond the last control the browser's own bar has the focus.
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

  test('the sign-in dialog holds the focus and gives it back', async () => {
    const { page, context } = await visit(browser, 'desktop');
    await page.goto(product.url);
    const opener = page.getByRole('banner').getByRole('button', { name: '登录' });
    // The skeleton that stands here first has a button of its own, which goes.
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: '登录' });
    await dialog.getByLabel('手机号', { exact: true }).waitFor();
    for (let step = 0; step < 16; step += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () => document.activeElement?.closest('[role="dialog"]')?.tagName ?? document.activeElement?.outerHTML.slice(0, 200),
        ),
      ).toBe('SECTION');
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await context.close();
  });

  test('the panels, cards and dialogs of the reader are sound and give the focus back', async () => {
    const visitor = await visit(browser, 'desktop');
    const { page } = visitor;
    await openBook(page, product.url, readerBook, `?href=${encodeURIComponent('EPUB/text/ch01.xhtml')}`);
    for (const name of ['目录', '书内搜索', '笔记', '显示设置']) {
      const opener = page.getByRole('button', { name, exact: true }).first();
      await opener.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name }).waitFor();
      await settle(page);
      expect({ name, faults: await faultsOf(page) }).toEqual({ name, faults: [] });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name }).waitFor({ state: 'detached' });
      expect({ name, hasFocus: await opener.evaluate((element) => element === document.activeElement) }).toEqual({ name, hasFocus: true });
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: '快捷键' }).waitFor();
    await settle(page);
    await visitor.picture('reader-keys');
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: '快捷键' }).waitFor({ state: 'detached' });

    await selectText(page, '程序');
    await settle(page);
    await visitor.picture('reader-toolbar');
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '写笔记' }).click();
    await page.getByRole('textbox', { name: '笔记内容' }).waitFor();
    await settle(page);
    await visitor.picture('reader-note-editor');
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: '取消' }).click();
    // The draft is taken from the disk first; then the panel goes, and the page gets its room back.
    await page.getByRole('textbox', { name: '笔记内容' }).waitFor({ state: 'detached' });

    await clickAt(page, await findOnPages(page, 'a[role="doc-noteref"]'));
    await page.getByRole('dialog', { name: '注释' }).waitFor();
    await visitor.picture('reader-footnote');
    expect(await faultsOf(page)).toEqual([]);
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  });
});
