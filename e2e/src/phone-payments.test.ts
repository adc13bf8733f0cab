/**
 * Payments on a phone and inside WeChat, with fake servers of WeChat Pay and Alipay that are as strict as the real ones: their pages,
 * WeChat's bridge, and the return to the product.
 */
import { type FakeWechat, findFreePort, type Product, startFakeWechat, startProduct, WECHAT_AGENT } from '@shufang/dev-env';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PaymentStandIn, startPaymentStandIn } from '../../apps/server/src/gateways/payment/testing/payment-stand-in.ts';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, type TestPage, visit } from './browser.ts';
import { createReader, openSignedIn } from './users.ts';

const PASSWORD = 'Shouji-mai-shu-2026';
const TITLE = 'Python 编程起步';
const PAY = '去支付 ¥39.80';
const CHECKING = /正在向支付平台确认付款结果/;

let product: Product;
let browser: Browser;
let wechat: FakeWechat;
let standIn: PaymentStandIn;
let bookId: string;
let userCount = 0;

beforeAll(async () => {
  const port = await findFreePort();
  const returnOrigin = `http://localhost:${port}`;
  wechat = await startFakeWechat({ returnOrigin });
  standIn = await startPaymentStandIn({ h5Origin: returnOrigin });
  product = await startProduct({
    port,
    environment: {
      ...standIn.environment,
      WECHAT_MP_APP_ID: wechat.accountAppId,
      WECHAT_MP_APP_SECRET: wechat.accountSecret,
      WECHAT_MP_AUTHORIZE_URL: wechat.accountAuthorizeUrl,
      WECHAT_API_URL: wechat.apiUrl,
    },
  });
  const response = (await (await fetch(`${product.url}/api/course/query`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  bookId = response.payload.items.find(({ title }) => title === TITLE)?.id ?? '';
  await product.command('book', 'price', bookId, '39.80');
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await standIn?.stop();
  await wechat?.stop();
});

/** Opens the payment page of an unpaid order on a phone. `userAgent`: user agent of its browser. */
const arriveToPay = async (userAgent?: string): Promise<TestPage> => {
  userCount += 1;
  const tel = `1385557${String(1000 + userCount)}`;
  await createReader(product, tel, PASSWORD);
  const testPage = await visit(browser, 'phone', 'block', userAgent);
  const { page } = testPage;
  await openSignedIn(product, page, tel, PASSWORD);
  await page.goto(`${product.url}/course/info/${bookId}`);
  await page.getByRole('region', { name: '购买' }).getByRole('button', { name: '购买' }).click();
  await page.waitForURL(/\/pay\/\d{20}$/);
  await page.getByRole('button', { name: PAY }).waitFor();
  return testPage;
};
const untilOpened = (page: Page): Promise<void> => page.getByRole('heading', { name: `已开通《${TITLE}》` }).waitFor({ timeout: 60_000 });

test('on a phone, WeChat’s and Alipay’s pages open in the same window; the user cancels, returns, and pays', async () => {
  const testPage = await arriveToPay();
  const { page, picture } = testPage;
  const bare = page.url();
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await picture('phone-pay');
  await page.getByRole('radio', { name: '微信支付' }).focus();
  await page.getByRole('button', { name: PAY }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '微信支付', exact: true }).waitFor();
  await page.getByRole('link', { name: '放弃付款' }).click();
  await page.getByText(CHECKING).waitFor();
  expect(page.url()).toBe(bare);
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await picture('phone-checking');

  await page.getByRole('radio', { name: '支付宝' }).check();
  await page.getByRole('button', { name: /^(重新支付|去支付 ¥39\.80)$/ }).click();
  await page.getByRole('heading', { name: '支付宝', exact: true }).waitFor();
  await page.getByRole('link', { name: '付款', exact: true }).click();
  await untilOpened(page);
  await picture('phone-paid');
  expect(testPage.problems).toEqual([]);
  await testPage.context.close();
});

/** Defines the JavaScript bridge that WeChat injects into its pages; `press` returns the user's choice in its payment sheet. */
const bringBridge = async (context: BrowserContext, openid: string, press: () => 'ok' | 'cancel'): Promise<void> => {
  await context.exposeFunction('standInPays', (request: Parameters<PaymentStandIn['payByBridge']>[0]) => {
    const pressed = press();
    if (pressed === 'ok') standIn.payByBridge(request, openid);
    return `get_brand_wcpay_request:${pressed}`;
  });
  await context.addInitScript(() => {
    type Pays = (request: unknown) => Promise<string>;
    const { standInPays } = globalThis as unknown as { standInPays: Pays };
    const invoke = async (_name: string, request: unknown, onDone: (response: { err_msg: string }) => void): Promise<void> =>
      onDone({ err_msg: await standInPays(request).catch(() => 'get_brand_wcpay_request:fail') });
    Object.assign(globalThis, { WeixinJSBridge: { invoke: (...args: Parameters<typeof invoke>) => void invoke(...args) } });
    document.dispatchEvent(new Event('WeixinJSBridgeReady'));
  });
};

test('inside WeChat the payer is identified automatically; canceling preserves the order, and the next click pays', async () => {
  wechat.scanAs({ openid: 'mei', nickname: '小书' });
  const testPage = await arriveToPay(WECHAT_AGENT);
  const { page, context, picture } = testPage;
  const bare = page.url();
  const presses: ('ok' | 'cancel')[] = ['cancel', 'ok'];
  await bringBridge(context, 'account-mei', () => presses.shift() ?? 'cancel');
  await page.reload();
  await page.getByText('想用支付宝付款，请点右上角的菜单').waitFor();
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await picture('wechat-pay');
  await page.getByRole('button', { name: PAY }).click();
  await page.getByText('已取消支付。订单还在，付款时间内可以继续支付。').waitFor();
  expect(page.url()).toBe(bare);
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await picture('wechat-canceled');
  await page.getByRole('button', { name: '重新支付' }).click();
  await untilOpened(page);
  expect([...standIn.trades.values()].at(-1)).toMatchObject({ tradeType: 'JSAPI', openid: 'account-mei', state: 'paid' });
  expect(testPage.problems).toEqual([]);
  await context.close();
});
