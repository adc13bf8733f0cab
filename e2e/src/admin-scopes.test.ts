/** The admin area for operators of one publisher: what they find and which messages they see, at three window sizes. */
import { listAdminBooks, listUsers, saveAdminBook, setUserRoles } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestPage, visit } from './browser.ts';
import { checkStateAppearance } from './check-appearance.ts';
import { adminPages } from './page-rows.ts';
import { callAs, createReader, DEMO_ADMIN, openSignedIn } from './users.ts';

const PASSWORD = 'Yijia-she-2026';
const EDITOR = '13977780001';
const FINANCE = '13977780002';
const PRESS = '仲夏大学出版社';

let product: Product;
let browser: Browser;
let title: string;

const openTestPage = async (tel: string, password: string): Promise<TestPage> => {
  const testPage = await visit(browser, 'desktop');
  await openSignedIn(product, testPage.page, tel, password);
  return testPage;
};

beforeAll(async () => {
  product = await startProduct();
  for (const tel of [EDITOR, FINANCE]) await createReader(product, tel, PASSWORD);
  browser = await launchBrowser();
  const admin = await openTestPage(DEMO_ADMIN.tel, DEMO_ADMIN.password);
  const { items } = await callAs(product, admin.page, listAdminBooks, {});
  const [book] = items;
  if (book === undefined || items.length < 2) throw new Error('the demo library is too small');
  title = book.title;
  await callAs(product, admin.page, saveAdminBook, { bookId: book.bookId, publisher: PRESS });
  for (const [tel, role] of [
    [EDITOR, 'editor'],
    [FINANCE, 'finance'],
  ] as const) {
    const found = await callAs(product, admin.page, listUsers, { q: tel });
    const userId = found.items[0]?.userId ?? '';
    await callAs(product, admin.page, setUserRoles, { userId, add: [{ role, scope: `publisher:${PRESS}` }], reason: '分工' });
  }
  await admin.context.close();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('an editor of one publisher sees the name of the publisher, its data, and no data of the platform', async () => {
  const editor = await openTestPage(EDITOR, PASSWORD);
  const { page } = editor;
  await page.goto(`${product.url}/admin`);
  const menu = page.getByRole('navigation', { name: '工作台' });
  await menu.getByRole('link', { name: '图书', exact: true }).waitFor();
  await page.getByText(PRESS).waitFor();
  expect(await menu.getByRole('link').allTextContents()).toEqual([
    '概览',
    '图书',
    '导入图书',
    '专题与书单',
    '短码',
    '样书申请',
    '勘误',
    '读者评价',
    '经营数据',
    '发票',
    '激活码批次',
    '激活码申请',
    '机构授权',
    '机构',
  ]);
  await editor.waitForRequests();
  expect(await checkStateAppearance(editor, 'editor-overview')).toEqual([]);
  await page.goto(`${product.url}/admin/books`);
  await page.getByRole('link', { name: title }).first().waitFor();
  expect(await page.getByRole('main').getByRole('row').count()).toBe(2);
  expect(await checkStateAppearance(editor, 'editor-books')).toEqual([]);
  await page.goto(`${product.url}/admin/collections`);
  await page.getByRole('main').getByRole('link', { name: '新建' }).first().waitFor();
  await editor.waitForRequests();
  expect(await checkStateAppearance(editor, 'editor-collections')).toEqual([]);
  await page.goto(`${product.url}/admin/categories`);
  await page.getByRole('heading', { name: '这一页关系到整个平台' }).waitFor();
  expect(await checkStateAppearance(editor, 'editor-categories')).toEqual([]);
  expect(editor.problems).toEqual([]);
  await editor.context.close();
});

test('finance of one publisher sees its orders, refunds, invoices, codes and licenses, and empty states without any', async () => {
  const finance = await openTestPage(FINANCE, PASSWORD);
  const { page } = finance;
  for (const part of ['orders', 'refunds', 'invoices', 'codes', 'licenses']) {
    const row = adminPages.find(({ route }) => route === `/admin/${part}`);
    await page.goto(`${product.url}/admin/${part}`);
    await page.getByText(PRESS).waitFor();
    await page
      .getByRole('main')
      .getByText(row?.empty ?? '')
      .waitFor();
  }
  await page.goto(`${product.url}/admin/orders`);
  await finance.waitForRequests();
  expect(await checkStateAppearance(finance, 'finance-orders')).toEqual([]);
  await page.goto(`${product.url}/admin/institutions`);
  await finance.waitForRequests();
  expect(await checkStateAppearance(finance, 'finance-institutions')).toEqual([]);
  expect(finance.problems).toEqual([]);
  await finance.context.close();
});
