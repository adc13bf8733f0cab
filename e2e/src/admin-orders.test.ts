/**
 * Admin pages of orders and licenses: an order with its refund, the forms, recovery after a failure, and all of it with the keyboard.
 * `admin-pages` checks how each page looks.
 */
import { refundOrder } from '@shufang/contract';
import { type Product, signIn, startProduct } from '@shufang/dev-env';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestPage, visit } from './browser.ts';
import { checkAppearance } from './check-appearance.ts';
import { press, tabTo } from './keyboard.ts';
import { callAs, openSignedIn } from './users.ts';
import { waitUntilSettled } from './wait-until-settled.ts';

const PASSWORD = 'Guanzhang-mima-2026';
const FINANCE = '13866660000';
const TITLE = 'Python 编程起步';
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** Time limit and interval with which the tests poll for a refund, because a background job executes it. */
const POLL_OPTIONS = { timeout: 60_000, interval: 500 };

let product: Product;
let browser: Browser;
let bookId: string;
/** Numbers of three orders: one with a requested refund, one with an invoice, one unpaid. */
let orders: { refunding: string; invoiced: string; open: string };

type Headers = Awaited<ReturnType<typeof signIn>>['headers'];
const post = async <T>(headers: Headers, url: string, body: object): Promise<T> => {
  const response = await fetch(product.url + url, { method: 'POST', headers, body: JSON.stringify(body) });
  const { code, payload } = (await response.json()) as { code: string; payload: T };
  expect(code, url).toBe('success');
  return payload;
};

const aBuyer = async (tel: string, nickname: string): Promise<Headers> => {
  await product.command('user', 'create', '--tel', tel, '--password', PASSWORD, '--nickname', nickname);
  return (await signIn(product, tel)).headers;
};
const order = async (headers: Headers): Promise<string> =>
  (await post<{ order: { no: string } }>(headers, '/api/order/create', { bookId, priceFen: 3980 })).order.no;
const buy = async (headers: Headers): Promise<string> => {
  const no = await order(headers);
  const { start } = await post<{ start: { url: string } }>(headers, '/api/order/pay', { no, channel: 'local' });
  await fetch(new URL(new URL(start.url).pathname, product.url), { method: 'POST', body: new URLSearchParams({ press: 'pay' }) });
  return no;
};

