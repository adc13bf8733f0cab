/**
 * A paid book before and after the reader owns it: the trial, the paywall, the preserved position, and an entitlement given by an operator.
 */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, visit } from './browser.ts';
import { fetchContent } from './content-address.ts';
import { openBook, untilText, visibleText } from './reading.ts';
import { createReader, openSignedIn } from './users.ts';

const READER = { tel: '13944440001', password: 'Shidu-zhi-hou-2026' };
const TITLE = 'Python 编程起步';

let product: Product;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await startProduct();
  const response = (await (await fetch(`${product.url}/api/course/query`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  bookId = response.payload.items.find(({ title }) => title === TITLE)?.id ?? '';
  await createReader(product, READER.tel, READER.password);
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe.each(['desktop', 'phone'] as const)('a paid book on a %s', (size) => {
  test('opens its trial chapters for an anonymous user, shows the paywall after them, and keeps the position', async () => {
    const testPage = await visit(browser, size);
    const { page } = testPage;
    await page.goto(`${product.url}/course/info/${bookId}`);
    await testPage.picture('info-signed-out');
    await page.getByRole('link', { name: '试读' }).first().click();
    await page.waitForURL(/\/course\/learning\//);
    await untilText(page);

    await openBook(page, product.url, bookId, '?href=EPUB%2Ftext%2Fch01.xhtml');
    await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain('初识程序');
    await page.getByRole('button', { name: '目录', exact: true }).first().click();
    const contents = page.getByRole('dialog', { name: '目录' });
    await contents.getByRole('button', { name: /^第 1 章 初识程序/ }).waitFor();
    await testPage.picture('contents-with-locks');
    await contents
      .getByRole('button', { name: /^第 5 章 函数/ })
      .first()
      .click();
    const wall = page.getByRole('heading', { name: '试读到这里结束' });
    await wall.waitFor();
    await testPage.picture('wall');
    await page.getByRole('button', { name: '回到刚才的位置' }).click();
    await wall.waitFor({ state: 'detached' });
    expect(await visibleText(page)).toContain('初识程序');
    // The content URL of a locked chapter is not accessible either.
    const opened = (await (await fetch(`${product.url}/api/learn/open?bookId=${bookId}`)).json()) as {
      payload: { content: { baseUrl: string } };
    };
    const locked = await fetchContent(`${opened.payload.content.baseUrl}EPUB/text/ch05.xhtml`);
    expect(locked.status).toBe(403);
    expect(locked.text).not.toContain('函数');
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });

  test('is not shown for an unknown id; a card links to the home page', async () => {
    const testPage = await visit(browser, size);
    const { page } = testPage;
    await testPage.openMissing(`${product.url}/course/learning/01m7z00000000000000000000a`);
    await page.getByRole('heading', { name: '这本书没有打开' }).waitFor();
    await testPage.picture('no-such-book');
    await page.getByRole('link', { name: '回到首页' }).click();
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    await testPage.openMissing(`${product.url}/course/info/01m7z00000000000000000000a`);
    await page.getByRole('link', { name: '回首页' }).waitFor();
    await testPage.picture('no-such-info');
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });
});

test('a book given by an operator opens at the same position after a reload', async () => {
  const testPage = await visit(browser, 'desktop');
  const { page } = testPage;
  await openSignedIn(product, page, READER.tel, READER.password);
  await openBook(page, product.url, bookId, '?href=EPUB%2Ftext%2Fch01.xhtml');
  await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain('初识程序');
  await page.getByRole('button', { name: '目录', exact: true }).first().click();
  const chapter = page
    .getByRole('dialog', { name: '目录' })
    .getByRole('button', { name: /^第 5 章 函数/ })
    .first();
  await chapter.click();
  await page.getByRole('heading', { name: '试读到这里结束' }).waitFor();
  expect(await page.getByRole('link', { name: '查看开通方式' }).count()).toBe(1);
  await testPage.picture('wall-signed-in');
  await product.command('user', 'grant', '--tel', READER.tel, '--book', bookId);
  await page.reload();
  await untilText(page);
  await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain('初识程序');
  await page.getByRole('button', { name: '目录', exact: true }).first().click();
  await chapter.click();
  await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain('函数');
  await testPage.picture('given');
  expect(testPage.problems).toEqual([]);
  await testPage.context.close();
});

test('an editor selects trial chapters, and other input survives a reload; an anonymous user reads those chapters and skips the closed one', async () => {
  const editor = await visit(browser, 'desktop');
  await openSignedIn(product, editor.page, '13800000005', 'Shufang-2026');
  const adminPage = editor.page;
  await adminPage.goto(`${product.url}/admin/books/${bookId}`);
  await adminPage.getByLabel('简介', { exact: true }).fill('还没有写完的简介');
  await adminPage.getByRole('tab', { name: '试读' }).click();
  await adminPage.getByRole('radio', { name: '选定的章节' }).click();
  await adminPage.getByRole('checkbox', { name: /^第 1 章/ }).check();
  await adminPage.getByRole('checkbox', { name: /^第 3 章/ }).check();
  expect(await accessibilityProblemsOf(adminPage)).toEqual([]);
  await adminPage.getByRole('heading', { name: '试读', exact: true }).scrollIntoViewIfNeeded();
  await editor.picture('trial-chosen');
  await adminPage.getByRole('button', { name: '保存试读' }).click();
  await adminPage.getByText(/^现在：选定的 2 章/).waitFor();
  await adminPage.goto(`${product.url}/admin/books/${bookId}`);
  await adminPage.getByText('上次填写、还没有保存的内容已恢复。').waitFor();
  expect(await adminPage.getByLabel('简介', { exact: true }).inputValue()).toBe('还没有写完的简介');
  await editor.picture('kept-words');
  await adminPage.getByRole('button', { name: '放弃，显示已保存的内容' }).click();
  expect(await adminPage.getByLabel('简介', { exact: true }).inputValue()).not.toBe('还没有写完的简介');

  const anonymousPage = await visit(browser, 'phone');
  const { page } = anonymousPage;
  await page.goto(`${product.url}/course/info/${bookId}`);
  await page
    .getByText(/试读 2 章/)
    .first()
    .waitFor();
  await openBook(page, product.url, bookId, '?href=EPUB%2Ftext%2Fch01.xhtml');
  await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain('初识程序');
  await page.getByRole('button', { name: '目录', exact: true }).first().click();
  const contents = page.getByRole('dialog', { name: '目录' });
  await contents
    .getByRole('button', { name: /^第 2 章/ })
    .first()
    .click();
  await page.getByRole('heading', { name: '试读到这里结束' }).waitFor();
  await anonymousPage.picture('wall-with-a-way-on');
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await page.getByRole('button', { name: '跳到后面可以试读的章节' }).click();
  await page.getByRole('heading', { name: '试读到这里结束' }).waitFor({ state: 'detached' });
  const opened = (await (await fetch(`${product.url}/api/learn/open?bookId=${bookId}`)).json()) as {
    payload: { content: { baseUrl: string } };
  };
  const statusOf = async (chapter: string): Promise<number> =>
    (await fetchContent(`${opened.payload.content.baseUrl}EPUB/text/${chapter}.xhtml`)).status;
  expect([await statusOf('ch01'), await statusOf('ch02'), await statusOf('ch03')]).toEqual([200, 403, 200]);
  expect([...editor.problems, ...anonymousPage.problems]).toEqual([]);
  await Promise.all([editor.context.close(), anonymousPage.context.close()]);
});

test('the import form requires publisher, level and disciplines', async () => {
  for (const size of ['desktop', 'phone'] as const) {
    const editor = await visit(browser, size);
    await openSignedIn(product, editor.page, '13800000005', 'Shufang-2026');
    await editor.page.goto(`${product.url}/admin/import`);
    await editor.page.getByLabel('出版社').fill('示例出版社');
    await editor.page.getByLabel('适用层次').selectOption({ label: '本科' });
    await editor.page.getByLabel('添加学科').selectOption({ label: '工学' });
    await editor.page.getByRole('button', { name: /不再归入工学/ }).waitFor();
    await editor.picture('import-fields');
    expect(await accessibilityProblemsOf(editor.page)).toEqual([]);
    await editor.context.close();
  }
});
