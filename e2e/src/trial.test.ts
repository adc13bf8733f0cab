/** A paid book before and after it belongs to the reader: the trial, the wall that keeps the place, the gift of an operator. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, visit } from './browser.ts';
import { fetchContent } from './content-address.ts';
import { signInByPassword } from './people.ts';
import { openBook, untilText, visibleText } from './reading.ts';

const READER = { tel: '13944440001', password: 'Shidu-zhi-hou-2026' };
const TITLE = 'Python 编程起步';

let product: Product;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await startProduct();
  const answer = (await (await fetch(`${product.url}/api/course/query`)).json()) as { payload: { items: { id: string; title: string }[] } };
  bookId = answer.payload.items.find(({ title }) => title === TITLE)?.id ?? '';
  await product.command('user', 'create', '--tel', READER.tel, '--password', READER.password);
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe.each(['desktop', 'phone'] as const)('a paid book on a %s', (size) => {
  test('lets a stranger read the trial chapters, stops at the wall, and keeps the place', async () => {
    const visitor = await visit(browser, size);
    const { page } = visitor;
    await page.goto(`${product.url}/course/info/${bookId}`);
    await visitor.picture('info-signed-out');
    await page.getByRole('link', { name: '试读' }).first().click();
    await page.waitForURL(/\/course\/learning\//);
    await untilText(page);

    await openBook(page, product.url, bookId, '?href=EPUB%2Ftext%2Fch01.xhtml');
    await expect.poll(() => visibleText(page), { timeout: 15_000 }).toContain('初识程序');
    await page.getByRole('button', { name: '目录', exact: true }).first().click();
    const contents = page.getByRole('dialog', { name: '目录' });
    await contents.getByRole('button', { name: /^第 1 章 初识程序/ }).waitFor();
    await visitor.picture('contents-with-locks');
    await contents
      .getByRole('button', { name: /^第 5 章 函数/ })
      .first()
      .click();
    const wall = page.getByRole('heading', { name: '试读到这里结束' });
    await wall.waitFor();
    await visitor.picture('wall');
    await page.getByRole('button', { name: '回到刚才的位置' }).click();
    await wall.waitFor({ state: 'detached' });
    expect(await visibleText(page)).toContain('初识程序');
    // Nothing of a locked chapter can be had by its address either.
    const opened = (await (await fetch(`${product.url}/api/learn/open?bookId=${bookId}`)).json()) as {
      payload: { content: { baseUrl: string } };
    };
    const locked = await fetchContent(`${opened.payload.content.baseUrl}EPUB/text/ch05.xhtml`);
    expect(locked.status).toBe(403);
    expect(locked.text).not.toContain('函数');
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  });

  test('without a book of that number a card leads home', async () => {
    const visitor = await visit(browser, size);
    const { page } = visitor;
    await page.goto(`${product.url}/course/learning/01m7z00000000000000000000a`);
    await page.getByRole('heading', { name: '这本书没有打开' }).waitFor();
    await visitor.picture('no-such-book');
    await page.getByRole('link', { name: '回到首页' }).click();
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    await page.goto(`${product.url}/course/info/01m7z00000000000000000000a`);
    await page.getByRole('link', { name: '回首页' }).waitFor();
    await visitor.picture('no-such-info');
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  });
});

test('once an operator has given the book, it opens at the same place after a reload', async () => {
  const visitor = await visit(browser, 'desktop');
  const { page } = visitor;
  await page.goto(product.url);
  await signInByPassword(product, page, READER.tel, READER.password);
  await openBook(page, product.url, bookId, '?href=EPUB%2Ftext%2Fch01.xhtml');
  await expect.poll(() => visibleText(page), { timeout: 15_000 }).toContain('初识程序');
  await page.getByRole('button', { name: '目录', exact: true }).first().click();
  const chapter = page
    .getByRole('dialog', { name: '目录' })
    .getByRole('button', { name: /^第 5 章 函数/ })
    .first();
  await chapter.click();
  await page.getByRole('heading', { name: '试读到这里结束' }).waitFor();
  expect(await page.getByRole('link', { name: '查看开通方式' }).count()).toBe(1);
  await visitor.picture('wall-signed-in');
  await product.command('user', 'grant', '--tel', READER.tel, '--book', bookId);
  await page.reload();
  await untilText(page);
  await expect.poll(() => visibleText(page), { timeout: 15_000 }).toContain('初识程序');
  await page.getByRole('button', { name: '目录', exact: true }).first().click();
  await chapter.click();
  await expect.poll(() => visibleText(page), { timeout: 15_000 }).toContain('函数');
  await visitor.picture('given');
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});
