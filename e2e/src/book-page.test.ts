/** The page of a book with all its tabs: what is in it, what readers say of it and find in it, what changed; by three people at three sizes. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, type Visitor, visit } from './browser.ts';
import { press, tabTo } from './keyboard.ts';
import { signInByPassword } from './people.ts';
import { openBook, selectText, untilText, visibleText } from './reading.ts';

const PASSWORD = 'Shufang-2026';
const READER = '13800000001';
const EDITOR = '13800000005';

let product: Product;
let browser: Browser;
let free: string;
let paid: string;
/** Its first chapter, and words of it. */
let chapter: string;
const words = '程序';

beforeAll(async () => {
  product = await startProduct();
  const answer = (await (await fetch(`${product.url}/api/course/query?sort=title`)).json()) as {
    payload: { items: { id: string; title: string; accessModel: string }[] };
  };
  free = answer.payload.items.find(({ accessModel }) => accessModel === 'free')?.id ?? '';
  paid = answer.payload.items.find(({ title }) => title === 'Python 编程起步')?.id ?? '';
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

const arrive = async (size: SizeName, tel?: string): Promise<Visitor> => {
  const visitor = await visit(browser, size);
  await visitor.page.goto(product.url);
  if (tel !== undefined) await signInByPassword(product, visitor.page, tel, PASSWORD);
  return visitor;
};
const settle = async (page: Page): Promise<void> => {
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], [role="status"][aria-label^="正在"]') === null);
  await page.evaluate(() => document.fonts.ready);
};
const see = async ({ page, picture, faults }: Visitor, name: string): Promise<string[]> => {
  await settle(page);
  await picture(name);
  return [...(await faultsOf(page)), ...faults.splice(0)].map((fault) => `${name}: ${fault}`);
};
const panel = (page: Page): Locator => page.getByRole('tabpanel');
const TABS = ['contents', 'resources', 'ratings', 'errata', 'changes'] as const;

test.each([
  ['desktop', undefined],
  ['tablet', READER],
  ['phone', undefined],
] as const)('each tab is sound on a %s', async (size, tel) => {
  const visitor = await arrive(size, tel);
  const found: string[] = [];
  for (const [name, bookId] of [
    ['free', free],
    ['paid', paid],
  ] as const) {
    for (const tab of TABS) {
      await visitor.page.goto(`${product.url}/course/info/${bookId}?tab=${tab}`);
      await settle(visitor.page);
      // What is pictured is the tab.
      await visitor.page.getByRole('tablist').evaluate((element) => element.scrollIntoView());
      found.push(...(await see(visitor, `${name}-${tab}`)));
    }
  }
  await visitor.page.getByRole('button', { name: '分享' }).click();
  await visitor.page.getByRole('dialog', { name: '分享这本书' }).waitFor();
  found.push(...(await see(visitor, 'share')));
  expect(found).toEqual([]);
  await visitor.context.close();
});

test('a reader opens a resource at its place, rates the book by keyboard, reports a fault while reading, and hears what became of it', async () => {
  const reader = await arrive('desktop', READER);
  const { page } = reader;
  await page.goto(`${product.url}/course/info/${paid}?tab=resources`);
  await panel(page).getByRole('link').first().click();
  await page.waitForURL(/\/course\/learning\//);
  await untilText(page);
  await page.getByText('已同步').first().waitFor();
  // Where a book begins there is a cover; the first chapter has words.
  await openBook(page, product.url, paid, `?href=${encodeURIComponent(chapter)}`);
  await expect.poll(() => visibleText(page), { timeout: 20_000 }).toContain(words);
  await selectText(page, words);
  const bar = page.getByRole('toolbar', { name: '划线工具' });
  await bar.waitFor();
  await reader.picture('toolbar');
  await bar.getByRole('button', { name: '报错' }).click();
  const dialog = page.getByRole('dialog', { name: '报告书中的错误' });
  expect(await dialog.getByLabel('有误的原文').inputValue()).toContain(words);
  await dialog.getByRole('button', { name: '提交' }).click();
  await dialog.getByText('修改建议与原文相同').waitFor();
  await dialog.getByLabel('应改成').fill('改正后的一句');
  await reader.picture('report');
  expect(await faultsOf(page)).toEqual([]);
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

  const editor = await arrive('desktop', EDITOR);
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
