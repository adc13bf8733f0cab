/**
 * A collection is priced, bought as a bundle and partly refunded; its entitlements are suspended and resumed. Shows the pages of the reader
 * and of finance.
 */
import { type Product, signIn, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type SizeName, type TestPage, visit } from './browser.ts';
import { checkAppearance } from './check-appearance.ts';
import { openSignedIn } from './users.ts';

const PASSWORD = 'Guanzhang-mima-2026';
const [EDITOR, FINANCE, READER] = ['13877770000', '13877770001', '13877770002'];

let product: Product;
let browser: Browser;
let collectionId: string;
let titles: string[];

const post = async <T>(headers: Record<string, string>, url: string, body: object): Promise<T> => {
  const response = await fetch(product.url + url, { method: 'POST', headers, body: JSON.stringify(body) });
  const { code, payload } = (await response.json()) as { code: string; payload: T };
  expect(code, url).toBe('success');
  return payload;
};

beforeAll(async () => {
  product = await startProduct();
  for (const [tel, role, nickname] of [
    [EDITOR, 'editor', '编辑'],
    [FINANCE, 'finance', '财务'],
    [READER, 'reader', '梅香'],
  ] as const)
    await product.command('user', 'create', '--tel', tel, '--password', PASSWORD, '--role', role, '--nickname', nickname);
  const response = (await (await fetch(`${product.url}/api/course/query`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  const books = response.payload.items;
  for (const { id } of books) await product.command('book', 'price', id, '39.80');
  titles = books.map(({ title }) => title);
  const { headers } = await signIn(product, EDITOR);
  const items = books.map(({ id }) => ({ bookId: id }));
  const collection = { kind: 'series', title: '入门三书', intro: '编程、古文与图画，一套入门。', curator: '编辑部', visible: true, items };
  collectionId = (await post<{ id: string }>(headers, '/api/admin/collection/save', collection)).id;
  browser = await launchBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const openTestPage = async (tel: string, size: SizeName = 'desktop'): Promise<TestPage> => {
  const testPage = await visit(browser, size);
  await openSignedIn(product, testPage.page, tel, PASSWORD);
  return testPage;
};

test('a collection is priced and bought as a bundle, and its books are refunded one by one', async () => {
  const problems: string[] = [];
  const see = async (testPage: TestPage, name: string): Promise<void> => {
    problems.push(...(await checkAppearance(testPage, name)), ...testPage.problems.splice(0));
  };

  const editor = await openTestPage(EDITOR);
  await editor.page.goto(`${product.url}/admin/collections/${collectionId}`);
  await editor.page.getByText('在售 3 本，逐本共 ¥119.40；现在不整套出售。').waitFor();
  await editor.page.getByLabel('定价（元）').fill('90');
  await editor.page.getByRole('button', { name: '更新定价' }).click();
  await editor.page.getByText('整套 ¥90.00。').waitFor();
  await see(editor, 'bundle-price');

  const reader = await openTestPage(READER);
  await reader.page.goto(`${product.url}/book/collection/${collectionId}`);
  const box = reader.page.getByRole('region', { name: '整套购买' });
  await box.getByText('¥90.00').waitFor();
  await box.getByText('3 本逐本购买 ¥119.40').waitFor();
  await see(reader, 'bundle-offer');
  await box.getByRole('button', { name: '购买整套' }).click();
  await reader.page.waitForURL(/\/pay\/\d{20}$/);
  const no = new URL(reader.page.url()).pathname.slice('/pay/'.length);
  const [popup] = await Promise.all([
    reader.page.context().waitForEvent('page'),
    reader.page.getByRole('link', { name: '打开演示支付页' }).click(),
  ]);
  await popup.getByRole('button', { name: '付款成功', exact: true }).click();
  await reader.page.getByText('已开通《入门三书》共 3 本').waitFor();
  await see(reader, 'bundle-paid');

  const finance = await openTestPage(FINANCE);
  await finance.page.goto(`${product.url}/admin/orders/${no}`);
  await finance.page.getByRole('button', { name: '发起退款' }).click();
  const dialog = finance.page.getByRole('dialog');
  await dialog.getByRole('checkbox').first().check();
  await expect.poll(() => dialog.getByLabel('退款金额（元）').inputValue()).toBe('30.00');
  await dialog.getByLabel('原因').fill('有一册印错，退这一本');
  await see(finance, 'refund-form');
  await dialog.getByRole('button', { name: '退款', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await finance.page.getByText('部分退款').first().waitFor();

  await reader.page.goto(`${product.url}/user/myOrders?no=${no}`);
  await reader.page.getByText('已退款，阅读权限已结束').waitFor();
  await reader.page.getByText('已退 ¥30.00').waitFor();
  await see(reader, 'order-partial');
  await reader.page.getByRole('button', { name: `申请退款，订单 ${no}` }).click();
  const asking = reader.page.getByRole('dialog');
  await asking.getByRole('checkbox').first().uncheck();
  await asking.getByText('可以退款 ¥30.00，原路退回。').waitFor();
  await see(reader, 'refund-ask');
  await asking.getByRole('button', { name: '取消' }).click();

  await finance.page.getByRole('button', { name: '暂停阅读权限' }).click();
  await dialog.getByRole('textbox').fill('付款有争议，核实中');
  await dialog.getByRole('button', { name: '暂停阅读权限' }).click();
  await finance.page.getByText('已暂停', { exact: true }).first().waitFor();
  await see(finance, 'order-suspended');
  await reader.page.goto(`${product.url}/user/myBooks`);
  await reader.page
    .getByText(/付款有争议，核实中/)
    .first()
    .waitFor();
  await see(reader, 'my-books-suspended');
  await finance.page.getByRole('button', { name: '恢复阅读权限' }).click();
  await dialog.getByRole('textbox').fill('争议已解决');
  await dialog.getByRole('button', { name: '恢复阅读权限' }).click();
  await dialog.waitFor({ state: 'detached' });
  await reader.page.reload();
  await reader.page
    .getByText(titles[1] ?? '')
    .first()
    .waitFor();
  await expect.poll(() => reader.page.getByText(/付款有争议/).count()).toBe(0);
  expect(problems).toEqual([]);
});
