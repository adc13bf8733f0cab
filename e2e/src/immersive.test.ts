/**
 * The page of an open book in a browser: while a user reads, the bar of the site is not on the screen, and only the text with a running line
 * remains. A tap, a key, the pointer at the edge and the focus bring the bar back, without moving the text.
 */
import type { RunningProduct } from '@shufang/dev-env';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, sizes, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { openProduct } from './open-product.ts';
import { settle } from './reader-tools.ts';
import { openBook, pageFingerprint, tapZone, textBoxes, turnsBy, untilAtRest } from './reading.ts';
import { createReader, openSignedIn } from './users.ts';

const READER = { tel: '13944450021', password: 'Zhi-you-wenzi-2026' };
const BOOKS = ['epub-books/zh-lunyu.epub', 'epub-books/zh-shijing-vertical.epub'] as const;

let product: RunningProduct;
let browser: Browser;
const ids: string[] = [];

beforeAll(async () => {
  product = await openProduct();
  for (const file of BOOKS) {
    const [job] = (await product.command('import', corpusFile(file), '--publish')) as { bookId: string }[];
    ids.push(job?.bookId ?? '');
  }
  await createReader(product, READER.tel, READER.password);
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const siteBar = (page: Page): Locator => page.getByRole('banner').first();
/** Waits until the upper edge of an element is here. */
const untilTop = async (bar: Locator, top: number): Promise<void> => {
  await expect.poll(async () => Math.round((await bar.boundingBox())?.y ?? Number.NaN), { timeout: 60_000 }).toBe(top);
};

/** Shows the bar by the pointer at the upper edge. Phones have no pointer. */
const expectBarAtPointer = async (page: Page, size: SizeName): Promise<void> => {
  const { width, height } = sizes[size];
  await page.mouse.move(width / 2, 2);
  await untilTop(siteBar(page), 0);
  // Through an element beside the frame, because the simulated pointer does not leave the page when it enters the frame of the book.
  await page.mouse.move(2, height - 2);
  await untilTop(siteBar(page), -40);
};

/** Waits until the center of a page-turn button is not covered, and returns its left edge. */
const leftOf = async (page: Page, name: '上一页' | '下一页'): Promise<number> => {
  const button = page.locator('[data-turn]').getByRole('button', { name, exact: true });
  await button.click({ trial: true, timeout: 5_000 });
  return (await button.boundingBox())?.x ?? 0;
};

test.each([
  { book: 0, key: 't', side: 'left' },
  { book: 0, key: 'n', side: 'right' },
  { book: 1, key: 't', side: 'left' },
  { book: 1, key: 'n', side: 'left' },
])('the panel of the key $key opens on the $side in book $book, with both page-turn buttons beside it', async ({ book, key, side }) => {
  const { page, context, picture } = await visit(browser, 'desktop');
  await page.setViewportSize({ width: 1280, height: 800 });
  await openSignedIn(product, page, READER.tel, READER.password);
  await openBook(page, product.url, ids[book] ?? '');
  await turnsBy(page, () => page.keyboard.press('PageDown'));
  await page.keyboard.press(key);
  const panel = page.getByRole('dialog', { name: key === 't' ? '目录' : '笔记' });
  await panel.waitFor();
  await untilAtRest(page);
  await picture(`panel-${book}-${key}`);
  const box = await panel.boundingBox();
  expect(box?.x).toBe(side === 'left' ? 0 : 900);
  const lefts = [await leftOf(page, '上一页'), await leftOf(page, '下一页')];
  expect(Math.min(...lefts)).toBeGreaterThanOrEqual(side === 'left' ? 380 : 0);
  expect(Math.max(...lefts)).toBeLessThanOrEqual(side === 'left' ? 1240 : 860);
  await context.close();
});

/** The column of each paragraph: its left edge and its width in the window, or its right edge and its height in vertical text. */
const columnsOf = async (page: Page, isVertical: boolean): Promise<string[]> => {
  const boxes = await textBoxes(page);
  const columns = boxes.map(({ x, y, width, height }) => (isVertical ? [x + width, y, height] : [x, width]));
  return [...new Set(columns.map((numbers) => numbers.map(Math.round).join(' ')))];
};

test.each((['desktop', 'tablet'] as const).flatMap((size) => [0, 1].map((book) => ({ size, book }))))(
  'the columns of book $book stay where they are beside or below each panel on a $size',
  async ({ size, book }) => {
    const { page, context } = await visit(browser, size);
    await openBook(page, product.url, ids[book] ?? '');
    const before = await columnsOf(page, book === 1);
    for (const [key, name] of [
      ['t', '目录'],
      ['n', '笔记'],
      ['d', '显示设置'],
    ] as const) {
      await page.keyboard.press(key);
      const panel = page.getByRole('dialog', { name });
      await panel.waitFor();
      await untilAtRest(page);
      const beside = await columnsOf(page, book === 1);
      expect(beside.length).toBeGreaterThan(0);
      expect(before).toEqual(expect.arrayContaining(beside));
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      await untilAtRest(page);
      expect(await columnsOf(page, book === 1)).toEqual(before);
    }
    await context.close();
  },
);

test.each([0, 1])('the bar of an opened book %i does not cover its first line on a phone', async (book) => {
  const { page, context, picture } = await visit(browser, 'phone');
  await openBook(page, product.url, ids[book] ?? '');
  await untilTop(page.getByLabel('阅读工具栏'), 0);
  const bar = await page.getByLabel('阅读工具栏').boundingBox();
  const tops = (await textBoxes(page)).map(({ y }) => y);
  await picture(`first-line-${book}`);
  expect(Math.min(...tops)).toBeGreaterThanOrEqual((bar?.height ?? Number.POSITIVE_INFINITY) - 1);
  await context.close();
});

test('two fingers enlarge an open book on a phone, without turning its page', async () => {
  const { page, context, picture } = await visit(browser, 'phone');
  await openBook(page, product.url, ids[0] ?? '');
  await turnsBy(page, () => page.keyboard.press('PageDown'));
  const before = await pageFingerprint(page);
  const scale = () => page.evaluate(() => visualViewport?.scale ?? 0);
  expect(await scale()).toBe(1);
  const session = await context.newCDPSession(page);
  const pinch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [-1, 1].map((side, id) => ({ x: 195 + side * apart, y: 420, id })),
    });
  await pinch('touchStart', 40);
  for (const apart of [50, 60, 80, 100, 120]) await pinch('touchMove', apart);
  await pinch('touchEnd', 0);
  await expect.poll(scale).toBeGreaterThan(1.5);
  await picture('pinched');
  expect(await pageFingerprint(page)).toBe(before);
  await context.close();
});

