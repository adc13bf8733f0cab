/**
 * Tests the 书房 (the reader's books): on the device, offline, on another device, before and after signing in; with books, after a failed
 * request and offline. `reader-pages` tests the pages with data at every window size.
 */
import type { RunningProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, visit } from './browser.ts';
import { checkStateAppearance } from './check-appearance.ts';
import { openProduct } from './open-product.ts';
import { openBook, waitForPositionSaved } from './reading.ts';
import { createReader, DEMO_READER, openSignedIn, signInByPassword } from './users.ts';

const PASSWORD = 'Shujia-shang-2026';

let product: RunningProduct;
let browser: Browser;
let userCount = 0;
let books: { id: string; title: string; accessModel: string }[];

beforeAll(async () => {
  product = await openProduct();
  const response = (await (await fetch(`${product.url}/api/course/query`)).json()) as { payload: { items: typeof books } };
  books = response.payload.items;
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const createUser = async (): Promise<string> => {
  userCount += 1;
  const tel = `1397777000${userCount}`;
  await createReader(product, tel, PASSWORD);
  return tel;
};

const tiles = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) });
const firstFree = (): { id: string; title: string } => {
  const [book] = books.filter(({ accessModel }) => accessModel === 'free');
  if (book === undefined) throw new Error('the demo library is not there');
  return book;
};

/** Opens the book and waits until the device has saved the reading position. */
const readIn = async (page: Page, bookId: string): Promise<void> => {
  await openBook(page, product.url, bookId);
  await page.keyboard.press('ArrowRight');
  await waitForPositionSaved(page);
};

const addFromInfo = async (page: Page, bookId: string): Promise<void> => {
  await page.goto(`${product.url}/course/info/${bookId}`);
  await page.getByRole('button', { name: '加入书架' }).click();
  await page.getByRole('button', { name: '已在书架' }).waitFor();
};

describe('the shelf', () => {
  test('of an anonymous user is stored on the device, and is adopted by their account when they sign in and agree', async () => {
    const tel = await createUser();
    const { page, context } = await visit(browser, 'desktop');
    const { id, title } = firstFree();
    await addFromInfo(page, id);
    await page.goto(`${product.url}/bookshelf`);
    await page.getByText('您还没有登录，书架只存在这台设备上').waitFor();
    await tiles(page).filter({ hasText: title }).waitFor();
    await signInByPassword(product, page, tel, PASSWORD);
    await page.getByText('本机有登录前的 1 本书，要合并到您的账号吗？').waitFor();
    await page.getByRole('button', { name: '合并' }).click();
    await tiles(page).filter({ hasText: title }).waitFor();

    const phone = await visit(browser, 'phone');
    await phone.page.goto(`${product.url}/bookshelf`);
    await signInByPassword(product, phone.page, tel, PASSWORD);
    await expect.poll(() => tiles(phone.page).filter({ hasText: title }).count()).toBe(1);
    await phone.context.close();
    await context.close();
  });

  test('is changed offline, and the change reaches the other device when the network is back', async () => {
    const tel = await createUser();
    const { page, context } = await visit(browser, 'desktop');
    await openSignedIn(product, page, tel, PASSWORD);
    for (const { id } of books) await addFromInfo(page, id);
    await page.goto(`${product.url}/bookshelf`);
    await expect.poll(() => tiles(page).count()).toBe(books.length);
    await context.setOffline(true);
    const { title } = firstFree();
    await page.getByRole('button', { name: '整理' }).click();
    await page.getByRole('checkbox', { name: `选择《${title}》` }).check();
    await page.getByRole('button', { name: '移到分组' }).click();
    const dialog = page.getByRole('dialog', { name: '移到分组' });
    await dialog.getByLabel('移到').selectOption({ label: '新建分组' });
    await dialog.getByLabel('分组名称').fill('假期');
    await dialog.getByRole('button', { name: '移动' }).click();
    await page.getByText('已把 1 本书移到“假期”').waitFor();
    await page.getByRole('button', { name: '整理' }).click();
    await page.getByRole('checkbox', { name: `选择《${title}》` }).check();
    await page.getByRole('button', { name: '置顶', exact: true }).click();
    await expect.poll(() => tiles(page).first().textContent()).toContain(title);
    await context.setOffline(false);

    const phone = await visit(browser, 'phone');
    await phone.page.goto(`${product.url}/bookshelf`);
    await signInByPassword(product, phone.page, tel, PASSWORD);
    const group = phone.page.getByRole('navigation', { name: '分组' }).getByRole('link', { name: /^假期/ });
    await group.click();
    await expect.poll(() => tiles(phone.page).count()).toBe(1);
    expect(await tiles(phone.page).first().textContent()).toContain(title);
    await phone.context.close();
    await context.close();
  });

  test('does not show hidden books, and removes books that are not owned', async () => {
    const tel = await createUser();
    const { page, context } = await visit(browser, 'desktop');
    await openSignedIn(product, page, tel, PASSWORD);
    for (const { id } of books.slice(0, 2)) await addFromInfo(page, id);
    await page.goto(`${product.url}/bookshelf`);
    const [first, second] = books;
    await page.getByRole('button', { name: '整理' }).click();
    await page.getByRole('checkbox', { name: `选择《${first?.title}》` }).check();
    await page.getByRole('button', { name: '隐藏', exact: true }).click();
    await expect.poll(() => tiles(page).count()).toBe(1);
    await page.getByRole('link', { name: /^已隐藏/ }).click();
    await tiles(page)
      .filter({ hasText: first?.title ?? '' })
      .waitFor();
    await page.getByRole('link', { name: /^全部/ }).last().click();
    await page.getByRole('button', { name: '整理' }).click();
    await page.getByRole('checkbox', { name: `选择《${second?.title}》` }).check();
    await page.getByRole('button', { name: '移出书架' }).click();
    await page.getByRole('heading', { name: '这里没有书' }).waitFor();
    await context.close();
  });
});

