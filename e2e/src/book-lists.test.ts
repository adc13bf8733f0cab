/**
 * The book list to which every "more" link leads, with its state after back navigation, and the pages of collections, in every state.
 */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeEpub, makeTemporaryFolder } from '../../apps/server/src/features/publication/testing/make-epub.ts';
import { launchBrowser, visit, withoutDehydratedState } from './browser.ts';
import { checkStateAppearance } from './check-appearance.ts';

const BOOKS = 50;

let product: Product;
let browser: Browser;
let collection: string;

beforeAll(async () => {
  product = await startProduct();
  const folder = makeTemporaryFolder();
  const files = Array.from({ length: BOOKS }, (_, index) => {
    const no = String(index + 1).padStart(2, '0');
    const metadata = `<dc:identifier id="id">many-${no}</dc:identifier><dc:title>文选卷${no}</dc:title><dc:language>zh-CN</dc:language><dc:creator>选家</dc:creator><dc:publisher>文选楼</dc:publisher>`;
    return folder.file(`many-${no}.epub`, makeEpub({ metadata, chapters: [['开篇', `第 ${no} 卷的开篇。`.repeat(40)]] }));
  });
  await product.command('import', ...files, '--publish');
  folder.remove();
  const list = (await (await fetch(`${product.url}/api/collection/list`)).json()) as { payload: { items: { id: string }[] } };
  collection = list.payload.items[0]?.id ?? '';
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const settle = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], [role="progressbar"]') === null);
  await page.waitForFunction(() => document.querySelector('[role="status"][aria-label^="正在"]') === null);
  await page.evaluate(() => document.fonts.ready);
};

const tiles = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) });

describe('the list of one source', () => {
  test('keeps filters, loaded pages, scroll position and focus after a visit to a book, while the book itself is requested again', async () => {
    const { page, context, problems } = await visit(browser, 'desktop');
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/book/')) asked.push(pathname);
    });
    const askedFor = (path: string): number => asked.filter((each) => each === path).length;
    await page.goto(`${product.url}/book/list?source=publisher&id=${encodeURIComponent('文选楼')}&sort=title`);
    await page.getByRole('heading', { name: '文选楼的图书' }).waitFor();
    await page.getByRole('link', { name: '列表', exact: true }).click();
    // The rows replace the covers some time after the click; until then, the links of the covers can still get the focus.
    await page.locator('[aria-current="true"]').getByText('列表', { exact: true }).waitFor();
    await expect.poll(() => tiles(page).count()).toBeGreaterThanOrEqual(24);
    const content = page.getByRole('main');
    await content.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect.poll(() => tiles(page).count()).toBeGreaterThanOrEqual(48);
    const link = page.getByRole('link', { name: '文选卷30' });
    await link.scrollIntoViewIfNeeded();
    await link.focus();
    const measure = async () => ({
      address: page.url(),
      title: await page.title(),
      scroll: await content.evaluate((element) => element.scrollTop),
      books: await tiles(page).count(),
      sort: await page.getByLabel('排序').inputValue(),
      focused: await page.evaluate(() => document.activeElement?.textContent),
    });
    const before = await measure();
    expect(before).toMatchObject({ sort: 'title', focused: '文选卷30' });
    expect(before.scroll).toBeGreaterThan(500);
    const pagesAsked = askedFor('/api/book/query');

    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '文选卷30', level: 1 }).waitFor();
    expect(await content.evaluate((element) => element.scrollTop)).toBe(0);
    expect(await page.title()).toBe('文选卷30 · 书房');
    expect(askedFor('/api/book/info')).toBe(1);
    await page.goBack();
    await page.getByRole('heading', { name: '文选楼的图书' }).waitFor();
    expect(await measure()).toEqual(before);
    expect(askedFor('/api/book/query')).toBe(pagesAsked);

    // The page's clock is advanced, because a response counts as fresh for a second, even if the screen is mounted again.
    await page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() + 1_100;
    });
    await page.goForward();
    await page.getByRole('heading', { name: '文选卷30', level: 1 }).waitFor();
    await expect.poll(() => askedFor('/api/book/info')).toBe(2);
    console.info('kept alive:', JSON.stringify(before));
    expect(problems).toEqual([]);
    await context.close();
  });

  test('is opened from a book by its author and by its publisher', async () => {
    const { page, context, problems } = await visit(browser, 'desktop');
    await page.goto(`${product.url}/book/list?source=publisher&id=${encodeURIComponent('文选楼')}`);
    await page.getByRole('link', { name: '文选卷50' }).click();
    await page.getByRole('link', { name: '选家' }).click();
    await page.getByRole('heading', { name: '选家的著作' }).waitFor();
    await page.getByRole('link', { name: '文选卷49' }).click();
    await page.getByRole('link', { name: '文选楼' }).click();
    await page.getByRole('heading', { name: '文选楼的图书' }).waitFor();
    expect(await tiles(page).count()).toBeGreaterThanOrEqual(24);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('adds the selected books to the shelf and to the favorites, and exports the list as a table', async () => {
    const { page, context } = await visit(browser, 'desktop');
    await page.goto(`${product.url}/book/list?source=free`);
    await page.getByRole('button', { name: '选择', exact: true }).click();
    await page.getByRole('checkbox').nth(0).check();
    await page.getByRole('checkbox').nth(1).check();
    await page.getByText('已选 2 本').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出清单' }).click()]);
    expect(download.suggestedFilename()).toBe('免费阅读-书单.xlsx');
    await page.getByRole('button', { name: '加入书架' }).click();
    await page.getByText('已把 2 本书加入书架').waitFor();
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '书房' }).click();
    await expect.poll(() => tiles(page).count()).toBe(2);
    await context.close();
  });

  test('is accessible with covers, in rows, in selection mode, empty, failed', async () => {
    const testPage = await visit(browser, 'desktop');
    const { page } = testPage;
    const problems: string[] = [];
    const look = async (name: string): Promise<void> => {
      await settle(page);
      problems.push(...(await checkStateAppearance(testPage, name)));
    };
    await page.goto(`${product.url}/book/list?source=new`);
    await page.getByRole('heading', { name: '新书' }).waitFor();
    await look('list-covers');
    await page.goto(`${product.url}/book/list?source=new&view=rows`);
    await tiles(page).first().waitFor();
    await look('list-rows');
    await page.getByRole('button', { name: '选择', exact: true }).click();
    await page.getByRole('checkbox').first().check();
    await look('list-choosing');
    await page.goto(`${product.url}/book/list?source=author&id=nobody`);
    await page.getByRole('heading', { name: '没有这位作者的图书' }).waitFor();
    await look('list-empty');
    expect(testPage.problems.splice(0)).toEqual([]);
    await withoutDehydratedState(testPage.context);
    await page.route('**/api/book/query**', (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }));
    await page.goto(`${product.url}/book/list?source=new`);
    const retry = page.getByRole('main').getByRole('button', { name: '重试' });
    await retry.waitFor();
    await look('list-failed');
    await page.unroute('**/api/book/query**');
    await retry.click();
    await tiles(page).first().waitFor();
    expect(problems).toEqual([]);
    await testPage.context.close();
  });
});

