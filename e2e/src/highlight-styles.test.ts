/** The styles of a highlight: chosen in the toolbar, drawn in the text, stored, shown on another device, and changed later. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { drawnHighlights } from './media-in-books.ts';
import { settle } from './reader-tools.ts';
import { clickAt, openBook, pointOfText, selectText } from './reading.ts';
import { createReader, openSignedIn } from './users.ts';

const READER = { tel: '13944450031', password: 'San-zhong-huaxian-2026' };
const CHAPTER = '?href=OEBPS%2Ftext%2Fc0000.xhtml';
/** A passage for each style, with the name by which the engine draws it in green. */
const PASSAGES = [
  { style: '底色', text: '有朋自远方来', name: 'shufang-green' },
  { style: '直线', text: '巧言令色', name: 'shufang-underline-green' },
  { style: '波浪线', text: '吾日三省吾身', name: 'shufang-wavy-green' },
] as const;

let product: Product;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await startProduct();
  const [job] = (await product.command('import', corpusFile('epub-books/zh-lunyu.epub'), '--publish')) as { bookId: string }[];
  bookId = job?.bookId ?? '';
  await createReader(product, READER.tel, READER.password);
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const open = async (size: SizeName) => {
  const testPage = await visit(browser, size);
  await openSignedIn(product, testPage.page, READER.tel, READER.password);
  await openBook(testPage.page, product.url, bookId, CHAPTER);
  return testPage;
};

const drawn = async (page: Page): Promise<string[]> =>
  (await drawnHighlights(page))
    .filter(({ name }) => /green/.test(name))
    .map(({ name, text }) => `${name} ${text}`)
    .toSorted();

test('selected text has the same color in a book and on the page around it', async () => {
  const { page, context } = await open('desktop');
  await selectText(page, '有朋自远方来');
  const colorIn = (frame: Frame): Promise<string> => frame.evaluate(() => getComputedStyle(document.body, '::selection').backgroundColor);
  const documents = page.frames().filter((each) => new URL(each.url(), 'http://none').pathname.startsWith('/~c/'));
  expect(documents.length).toBeGreaterThan(0);
  const colors = await Promise.all([page.mainFrame(), ...documents].map(colorIn));
  expect(new Set(colors)).toEqual(new Set(['rgba(157, 47, 36, 0.2)']));
  await context.close();
});

test('each style is drawn as chosen, also on another device, and can be changed', async () => {
  const desktop = await open('desktop');
  const { page } = desktop;
  const toolbar = page.getByRole('toolbar', { name: '划线工具' });
  for (const { style, text } of PASSAGES) {
    await selectText(page, text);
    await toolbar.getByRole('button', { name: '绿色' }).click();
    await toolbar.waitFor({ state: 'detached' });
    await clickAt(page, await pointOfText(page, text));
    await toolbar.getByRole('button', { name: style, exact: true }).click();
    await page.keyboard.press('Escape');
    await toolbar.waitFor({ state: 'detached' });
  }
  const expected = PASSAGES.map(({ name, text }) => `${name} ${text}`).toSorted();
  await expect.poll(() => drawn(page)).toEqual(expected);
  await desktop.picture('styles');
  await settle(page);
  await page.reload();
  await expect.poll(() => drawn(page), { timeout: 60_000 }).toEqual(expected);

  const phone = await open('phone');
  await expect.poll(() => drawn(phone.page), { timeout: 60_000 }).toEqual(expected);
  await phone.picture('styles');
  await phone.context.close();

  await clickAt(page, await pointOfText(page, '巧言令色'));
  await toolbar.getByRole('button', { name: '直线', exact: true, pressed: true }).waitFor();
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await toolbar.getByRole('button', { name: '波浪线', exact: true }).click();
  await expect.poll(() => drawn(page)).toContain('shufang-wavy-green 巧言令色');
  expect(desktop.problems).toEqual([]);
  await desktop.context.close();
});
