/** The page of a book with all its tabs: contents, ratings, errata and changes, as three users, at three window sizes. */
import type { RunningProduct } from '@shufang/dev-env';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, type TestPage, visit } from './browser.ts';
import { press, tabTo } from './keyboard.ts';
import { openProduct } from './open-product.ts';
import { openBook, selectText, untilText, visibleText } from './reading.ts';
import { signInByPassword } from './users.ts';

const PASSWORD = 'Shufang-2026';
const READER = '13800000001';
const EDITOR = '13800000005';

let product: RunningProduct;
let browser: Browser;
let free: string;
let paid: string;
/** Id of the book's first chapter, and a word that it contains. */
let chapter: string;
const searchText = '程序';

beforeAll(async () => {
  product = await openProduct();
  const response = (await (await fetch(`${product.url}/api/course/query?sort=title`)).json()) as {
    payload: { items: { id: string; title: string; accessModel: string }[] };
  };
  free = response.payload.items.find(({ accessModel }) => accessModel === 'free')?.id ?? '';
  paid = response.payload.items.find(({ title }) => title === 'Python 编程起步')?.id ?? '';
  const info = (await (await fetch(`${product.url}/api/book/info?bookId=${paid}`)).json()) as {
    payload: { toc: { title: string; href: string }[] };
  };
  chapter = info.payload.toc.find(({ title }) => title.includes('程序'))?.href ?? '';
  browser = await launchBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const openTestPage = async (size: SizeName, tel?: string): Promise<TestPage> => {
  const testPage = await visit(browser, size);
  await testPage.page.goto(product.url);
  if (tel !== undefined) await signInByPassword(product, testPage.page, tel, PASSWORD);
  return testPage;
};
const settle = async (page: Page): Promise<void> => {
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], [role="status"][aria-label^="正在"]') === null);
  await page.evaluate(() => document.fonts.ready);
};
const see = async ({ page, picture, problems }: TestPage, name: string): Promise<string[]> => {
  await settle(page);
  await picture(name);
  return [...(await accessibilityProblemsOf(page)), ...problems.splice(0)].map((problem) => `${name}: ${problem}`);
};
const panel = (page: Page): Locator => page.getByRole('tabpanel');
const TABS = ['contents', 'resources', 'ratings', 'errata', 'changes', 'accessibility'] as const;

test.each([
  ['desktop', undefined],
  ['tablet', READER],
  ['phone', undefined],
] as const)('each tab is accessible on a %s', async (size, tel) => {
  const testPage = await openTestPage(size, tel);
  const found: string[] = [];
  for (const [name, bookId] of [
    ['free', free],
    ['paid', paid],
  ] as const) {
    for (const tab of TABS) {
      await testPage.page.goto(`${product.url}/course/info/${bookId}?tab=${tab}`);
      await settle(testPage.page);
      // Scrolls to the tab for the screenshot.
      await testPage.page.getByRole('tablist').evaluate((element) => element.scrollIntoView());
      found.push(...(await see(testPage, `${name}-${tab}`)));
    }
  }
  await testPage.page.getByRole('button', { name: '分享' }).click();
  await testPage.page.getByRole('dialog', { name: '分享这本书' }).waitFor();
  found.push(...(await see(testPage, 'share')));
  expect(found).toEqual([]);
  await testPage.context.close();
});

test('a reader opens a resource at its position, rates the book by keyboard, reports an erratum while reading, and sees its result', async () => {
  const reader = await openTestPage('desktop', READER);
  const { page } = reader;
  await page.goto(`${product.url}/course/info/${paid}?tab=resources`);
  await panel(page).getByRole('link').first().click();
  await page.waitForURL(/\/course\/learning\//);
  await untilText(page);
  await page.getByText('已同步').first().waitFor();
  // The book begins with a cover, so the first chapter with text is opened.
  await openBook(page, product.url, paid, `?href=${encodeURIComponent(chapter)}`);
  await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain(searchText);
  await selectText(page, searchText);
  const bar = page.getByRole('toolbar', { name: '划线工具' });
  await bar.waitFor();
  await reader.picture('toolbar');
  await bar.getByRole('button', { name: '报错' }).click();
  const dialog = page.getByRole('dialog', { name: '报告书中的错误' });
  expect(await dialog.getByLabel('有误的原文').inputValue()).toContain(searchText);
  await dialog.getByRole('button', { name: '提交' }).click();
  await dialog.getByText('修改建议与原文相同').waitFor();
  await dialog.getByLabel('应改成').fill('改正后的一句');
  await reader.picture('report');
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: '提交' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.goto(`${product.url}/course/info/${paid}?tab=ratings`);
  await settle(page);
  const form = page.getByRole('region', { name: '评价这本书' });
  await tabTo(page, form.getByRole('radio', { name: /^1 星/ }));
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press('ArrowRight');
  expect(await form.getByRole('radio', { name: /^4 星/ }).isChecked()).toBe(true);
  await form.getByLabel('评语（选填）').fill('注释清楚，适合自学。');
  await press(page, form.getByRole('button', { name: '提交评价' }));
  await page.getByRole('region', { name: '我的评价' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: '注释清楚' }).waitFor();
  expect(await see(reader, 'rated')).toEqual([]);

  const editor = await openTestPage('desktop', EDITOR);
  await editor.page.goto(`${product.url}/admin/errata`);
  await editor.page.getByText('改正后的一句').waitFor();
  expect(await see(editor, 'desk-errata')).toEqual([]);
  await press(editor.page, editor.page.getByRole('button', { name: /^采纳：/ }));
  await editor.page.getByRole('heading', { name: '没有这类勘误' }).waitFor();
  await editor.page.goto(`${product.url}/admin/ratings?state=shown`);
  await editor.page.getByText('注释清楚').waitFor();
  expect(await see(editor, 'desk-ratings')).toEqual([]);
  await editor.context.close();

  await page.goto(`${product.url}/course/info/${paid}?tab=errata`);
  await page.getByRole('heading', { name: '我报告的' }).waitFor();
  await panel(page).getByText('已采纳', { exact: true }).first().waitFor();
  expect(await see(reader, 'errata-accepted')).toEqual([]);
  expect(reader.foreignRequests).toEqual([]);
  await reader.context.close();
});
