/** The desk's pages about money and licences: an order with its refund, forms, how they come back from a failure, and all of it by the keyboard alone. How each page looks with a record and without: `page-states`. */
import { refundOrder } from '@shufang/contract';
import { type Product, signIn, startProduct } from '@shufang/dev-env';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type Visitor, visit } from './browser.ts';
import { press, tabTo } from './keyboard.ts';
import { look } from './look.ts';
import { arriveAs, callAs } from './people.ts';
import { settle } from './settle.ts';

const PASSWORD = 'Guanzhang-mima-2026';
const FINANCE = '13866660000';
const TITLE = 'Python 编程起步';
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** Money goes back by a job. */
const TELLS = { timeout: 20_000, interval: 500 };

let product: Product;
let browser: Browser;
let bookId: string;
/** Numbers of orders: one asked back, one on an invoice, one not paid. */
let orders: { refunding: string; invoiced: string; open: string };

type Headers = Awaited<ReturnType<typeof signIn>>['headers'];
const post = async <T>(headers: Headers, url: string, body: object): Promise<T> => {
  const answer = await fetch(product.url + url, { method: 'POST', headers, body: JSON.stringify(body) });
  const { code, payload } = (await answer.json()) as { code: string; payload: T };
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
  const answer = (await (await fetch(`${product.url}/api/course/query`)).json()) as { payload: { items: { id: string; title: string }[] } };
  bookId = answer.payload.items.find(({ title }) => title === TITLE)?.id ?? '';
  await product.command('book', 'price', bookId, '39.80');
  await product.command('user', 'create', '--tel', FINANCE, '--password', PASSWORD, '--role', 'finance', '--nickname', '财务');
  const [mei, han, zhu] = [await aBuyer('13866660001', '梅香'), await aBuyer('13866660002', '寒山'), await aBuyer('13866660003', '竹影')];
  orders = { refunding: await buy(mei), invoiced: await buy(han), open: await order(zhu) };
  await post(mei, '/api/order/refund', { no: orders.refunding, reason: '买错了版本，想换新版' });
  const invoice = { titleType: 'enterprise', title: '江南大学图书馆', taxNo: '12320000466006770A', email: 'tushu@example.com' };
  await post(han, '/api/invoice/create', { orderNos: [orders.invoiced], ...invoice });
  const { headers } = await signIn(product, FINANCE);
  const day = 86_400_000;
  const licence = (institution: string, networks: string[], from: number, to: number, more: object = {}) =>
    post(headers, '/api/admin/licence/create', {
      institution,
      networks,
      startsAt: Date.now() + from * day,
      endsAt: Date.now() + to * day,
      ...more,
    });
  await licence('江南大学', ['202.195.144.0/20', '58.193.0.0/16', '2001:da8:1010::/48'], -300, 12, { contractNo: 'SF-2025-0117' });
  await licence('北方师范大学', ['202.112.80.0/20'], -30, 335, { bookIds: [bookId], contractNo: 'SF-2026-0034' });
  browser = await launchBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const arrive = async (): Promise<Visitor> => {
  const visitor = await visit(browser, 'desktop');
  await arriveAs(product, visitor.page, FINANCE, PASSWORD);
  return visitor;
};
const main = (page: Page): Locator => page.getByRole('main');

test('an order with its refund, licences and forms are sound, and each page comes back when it failed', async () => {
  const visitor = await arrive();
  const { page } = visitor;
  const faults: string[] = [];
  for (const [address, name] of [
    [`/orders/${orders.refunding}`, 'order'],
    ['/licences', 'licences'],
  ] as const) {
    await page.goto(`${product.url}/admin${address}`);
    faults.push(...(await look(visitor, name)));
  }
  await page.getByRole('button', { name: '登记授权' }).click();
  await page.getByLabel('授权范围').selectOption('指定图书');
  await page.getByRole('button', { name: '登记', exact: true }).click();
  await page.getByText('请填写机构名称').waitFor();
  faults.push(...(await look(visitor, 'licence-form')));
  await page.goto(`${product.url}/admin/invoices`);
  await page.getByRole('button', { name: '上传发票：江南大学图书馆' }).click();
  faults.push(...(await look(visitor, 'invoice-form')));
  expect([...faults, ...visitor.faults]).toEqual([]);

  const calls = /\/api\/admin\/(?:order|refund|invoice|licence)\/(?:list|get)/;
  for (const part of ['orders', `orders/${orders.open}`, 'refunds', 'invoices', 'licences']) {
    await page.route(calls, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }));
    await page.goto(`${product.url}/admin/${part}`);
    const retry = main(page).getByRole('button', { name: '重试' });
    await retry.waitFor();
    await page.unroute(calls);
    await retry.click();
    await retry.waitFor({ state: 'detached' });
  }
  await page.getByRole('rowheader', { name: /江南大学/ }).waitFor();
  await visitor.context.close();
});