describe('the home page', () => {
  test('shows its parts independently: one fails, and is loaded again', async () => {
    const testPage = await visit(browser, 'desktop');
    const { page } = testPage;
    await page.goto(product.url);
    await page.getByRole('heading', { name: '专题与书单' }).waitFor();
    expect(testPage.problems.splice(0)).toEqual([]);
    await withoutDehydratedState(testPage.context);
    await page.route('**/api/book/query?source=free**', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    );
    await page.reload();
    await page.getByRole('heading', { name: '新书' }).waitFor();
    const row = page.getByRole('region', { name: '免费阅读' });
    await row.getByRole('button', { name: '重试' }).scrollIntoViewIfNeeded();
    await settle(page);
    expect(await checkStateAppearance(testPage, 'home-row-failed')).toEqual([]);
    expect(await page.getByRole('region', { name: '新书' }).getByRole('heading', { level: 3 }).count()).toBe(12);
    await page.unroute('**/api/book/query?source=free**');
    await row.getByRole('button', { name: '重试' }).click();
    await row.getByRole('heading', { level: 3 }).first().waitFor();
    await testPage.context.close();
  });
});

describe('a collection', () => {
  test('is accessible with its books, as a favorite, removed, failed, offline', async () => {
    const testPage = await visit(browser, 'desktop');
    const { page } = testPage;
    const problems: string[] = [];
    const look = async (name: string): Promise<void> => {
      await settle(page);
      problems.push(...(await checkStateAppearance(testPage, name)));
    };
    await page.goto(`${product.url}/book/collection/${collection}`);
    await page.getByRole('heading', { name: '开卷书单', level: 1 }).waitFor();
    await look('collection');
    expect(await page.title()).toBe('开卷书单 · 书房');
    await page.getByRole('button', { name: '收藏', exact: true }).click();
    await page.getByRole('button', { name: '已收藏', pressed: true }).waitFor();
    await page.getByRole('button', { name: '全部加入书架' }).click();
    await page.getByRole('button', { name: '已在书架' }).waitFor();
    expect(testPage.problems.splice(0)).toEqual([]);
    await page.goto(`${product.url}/book/collection/01JD0000000000000000000000`);
    await page.getByRole('heading', { name: '没有找到这个专题或书单，可能已撤下' }).waitFor();
    await look('collection-gone');
    await page.route('**/api/collection/get**', (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }));
    await page.goto(`${product.url}/book/collection/${collection}`);
    await page.getByRole('main').getByRole('button', { name: '重试' }).waitFor();
    await look('collection-failed');
    await page.unroute('**/api/collection/get**');
    await page.goto(product.url);
    await page.getByRole('heading', { name: '专题与书单' }).waitFor();
    // The heading is already in the server-rendered page, so the test also waits until the client has started and loaded its data.
    await testPage.waitForRequests();
    await testPage.context.setOffline(true);
    await page.getByRole('link', { name: '开卷书单' }).last().click();
    await page
      .getByText('网络连接失败，请检查网络')
      .or(page.getByRole('button', { name: '重试' }))
      .first()
      .waitFor();
    // Below the alert the page shows a loading animation until the button repeats the request.
    await testPage.picture('collection-offline');
    expect(problems).toEqual([]);
    await testPage.context.close();
  });
});