beforeAll(async () => {
  product = await startProduct();
  const response = (await (await fetch(`${product.url}/api/course/query`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  bookId = response.payload.items.find(({ title }) => title === TITLE)?.id ?? '';
  await product.command('book', 'price', bookId, '39.80');
  await product.command('user', 'create', '--tel', FINANCE, '--password', PASSWORD, '--role', 'finance', '--nickname', '财务');
  const [mei, han, zhu] = [await aBuyer('13866660001', '梅香'), await aBuyer('13866660002', '寒山'), await aBuyer('13866660003', '竹影')];
  orders = { refunding: await buy(mei), invoiced: await buy(han), open: await order(zhu) };
  await post(mei, '/api/order/refund', { no: orders.refunding, reason: '买错了版本，想换新版' });
  const invoice = { titleType: 'enterprise', title: '江南大学图书馆', taxNo: '12320000466006770A', email: 'tushu@example.com' };
  await post(han, '/api/invoice/create', { orderNos: [orders.invoiced], ...invoice });
  const { headers } = await signIn(product, FINANCE);
  const day = 86_400_000;
  const license = (institution: string, networks: string[], from: number, to: number, more: object = {}) =>
    post(headers, '/api/admin/license/create', {
      institution,
      networks,
      startsAt: Date.now() + from * day,
      endsAt: Date.now() + to * day,
      ...more,
    });
  await license('江南大学', ['202.195.144.0/20', '58.193.0.0/16', '2001:da8:1010::/48'], -300, 12, { contractNo: 'SF-2025-0117' });
  await license('北方师范大学', ['202.112.80.0/20'], -30, 335, { bookIds: [bookId], contractNo: 'SF-2026-0034' });
  browser = await launchBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const openTestPage = async (): Promise<TestPage> => {
  const testPage = await visit(browser, 'desktop');
  await openSignedIn(product, testPage.page, FINANCE, PASSWORD);
  return testPage;
};
const main = (page: Page): Locator => page.getByRole('main');

test('an order with its refund, licenses and forms are accessible, and each page recovers after a failure', async () => {
  const testPage = await openTestPage();
  const { page } = testPage;
  const problems: string[] = [];
  for (const [address, name] of [
    [`/orders/${orders.refunding}`, 'order'],
    ['/licenses', 'licenses'],
  ] as const) {
    await page.goto(`${product.url}/admin${address}`);
    problems.push(...(await checkAppearance(testPage, name)));
  }
  await page.getByRole('button', { name: '登记授权' }).click();
  await page.getByLabel('授权范围').selectOption('指定图书');
  await page.getByRole('button', { name: '登记', exact: true }).click();
  await page.getByText('请填写机构名称').waitFor();
  problems.push(...(await checkAppearance(testPage, 'license-form')));
  await page.goto(`${product.url}/admin/invoices`);
  await page.getByRole('button', { name: '上传发票：江南大学图书馆' }).click();
  problems.push(...(await checkAppearance(testPage, 'invoice-form')));
  expect([...problems, ...testPage.problems]).toEqual([]);

  const calls = /\/api\/admin\/(?:order|refund|invoice|license)\/(?:list|get)/;
  for (const part of ['orders', `orders/${orders.open}`, 'refunds', 'invoices', 'licenses']) {
    await page.route(calls, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }));
    await page.goto(`${product.url}/admin/${part}`);
    const retry = main(page).getByRole('button', { name: '重试' });
    await retry.waitFor();
    await page.unroute(calls);
    await retry.click();
    await retry.waitFor({ state: 'detached' });
  }
  await page.getByRole('rowheader', { name: /江南大学/ }).waitFor();
  await testPage.context.close();
});

test('finance finds an order, queries the provider, exports the table, refunds, completes an invoice and suspends a license with the keyboard alone', async () => {
  const testPage = await openTestPage();
  const { page } = testPage;
  await page.goto(`${product.url}/admin/orders`);
  await tabTo(page, page.getByLabel('订单号、买家、手机号或书名'));
  await page.keyboard.type('竹影');
  await page.getByText('共 1 个订单').waitFor();
  const [table] = await Promise.all([page.waitForEvent('download'), press(page, page.getByRole('button', { name: '导出 Excel' }))]);
  expect(table.suggestedFilename()).toMatch(/^订单-.*\.xlsx$/);
  await page.getByText('已导出 1 个订单').waitFor();
  await press(page, main(page).getByRole('link', { name: TITLE }));
  await press(page, page.getByRole('button', { name: '向支付平台再查一次' }));
  await page.getByText('已查询，订单状态没有变化').waitFor();

  await page.goto(`${product.url}/admin/refunds`);
  await press(page, page.getByRole('button', { name: `同意退款，订单 ${orders.refunding}` }));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('将经演示支付原路退回').waitFor();
  await testPage.picture('approve');
  await press(page, dialog.getByRole('button', { name: '同意退款' }));
  await page.getByRole('heading', { name: '没有符合条件的退款' }).waitFor();
  await expect
    .poll(async () => {
      await page.goto(`${product.url}/admin/orders/${orders.refunding}`);
      await waitUntilSettled(page);
      return main(page).getByText('已收回').count();
    })
    .toBe(1);
  await testPage.picture('order-refunded');

  await page.goto(`${product.url}/admin/invoices`);
  await press(page, page.getByRole('button', { name: '开始开票：江南大学图书馆' }));
  await page.getByText('财务（您）').waitFor();
  expect(await checkAppearance(testPage, 'invoice-in-hand')).toEqual([]);
  await press(page, page.getByRole('button', { name: '上传发票：江南大学图书馆' }));
  const form = page.getByRole('dialog');
  await tabTo(page, form.getByLabel('发票号码'));
  await page.keyboard.type('26112000000012345678');
  await press(page, form.getByRole('button', { name: '上传发票' }));
  await form.getByText('请选择发票的 PDF').waitFor();
  await form.locator('input[type=file]').setInputFiles({ name: '发票.pdf', mimeType: 'application/pdf', buffer: PDF });
  await press(page, form.getByRole('button', { name: '上传发票' }));
  await page.getByRole('heading', { name: '没有符合条件的发票申请' }).waitFor();
  await page.getByLabel('状态').selectOption('issued');
  const button = page.getByRole('button', { name: '下载 PDF：发票 26112000000012345678' });
  const [pdf] = await Promise.all([page.waitForEvent('download'), press(page, button)]);
  expect(pdf.suggestedFilename()).toBe('发票-26112000000012345678.pdf');

  await page.goto(`${product.url}/admin/licenses`);
  await press(page, page.getByRole('button', { name: '停用 北方师范大学 的授权' }));
  await tabTo(page, page.getByLabel('原因'));
  await page.keyboard.type('合同终止');
  await press(page, page.getByRole('dialog').getByRole('button', { name: '停用' }));
  await page.getByRole('button', { name: '恢复 北方师范大学 的授权' }).waitFor();
  expect(testPage.problems).toEqual([]);
  await testPage.context.close();
});

test('an order with an invoice is refunded: finance uploads the red invoice, and the reader downloads it on the order', async () => {
  const testPage = await openTestPage();
  const { page } = testPage;
  const problems: string[] = [];
  await callAs(product, page, refundOrder, { no: orders.invoiced, amountFen: 3980, reason: '重复购买' });
  await expect
    .poll(async () => {
      await page.goto(`${product.url}/admin`);
      await waitUntilSettled(page);
      return page.getByRole('link', { name: /^1\s*待冲红的发票$/ }).count();
    }, POLL_OPTIONS)
    .toBe(1);
  await page.getByRole('link', { name: /^1\s*待冲红的发票$/ }).click();
  await press(page, page.getByRole('button', { name: '上传红字发票：江南大学图书馆' }));
  const form = page.getByRole('dialog');
  await tabTo(page, form.getByLabel('红字发票号码'));
  await page.keyboard.type('26112000000012345678');
  await press(page, form.getByRole('button', { name: '上传红字发票' }));
  await form.getByText('与原发票的号码相同').waitFor();
  problems.push(...(await checkAppearance(testPage, 'red-invoice-form')));
  await form.getByLabel('红字发票号码').fill('26112000000099999999');
  await form.locator('input[type=file]').setInputFiles({ name: '红字.pdf', mimeType: 'application/pdf', buffer: PDF });
  await press(page, form.getByRole('button', { name: '上传红字发票' }));
  await page.getByRole('heading', { name: '没有符合条件的发票申请' }).waitFor();
  await page.getByLabel('状态').selectOption('redIssued');
  await page.getByRole('button', { name: '下载红字发票 26112000000099999999' }).waitFor();
  problems.push(...(await checkAppearance(testPage, 'invoices-red')));
  expect([...problems, ...testPage.problems]).toEqual([]);
  await testPage.context.close();

  const reader = await visit(browser, 'desktop');
  await openSignedIn(product, reader.page, '13866660002', PASSWORD);
  await reader.page.goto(`${product.url}/user/myOrders?no=${orders.invoiced}`);
  const details = reader.page.getByRole('region', { name: `订单 ${orders.invoiced} 的详情` });
  const button = details.getByRole('button', { name: '下载红字发票 26112000000099999999' });
  const [pdf] = await Promise.all([reader.page.waitForEvent('download'), press(reader.page, button)]);
  expect(pdf.suggestedFilename()).toBe('红字发票-26112000000099999999.pdf');
  expect([...(await checkAppearance(reader, 'my-red-invoice')), ...reader.problems]).toEqual([]);
  await reader.context.close();
});
