/** The desk of people who look after one publisher: what they find there, what they are told, how it looks at the three sizes. */
import { listDeskBooks, listPeople, saveDeskBook, setPersonRoles } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type Visitor, visit } from './browser.ts';
import { lookAtState } from './look.ts';
import { deskPages } from './page-rows.ts';
import { arriveAs, callAs, DEMO_ADMIN, makeReader } from './people.ts';

const PASSWORD = 'Yijia-she-2026';
const EDITOR = '13977780001';
const FINANCE = '13977780002';
const PRESS = '仲夏大学出版社';

let product: Product;
let browser: Browser;
let title: string;

const arrive = async (tel: string, password: string): Promise<Visitor> => {
  const visitor = await visit(browser, 'desktop');
  await arriveAs(product, visitor.page, tel, password);
  return visitor;
};

beforeAll(async () => {
  product = await startProduct();
  for (const tel of [EDITOR, FINANCE]) await makeReader(product, tel, PASSWORD);
  browser = await launchBrowser();
  const admin = await arrive(DEMO_ADMIN.tel, DEMO_ADMIN.password);
  const { items } = await callAs(product, admin.page, listDeskBooks, {});
  const [book] = items;
  if (book === undefined || items.length < 2) throw new Error('the demo library is too small');
  title = book.title;
  await callAs(product, admin.page, saveDeskBook, { bookId: book.bookId, publisher: PRESS });
  for (const [tel, role] of [
    [EDITOR, 'editor'],
    [FINANCE, 'finance'],
  ] as const) {
    const found = await callAs(product, admin.page, listPeople, { q: tel });
    const userId = found.items[0]?.userId ?? '';
    await callAs(product, admin.page, setPersonRoles, { userId, add: [{ role, scope: `publisher:${PRESS}` }], reason: '分工' });
  }
  await admin.context.close();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('an editor of one publisher finds their publisher’s part, says which it is, and nothing of the platform', async () => {
  const editor = await arrive(EDITOR, PASSWORD);
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
    '勘误',
    '读者评价',
    '发票',
    '激活码批次',
    '激活码申请',
    '机构授权',
    '机构',
  ]);
  await editor.untilAnswered();
  expect(await lookAtState(editor, 'editor-overview')).toEqual([]);
  await page.goto(`${product.url}/admin/books`);
  await page.getByRole('link', { name: title }).first().waitFor();
  expect(await page.getByRole('main').getByRole('row').count()).toBe(2);
  expect(await lookAtState(editor, 'editor-books')).toEqual([]);
  await page.goto(`${product.url}/admin/collections`);
  await page.getByRole('main').getByRole('link', { name: '新建' }).first().waitFor();
  await editor.untilAnswered();
  expect(await lookAtState(editor, 'editor-collections')).toEqual([]);
  await page.goto(`${product.url}/admin/categories`);
  await page.getByRole('heading', { name: '这一页关系到整个平台' }).waitFor();
  expect(await lookAtState(editor, 'editor-categories')).toEqual([]);
  expect(editor.faults).toEqual([]);
  await editor.context.close();
});

test('finance of one publisher has orders, refunds, invoices, codes and licences, empty while there are none', async () => {
  const finance = await arrive(FINANCE, PASSWORD);
  const { page } = finance;
  for (const part of ['orders', 'refunds', 'invoices', 'codes', 'licences']) {
    const row = deskPages.find(({ route }) => route === `/admin/${part}`);
    await page.goto(`${product.url}/admin/${part}`);
    await page.getByText(PRESS).waitFor();
    await page
      .getByRole('main')
      .getByText(row?.empty ?? '')
      .waitFor();
  }
  await page.goto(`${product.url}/admin/orders`);
  await finance.untilAnswered();
  expect(await lookAtState(finance, 'finance-orders')).toEqual([]);
  await page.goto(`${product.url}/admin/institutions`);
  await finance.untilAnswered();
  expect(await lookAtState(finance, 'finance-institutions')).toEqual([]);
  expect(finance.faults).toEqual([]);
  await finance.context.close();
});
