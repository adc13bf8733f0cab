/** The main job, as a person does it: sign in, find a book, read, mark, close, open another browser, and everything is where it was. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { signInByPassword, signInBySms } from './people.ts';
import {
  countHighlights,
  firstVisibleBlock,
  openBook,
  selectText,
  turnsBy,
  untilPlaceKept,
  visibleBlocks,
  visibleText,
} from './reading.ts';

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
  test('signs in, finds the book, reads and marks it; a second browser shows the same; nothing is lost on the way', async () => {
    const desk = await visit(browser, 'desktop');
    const { page } = desk;
    await page.goto(product.url);
    await page.getByRole('heading', { name: '新书' }).waitFor();
    await desk.picture('home-signed-out');
    await signInBySms(product, page, TEL);
    await page.getByRole('link', { name: '个人中心' }).waitFor();
    await desk.picture('home-signed-in');

    // Finds it by two characters of its text, and lands at the sentence.
    await page.getByRole('combobox', { name: '搜索教材' }).fill('北辰');
    await page.getByRole('combobox', { name: '搜索教材' }).press('Enter');
    await page.waitForURL(/\/course\/search/);
    await page.getByText('居其所而众星共之').first().waitFor();
    await desk.picture('search');
    await page.getByRole('link', { name: '为政篇' }).first().click();
    await page.waitForURL(/\/course\/learning\//);
    await expect.poll(() => visibleText(page), { timeout: 20_000 }).toContain('譬如北辰');

    // The product page and its one main button.
    await page.goto(`${product.url}/course/list`);
    await page.getByRole('link', { name: '论语' }).first().click();
    await page.waitForURL(/\/course\/info\//);
    await page.getByRole('heading', { name: '论语', level: 1 }).waitFor();
    await desk.picture('info');
    await page
      .getByRole('link', { name: /继续学习|开始学习/ })
      .first()
      .click();
    await page.waitForURL(/\/course\/learning\//);
    await expect.poll(() => visibleText(page), { timeout: 20_000 }).toContain('为政以德');

    // Goes on by contents, page, and keys.
    await page.getByRole('button', { name: '目录' }).click();
    await page.getByRole('dialog', { name: '目录' }).waitFor();
    await desk.picture('contents');
    await page.getByRole('dialog', { name: '目录' }).getByRole('button', { name: '学而篇' }).click();
    await expect.poll(() => visibleText(page), { timeout: 20_000 }).toContain('学而时习之');

    // Marks: a yellow highlight, a note, a bookmark.
    await selectText(page, '不亦说乎');
    await desk.picture('selection-toolbar');
    await page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '黄色' }).click();
    await expect.poll(() => countHighlights(page)).toBe(1);
    await selectText(page, '巧言令色');
    await page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '写笔记' }).click();
    await page.getByRole('textbox', { name: '笔记内容' }).fill('与“刚毅木讷近仁”对读。');
    await desk.picture('note-editor');
    await page.getByRole('button', { name: '保存' }).click();
    await expect.poll(() => countHighlights(page)).toBe(2);
    await page.getByRole('button', { name: '书签' }).click();
    await page.getByText('已同步').first().waitFor();

    // Searches inside.
    await page.getByRole('button', { name: '书内搜索' }).click();
    await page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: '在书中搜索' }))
      .first()
      .fill('小人');
    await page.getByText(/共找到 \d+ 处/).waitFor();
    await desk.picture('search-in-book');
    await page.keyboard.press('Escape');

    // Closes and comes back: the same place, the same marks.
    await turnsBy(page, () => page.getByRole('button', { name: '下一页' }).first().click());
    await untilPlaceKept(page);
    const place = await firstVisibleBlock(page);
    await page.reload();
    await expect.poll(() => firstVisibleBlock(page), { timeout: 20_000 }).toBe(place);

    // Another browser, another size.
    const phone = await visit(browser, 'phone');
    await phone.page.goto(product.url);
    await signInByPassword(product, phone.page, TEL, PASSWORD);
    await phone.page.getByRole('heading', { name: '继续阅读' }).waitFor();
    await phone.picture('home-continue');
    await phone.page.getByRole('link', { name: /论语/ }).first().click();
    await phone.page.waitForURL(/\/course\/learning\//);
    await expect.poll(() => visibleBlocks(phone.page), { timeout: 20_000 }).toContain(place);
    await phone.picture('reading');

    // What one browser marks the other shows within two seconds.
    await openBook(page, product.url, bookId, '?href=OEBPS%2Ftext%2Fc0000.xhtml');
    await openBook(phone.page, product.url, bookId, '?href=OEBPS%2Ftext%2Fc0000.xhtml');
    await expect.poll(() => countHighlights(phone.page), { timeout: 10_000 }).toBe(2);
    await selectText(page, '其为人也孝弟');
    await page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '绿色' }).click();
    const made = Date.now();
    await expect.poll(() => countHighlights(phone.page), { timeout: 10_000, interval: 50 }).toBe(3);
    console.log(`a mark reached the second browser after ${Date.now() - made} ms`);

    // All of it in my notes, with export.
    await page.goto(`${product.url}/user/myNotes`);
    await page.getByText('与“刚毅木讷近仁”对读。').waitFor();
    await desk.picture('my-notes');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByLabel('导出', { exact: true }).selectOption('md')]);
    expect(download.suggestedFilename()).toMatch(/\.md$/);

    expect(desk.faults).toEqual([]);
    expect(phone.faults).toEqual([]);
    expect([...desk.foreignRequests, ...phone.foreignRequests]).toEqual([]);
    await desk.context.close();
    await phone.context.close();
  });
});
