/** The main user journey: sign in, find a book, read, annotate, close, open another browser, and find everything as it was. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { settle } from './reader-tools.ts';
import {
  countHighlights,
  firstVisibleBlock,
  openBook,
  selectText,
  turnsBy,
  visibleBlocks,
  visibleText,
  waitForPositionSaved,
} from './reading.ts';
import { signInByPassword, signInBySms } from './users.ts';

const TEL = '13911112222';
const PASSWORD = 'Lunyu-yuedu-2026';

let product: Product;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await startProduct();
  const [job] = (await product.command('import', corpusFile('epub-books/zh-lunyu.epub'), '--publish', '--category', 'philosophy')) as {
    bookId: string;
  }[];
  bookId = job?.bookId ?? '';
  await product.command('user', 'create', '--tel', TEL, '--password', PASSWORD);
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('a reader', () => {
  test('signs in, finds a book, reads and annotates it; a second browser shows the same state, and nothing is lost', async () => {
    const desktop = await visit(browser, 'desktop');
    const { page } = desktop;
    await page.goto(product.url);
    await page.getByRole('heading', { name: '新书' }).waitFor();
    await desktop.picture('home-signed-out');
    await signInBySms(product, page, TEL);
    await page.getByRole('link', { name: '个人中心' }).waitFor();
    await desktop.picture('home-signed-in');

    // Finds the book by two characters of its text, and opens it at the sentence of the hit.
    await page.getByRole('combobox', { name: '搜索教材' }).fill('北辰');
    await page.getByRole('combobox', { name: '搜索教材' }).press('Enter');
    await page.waitForURL(/\/course\/search/);
    await page.getByText('居其所而众星共之').first().waitFor();
    await desktop.picture('search');
    await page.getByRole('link', { name: '为政篇' }).first().click();
    await page.waitForURL(/\/course\/learning\//);
    await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain('譬如北辰');

    // Opens the page of the book and clicks its main button.
    await page.goto(`${product.url}/course/list`);
    await page.getByRole('link', { name: '论语' }).first().click();
    await page.waitForURL(/\/course\/info\//);
    await page.getByRole('heading', { name: '论语', level: 1 }).waitFor();
    await desktop.picture('info');
    await page
      .getByRole('link', { name: /继续学习|开始学习/ })
      .first()
      .click();
    await page.waitForURL(/\/course\/learning\//);
    await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain('为政以德');

    // Navigates by the table of contents, by page buttons, and by keys.
    await page.getByRole('button', { name: '目录' }).click();
    await page.getByRole('dialog', { name: '目录' }).waitFor();
    await desktop.picture('contents');
    await page.getByRole('dialog', { name: '目录' }).getByRole('button', { name: '学而篇' }).click();
    await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain('学而时习之');

    // Creates a yellow highlight, a note and a bookmark.
    await selectText(page, '不亦说乎');
    await desktop.picture('selection-toolbar');
    await page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '黄色' }).click();
    await expect.poll(() => countHighlights(page)).toBe(1);
    await selectText(page, '巧言令色');
    await page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '写笔记' }).click();
    await page.getByRole('textbox', { name: '笔记内容' }).fill('与“刚毅木讷近仁”对读。');
    await desktop.picture('note-editor');
    await page.getByRole('button', { name: '保存' }).click();
    await expect.poll(() => countHighlights(page)).toBe(2);
    await page.getByRole('button', { name: '书签' }).click();
    await settle(page);

    // Searches inside the book.
    await page.getByRole('button', { name: '书内搜索' }).click();
    await page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: '在书中搜索' }))
      .first()
      .fill('小人');
    await page.getByText(/共找到 \d+ 处/).waitFor();
    await desktop.picture('search-in-book');
    await page.keyboard.press('Escape');

    // Closes the book and opens it again: the position and the annotations are the same.
    await turnsBy(page, () => page.getByRole('button', { name: '下一页' }).first().click());
    await waitForPositionSaved(page);
    const block = await firstVisibleBlock(page);
    await page.reload();
    await expect.poll(() => firstVisibleBlock(page), { timeout: 60_000 }).toBe(block);

    // Opens the book in another browser of another size.
    const phone = await visit(browser, 'phone');
    await phone.page.goto(product.url);
    await signInByPassword(product, phone.page, TEL, PASSWORD);
    await phone.page.getByRole('heading', { name: '继续阅读' }).waitFor();
    await phone.picture('home-continue');
    await phone.page.getByRole('link', { name: /论语/ }).first().click();
    await phone.page.waitForURL(/\/course\/learning\//);
    await expect.poll(() => visibleBlocks(phone.page), { timeout: 60_000 }).toContain(block);
    await phone.picture('reading');

    // An annotation made in one browser appears in the other by itself.
    await openBook(page, product.url, bookId, '?href=OEBPS%2Ftext%2Fc0000.xhtml');
    await openBook(phone.page, product.url, bookId, '?href=OEBPS%2Ftext%2Fc0000.xhtml');
    await expect.poll(() => countHighlights(phone.page), { timeout: 60_000 }).toBe(2);
    await selectText(page, '其为人也孝弟');
    await page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '绿色' }).click();
    await expect.poll(() => countHighlights(phone.page)).toBe(3);

    // Opens 我的笔记 with all annotations, and exports them.
    await page.goto(`${product.url}/user/myNotes`);
    await page.getByText('与“刚毅木讷近仁”对读。').waitFor();
    await desktop.picture('my-notes');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByLabel('导出', { exact: true }).selectOption('md')]);
    expect(download.suggestedFilename()).toMatch(/\.md$/);

    expect(desktop.problems).toEqual([]);
    expect(phone.problems).toEqual([]);
    expect([...desktop.foreignRequests, ...phone.foreignRequests]).toEqual([]);
    await desktop.context.close();
    await phone.context.close();
  });
});
