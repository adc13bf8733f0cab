/** A purchase with the local payment page: price, QR code, payment, reading, refund and invoice. */
import path from 'node:path';
import { type Product, signIn, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, sizes, type TestPage, visit } from './browser.ts';
import { untilText, visibleText } from './reading.ts';
import { createReader, openSignedIn } from './users.ts';

const PASSWORD = 'Mai-yi-ben-shu-2026';
const FINANCE = { tel: '13855550000', password: 'Caiwu-mima-2026' };
const TITLE = 'Python 编程起步';

let product: Product;
let browser: Browser;
let bookId: string;
let userCount = 0;

beforeAll(async () => {
  product = await startProduct({ environment: { TEST_CLOCK: '1' } });
  const response = (await (await fetch(`${product.url}/api/course/query`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  bookId = response.payload.items.find(({ title }) => title === TITLE)?.id ?? '';
  await product.command('book', 'price', bookId, '39.80');
  await product.command('user', 'create', '--tel', FINANCE.tel, '--password', FINANCE.password, '--role', 'finance');
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const later = (advanceMs: number) =>
  fetch(`${product.url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs }),
  });

const openTestPage = async (size: SizeName): Promise<TestPage> => {
  userCount += 1;
  const tel = `1385555${String(1000 + userCount)}`;
  await createReader(product, tel, PASSWORD);
  const testPage = await visit(browser, size);
  await openSignedIn(product, testPage.page, tel, PASSWORD);
  return testPage;
};

const PAY_HERE = '去支付 ¥39.80';

const isPhone = (page: Page): boolean => page.viewportSize()?.width === sizes.phone.width;

const order = async (page: Page): Promise<void> => {
  await page.goto(`${product.url}/course/info/${bookId}`);
  await page.getByRole('region', { name: '购买' }).getByRole('button', { name: '购买' }).click();
  await page.waitForURL(/\/pay\/\d{20}$/);
  await (isPhone(page) ? page.getByRole('button', { name: PAY_HERE }) : page.getByRole('link', { name: '打开演示支付页' })).waitFor();
};

/** Opens the page of the payment provider, which is a new window on a computer, and clicks its button. */
const pressThere = async ({ page, context }: TestPage, press: string): Promise<Page> => {
  if (isPhone(page)) {
    await page.getByRole('button', { name: PAY_HERE }).click();
    await page.getByRole('button', { name: press, exact: true }).click();
    return page;
  }
  const [there] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: '打开演示支付页' }).click()]);
  await there.getByRole('button', { name: press, exact: true }).click();
  return there;
};

describe.each(['desktop', 'phone'] as const)('a purchase on a %s', (size) => {
  test('leads from the price to the text of the book, then to the refund rule and an invoice', async () => {
    const anonymousPage = await visit(browser, size);
    await anonymousPage.page.goto(`${product.url}/course/info/${bookId}`);
    await anonymousPage.page.getByRole('button', { name: '登录后购买' }).waitFor();
    const offer = anonymousPage.page.getByRole('region', { name: '购买' });
    await offer.getByText('退款规则').click();
    expect(await offer.innerText()).toMatch(/¥39\.80[^]*长期有效[^]*7 天内/);
    expect(await accessibilityProblemsOf(anonymousPage.page)).toEqual([]);
    await anonymousPage.picture('offer-signed-out');
    await anonymousPage.page.goto(`${product.url}/user/myOrders`);
    await anonymousPage.page.getByText('登录后可以看到您的订单').waitFor();
    await anonymousPage.picture('my-orders-signed-out');
    await anonymousPage.context.close();

    const testPage = await openTestPage(size);
    const { page, context, problems, picture } = testPage;
    await page.goto(`${product.url}/user/myOrders`);
    await page.getByRole('heading', { name: '还没有订单' }).waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await picture('my-orders-empty');

    await order(page);
    await page.getByText(/剩余付款时间 (30:00|29:\d\d)/).waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await picture('pay');
    const there = await pressThere(testPage, '付款失败');
    await there.getByText('付款没有成功').waitFor();
    expect(await accessibilityProblemsOf(there)).toEqual([]);
    await there.screenshot({ path: path.join(import.meta.dirname, '..', 'out', 'orders', `local-pay-${size}.png`) });
    await there.getByRole('button', { name: '重复通知' }).click();
    await there.getByText(/^付款成功/).waitFor();
    if (there === page) await page.getByRole('link', { name: '回到书房' }).click();
    else await there.close();

    await page.getByRole('heading', { name: `已开通《${TITLE}》` }).waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await picture('paid');
    await page.getByRole('link', { name: '查看订单' }).click();
    await page.getByRole('list').getByText('开通', { exact: true }).waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await picture('my-orders');

    await page.getByRole('button', { name: /^申请发票，订单/ }).click();
    const invoice = page.getByRole('dialog', { name: '申请电子发票' });
    await invoice.getByLabel('单位').check();
    await invoice.getByRole('button', { name: '提交申请' }).click();
    await invoice.getByText('请填写发票抬头').waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await picture('invoice-faults');
    await invoice.getByLabel('发票抬头').fill('滨江大学');
    await invoice.getByLabel('税号').fill('12100000400000001A');
    await invoice.getByRole('button', { name: '提交申请' }).click();
    await page.getByRole('heading', { name: '发票', exact: true }).waitFor();
    await picture('invoice-asked');

    await page.getByRole('button', { name: /^申请退款，订单/ }).click();
    const refund = page.getByRole('dialog', { name: '申请退款' });
    await refund.getByText('可以退款 ¥39.80').waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await picture('refund-rule');
    await refund.getByRole('button', { name: '取消' }).click();

    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出 Excel' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^我的订单-.*\.xlsx$/);

    await page.getByRole('link', { name: '去学习' }).click();
    await page.waitForURL(/\/course\/learning\//);
    await untilText(page);
    expect(await visibleText(page)).not.toContain('试读到这里结束');
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('an order', () => {
  test('that is paid without a notification is detected by the waiting page', async () => {
    const testPage = await openTestPage('desktop');
    await order(testPage.page);
    const there = await pressThere(testPage, '稍后通知');
    await there.getByText('付款成功').waitFor();
    await there.close();
    await testPage.page.getByRole('heading', { name: `已开通《${TITLE}》` }).waitFor({ timeout: 60_000 });
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });

  test('is canceled by the user after a confirmation', async () => {
    const { page, context, picture } = await openTestPage('phone');
    await order(page);
    await page.getByRole('button', { name: '取消订单' }).click();
    const dialog = page.getByRole('dialog', { name: '取消订单' });
    await picture('cancel');
    await dialog.getByRole('button', { name: '取消订单' }).click();
    await page.getByRole('heading', { name: '订单已关闭' }).waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await picture('closed');
    await page.goto(`${product.url}/user/myOrders?tab=closed`);
    await page.getByRole('link', { name: '重新购买' }).waitFor();
    await context.close();
  });

  test('is refunded: requested, approved by finance, and shown by the open page; the book is for sale again', async () => {
    const testPage = await openTestPage('desktop');
    const { page, context, picture } = testPage;
    await order(page);
    const there = await pressThere(testPage, '付款成功');
    await there.getByText('付款成功').waitFor();
    await there.close();
    await page.getByRole('link', { name: '查看订单' }).click();
    await page.getByRole('button', { name: /^申请退款，订单/ }).click();
    const dialog = page.getByRole('dialog', { name: '申请退款' });
    await dialog.getByLabel('原因（选填）').fill('买错了');
    await dialog.getByRole('button', { name: '提交退款申请' }).click();
    await page.getByText('退款中').waitFor();
    await picture('refunding');

    const { headers } = await signIn(product, FINANCE.tel);
    const list = (await (await fetch(`${product.url}/api/admin/refund/list?status=requested`, { headers })).json()) as {
      payload: { items: { refund: { id: string } }[] };
    };
    const body = JSON.stringify({ id: list.payload.items[0]?.refund.id, decision: 'approve' });
    const decided = await fetch(`${product.url}/api/admin/refund/decide`, { method: 'POST', headers, body });
    expect(await decided.json()).toMatchObject({ code: 'success' });

    // The page is still open and must show the change without a reload.
    await page.getByText('已退款').first().waitFor({ timeout: 60_000 });
    await picture('refunded');
    await page.goto(`${product.url}/course/info/${bookId}`);
    await page.getByRole('region', { name: '购买' }).getByRole('button', { name: '购买' }).waitFor();
    await context.close();
  });

  test('that is not paid is closed on the open page when its deadline has passed', async () => {
    const { page, context } = await openTestPage('desktop');
    await order(page);
    await later(31 * 60_000);
    await page.getByRole('heading', { name: '订单已关闭' }).waitFor({ timeout: 60_000 });
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await context.close();
  });
});