test('finance finds an order, asks the platform, takes the table away, gives money back, answers an invoice and stops a licence, by keys alone', async () => {
  const visitor = await arrive();
  const { page } = visitor;
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
  await visitor.picture('approve');
  await press(page, dialog.getByRole('button', { name: '同意退款' }));
  await page.getByRole('heading', { name: '没有符合条件的退款' }).waitFor();
  await expect
    .poll(async () => {
      await page.goto(`${product.url}/admin/orders/${orders.refunding}`);
      await settle(page);
      return main(page).getByText('已收回').count();
    })
    .toBe(1);
  await visitor.picture('order-refunded');

  await page.goto(`${product.url}/admin/invoices`);
  await press(page, page.getByRole('button', { name: '开始开票：江南大学图书馆' }));
  await page.getByText('财务（您）').waitFor();
  expect(await look(visitor, 'invoice-in-hand')).toEqual([]);
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
  const button = page.getByRole('button', { name: '下载发票 26112000000012345678' });
  const [pdf] = await Promise.all([page.waitForEvent('download'), press(page, button)]);
  expect(pdf.suggestedFilename()).toBe('发票-26112000000012345678.pdf');

  await page.goto(`${product.url}/admin/licences`);
  await press(page, page.getByRole('button', { name: '停用 北方师范大学 的授权' }));
  await tabTo(page, page.getByLabel('原因'));
  await page.keyboard.type('合同终止');
  await press(page, page.getByRole('dialog').getByRole('button', { name: '停用' }));
  await page.getByRole('button', { name: '恢复 北方师范大学 的授权' }).waitFor();
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test('the money of an invoiced order goes back: finance puts the red invoice, and the reader fetches it at the order', async () => {
  const visitor = await arrive();
  const { page } = visitor;
  const faults: string[] = [];
  await callAs(product, page, refundOrder, { no: orders.invoiced, amountFen: 3980, reason: '重复购买' });
  await expect
    .poll(async () => {
      await page.goto(`${product.url}/admin`);
      await settle(page);
      return page.getByRole('link', { name: '待冲红的发票：1' }).count();
    }, TELLS)
    .toBe(1);
  await page.getByRole('link', { name: '待冲红的发票：1' }).click();
  await press(page, page.getByRole('button', { name: '上传红字发票：江南大学图书馆' }));
  const form = page.getByRole('dialog');
  await tabTo(page, form.getByLabel('红字发票号码'));
  await page.keyboard.type('26112000000012345678');
  await press(page, form.getByRole('button', { name: '上传红字发票' }));
  await form.getByText('与原发票的号码相同').waitFor();
  faults.push(...(await look(visitor, 'red-invoice-form')));
  await form.getByLabel('红字发票号码').fill('26112000000099999999');
  await form.locator('input[type=file]').setInputFiles({ name: '红字.pdf', mimeType: 'application/pdf', buffer: PDF });
  await press(page, form.getByRole('button', { name: '上传红字发票' }));
  await page.getByRole('heading', { name: '没有符合条件的发票申请' }).waitFor();
  await page.getByLabel('状态').selectOption('redIssued');
  await page.getByRole('button', { name: '下载红字发票 26112000000099999999' }).waitFor();
  faults.push(...(await look(visitor, 'invoices-red')));
  expect([...faults, ...visitor.faults]).toEqual([]);
  await visitor.context.close();

  const reader = await visit(browser, 'desktop');
  await arriveAs(product, reader.page, '13866660002', PASSWORD);
  await reader.page.goto(`${product.url}/user/myOrders?no=${orders.invoiced}`);
  const details = reader.page.getByRole('region', { name: `订单 ${orders.invoiced} 的详情` });
  const button = details.getByRole('button', { name: '下载红字发票 26112000000099999999' });
  const [pdf] = await Promise.all([reader.page.waitForEvent('download'), press(reader.page, button)]);
  expect(pdf.suggestedFilename()).toBe('红字发票-26112000000099999999.pdf');
  expect([...(await look(reader, 'my-red-invoice')), ...reader.faults]).toEqual([]);
  await reader.context.close();
});