const cases = (['desktop', 'tablet', 'phone'] as const).flatMap((size) => [0, 1].map((book) => ({ size, book })));

test.each(cases)(
  'the bar of the site leaves the page of book $book on a $size and comes back on request, while the text stays where it is',
  async ({ size, book }) => {
    const { page, context, picture, problems } = await visit(browser, size);
    await openSignedIn(product, page, READER.tel, READER.password);
    await openBook(page, product.url, ids[book] ?? '');
    const { height } = sizes[size];
    const isPhone = size === 'phone';
    await untilTop(siteBar(page), -40);
    for (const paper of ['白纸', '夜间']) {
      await page.keyboard.press('d');
      await page.getByRole('radio', { name: paper, exact: true }).check();
      await page.keyboard.press('Escape');
      await settle(page);
      await turnsBy(page, () => page.keyboard.press('PageDown'));
      await page.mouse.move(2, height / 2);
      await untilAtRest(page);
      const text = await pageFingerprint(page);
      await picture(`immersive-${book}-${size}-${paper}`);
      await page.keyboard.press('h');
      await untilTop(siteBar(page), 0);
      await untilTop(page.getByLabel('阅读工具栏'), 40);
      await picture(`immersive-${book}-${size}-${paper}-bars`);
      expect(await accessibilityProblemsOf(page)).toEqual([]);
      await tapZone(page, 0.5);
      await untilTop(siteBar(page), -40);
      await tapZone(page, 0.5);
      await untilTop(siteBar(page), 0);
      await page.keyboard.press('h');
      await untilTop(siteBar(page), -40);
      expect(await pageFingerprint(page)).toBe(text);
    }
    if (!isPhone) await expectBarAtPointer(page, size);
    await page.getByRole('link', { name: '搜索' }).first().focus();
    await untilTop(siteBar(page), 0);
    const back = page.getByRole('link', { name: '返回图书详情' });
    await back.focus();
    await untilTop(siteBar(page), -40);
    await untilTop(page.getByLabel('阅读工具栏'), 0);
    expect(await back.evaluate((link) => getComputedStyle(link).opacity)).toBe('1');
    await page.getByRole('slider', { name: '全书进度' }).focus();
    await expect
      .poll(async () => Math.round((await page.getByLabel('阅读位置', { exact: true }).boundingBox())?.y ?? 0))
      .toBeLessThan(height - 40);
    expect((await back.boundingBox())?.y).toSatisfy((top: number) => (isPhone ? top < 0 : top >= 0));
    expect(problems).toEqual([]);
    await context.close();
  },
  120_000,
);