describe('the custom order', () => {
  test('is changed by pointer, canceled by Escape, and stored', async () => {
    const { page, context } = await visit(browser, 'desktop');
    for (const { id } of books.slice(0, 2)) await addFromInfo(page, id);
    await page.goto(`${product.url}/bookshelf?sort=own`);
    const order = () => tiles(page).getByRole('heading').allTextContents();
    await expect.poll(async () => (await order()).length).toBe(2);
    const [first = '', second = ''] = await order();
    const drag = async (): Promise<void> => {
      await page.getByRole('button', { name: `移动《${first}》` }).hover();
      await page.mouse.down();
      await tiles(page).filter({ hasText: second }).hover();
    };
    await drag();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await order()).toEqual([first, second]);
    await drag();
    await page.mouse.up();
    await expect.poll(order).toEqual([second, first]);
    await page.reload();
    await expect.poll(order).toEqual([second, first]);
    await context.close();
  });
});

describe('the recent books', () => {
  test('shows chapter and time, opens each book at its position, and can be cleared one by one or completely', async () => {
    const tel = await createUser();
    const { page, context } = await visit(browser, 'desktop');
    await openSignedIn(product, page, tel, PASSWORD);
    const { id, title } = firstFree();
    await readIn(page, id);
    await page.goto(`${product.url}/bookshelf/recent`);
    const row = tiles(page).filter({ hasText: title });
    await row.waitFor();
    expect(await row.locator('time').textContent()).toMatch(/\d{1,2}月\d{1,2}日 \d{2}:\d{2}/);
    expect(await row.getByRole('link', { name: `继续阅读《${title}》` }).getAttribute('href')).toContain(`/course/learning/${id}?at=`);
    await row.getByRole('button', { name: `从最近阅读移除《${title}》` }).click();
    await page.getByRole('heading', { name: '还没有读过的书' }).waitFor();
    await readIn(page, id);
    await page.goto(`${product.url}/bookshelf/recent`);
    await page.getByRole('button', { name: '清空' }).first().click();
    await page.getByRole('dialog', { name: '最近阅读' }).getByRole('button', { name: '清空' }).click();
    await page.getByRole('heading', { name: '还没有读过的书' }).waitFor();
    await context.close();
  });
});

const PAGES = [
  ['index', '/bookshelf'],
  ['recent', '/bookshelf/recent'],
  ['owned', '/bookshelf/owned'],
  ['favorites', '/bookshelf/collection'],
] as const;

describe('every page of the shelf', () => {
  test('is accessible with books, failed and offline', async () => {
    const problems: string[] = [];
    const reader = await visit(browser, 'desktop');
    const { page, context } = reader;
    await openSignedIn(product, page, DEMO_READER.tel, DEMO_READER.password);
    for (const { id } of books) {
      await page.goto(`${product.url}/course/info/${id}`);
      const favoriteButton = page.getByRole('button', { name: /^(收藏|已收藏)$/ });
      await expect.poll(() => favoriteButton.isEnabled()).toBe(true);
      const add = page.getByRole('button', { name: '加入书架' });
      if ((await add.count()) > 0) await add.click();
      if ((await favoriteButton.textContent()) === '收藏') await favoriteButton.click();
      await page.getByRole('button', { name: '已收藏' }).waitFor();
    }
    await readIn(page, firstFree().id);
    for (const [name, path] of PAGES) {
      await page.goto(product.url + path);
      await tiles(page).first().waitFor();
      problems.push(...(await checkStateAppearance(reader, `${name}-books`)));
    }
    await page.goto(`${product.url}/bookshelf`);
    await page.getByRole('button', { name: '整理' }).click();
    await page.getByRole('checkbox').first().check();
    problems.push(...(await checkStateAppearance(reader, 'index-choosing')), ...reader.problems);

    const calls = ['**/api/book/cards**', '**/api/my/getBooks**', '**/api/collection/list**'];
    for (const call of calls)
      await page.route(call, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }));
    for (const [name, path] of PAGES) {
      await page.goto(product.url + path);
      await page.getByText('最新的内容没有加载出来').waitFor();
      await tiles(page).first().waitFor();
      problems.push(...(await checkStateAppearance(reader, `${name}-failed`)));
    }
    for (const call of calls) await page.unroute(call);
    await page.getByRole('main').getByRole('button', { name: '重试' }).click();
    await page.getByText('最新的内容没有加载出来').waitFor({ state: 'detached' });

    await page.goto(`${product.url}/bookshelf`);
    for (const label of ['最近', '已拥有', '收藏', '全部']) {
      await page.getByRole('navigation', { name: '书房分类' }).getByRole('link', { name: label }).click();
      await tiles(page).first().waitFor();
    }
    await context.setOffline(true);
    for (const [name, label] of [
      ['recent', '最近'],
      ['owned', '已拥有'],
      ['favorites', '收藏'],
      ['index', '全部'],
    ] as const) {
      await page.getByRole('navigation', { name: '书房分类' }).getByRole('link', { name: label }).click();
      await tiles(page).first().waitFor();
      problems.push(...(await checkStateAppearance(reader, `${name}-offline`)));
      expect(await page.getByRole('alertdialog').count()).toBe(0);
    }
    expect(problems).toEqual([]);
    await context.close();
  });
});
