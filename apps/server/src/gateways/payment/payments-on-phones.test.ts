/**
 * Tests of payments on phones and inside WeChat: the requests to the payment providers, which are simulated and refuse a wrong signature or
 * field.
 */
import { createPrivateKey, createVerify } from 'node:crypto';
import type { ClientEnvironment, PaymentStart } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { createAlipay } from './alipay.ts';
import { ForgedNotification, type PaymentGateway, type PaymentToBegin, PlatformError } from './payment-gateway.ts';
import { type PaymentStandIn, startPaymentStandIn } from './testing/payment-stand-in.ts';
import { createWechatPay, signLines } from './wechat-pay.ts';

const SITE = 'https://books.example.com';
const clock = { now: () => Date.now() };
let standIn: PaymentStandIn;
beforeAll(async () => {
  standIn = await startPaymentStandIn({ h5Origin: SITE });
});
afterAll(() => standIn.stop());

const gatewaysWith = (changes: Record<string, string> = {}) => {
  const config = readConfig({ ...standIn.environment, ...changes });
  if (config.wechatPay === undefined || config.alipay === undefined) throw new Error('not switched on');
  return { wechat: createWechatPay(config.wechatPay, clock), alipay: createAlipay(config.alipay, clock), config };
};

let trades = 0;
const paymentIn = (environment: ClientEnvironment, changes: Partial<PaymentToBegin> = {}): PaymentToBegin => {
  trades += 1;
  return {
    tradeNo: `20261121201500${String(trades).padStart(6, '0')}_p`,
    amountFen: 3980,
    subject: '《论语选读》',
    expireAt: Date.now() + 1_800_000,
    notifyUrl: `${SITE}/api/pay/notify`,
    environment,
    returnUrl: `${SITE}/pay/1?returned=1`,
    quitUrl: `${SITE}/pay/1`,
    payerAddress: '203.0.113.7',
    openid: environment === 'wechat' ? 'account-mei' : undefined,
    ...changes,
  };
};
const urlOf = (start: PaymentStart): string => {
  if (start.kind !== 'redirect') throw new Error(`a ${start.kind}, not a redirect`);
  return start.url;
};
const linkOn = (html: string, label: string): string =>
  new RegExp(`href="([^"]+)">${label}<`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';

/** Private key for this test only, made by `openssl genrsa 1024`; it protects nothing. */
const VECTOR_KEY = `-----BEGIN PRIVATE KEY-----
MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBAJ/BTx1KbCgzGrNM
TcOodrsaK5L2RoLnKKjk/VvwawSbu+EskB/xp9Xm/ruyXAvtSNAdDteje459zR9r
RbmW/CO+pbnqahktxuwRBA9qd9fAFtdCA1LW5YpTDrxfhavfetVTE6BE83u0nAIo
7McWAs/VcVMR8auyDW2iDVzWZ91zAgMBAAECgYEAhEfStJQ9PoQiZbiW454IwiCH
WCcod5fkqQUDbS+DzcsOJQN7S5gTuyCMaOrlINMX6YtGEPRDiNdOE+gFUgldOQTp
JM+tAAyUOe4YCJERkyQldvKvKUfPADeJO6QHo2HjX6m7uOCGsjAmvHjmdrneK9En
G/abie5ZrF7sZTABMfECQQDKr/WpTwldhDKmxq3kSancvHoMT0q/XxNdOagwCwn2
6RbwuQDL8pmJe8yC28OmEdg07/kNOkGvKzV0FP6YSgsFAkEAycZ9Ntw1Ah+TlEEH
eKP3AYhfmwZ3JZKZFYvF0mC3nuNGEFQ2tIfp9TDjQSeX2SzTD2GPUW9RlaWksFIT
XVNgFwJAPbye/TUfyyZLL1Vw/goZ/SxDmKBGSkgxY8H+IrQaEuUooaYYQgbhEWlt
/6Xk0B67VlSJ7aeC/lIQ9Ay5B7X16QJAOkEFG5ad8zv8lpvjtU/ZW2bs+0v1kDJv
4gmVlnR37vZ83vABT0PCJxjzM3dj3r6TPOiUwRUbf9Hv5zv6/UG6BwJAaRKAHujU
/G3xkWPgqCyjinb0OTNKTCk924vR3W0Ys//SvpDcXLPnpEUss4HhTSRsQsBRctbd
yjcozJAKutzcgw==
-----END PRIVATE KEY-----`;

describe("the signature of the request to WeChat's bridge", () => {
  it('equals the one that openssl makes of the same four lines', () => {
    // The expected signature was made with: printf 'wx-account-stand-in\\n1763800000\\n…\\nprepay_id=…\\n' | openssl dgst -sha256 -sign
    // key.pem | base64
    const lines = [
      'wx-account-stand-in',
      '1763800000',
      '5K8264ILTKCH16CQ2502SI8ZNMTM67VS',
      'prepay_id=wx201410272009395522657a690389285100',
    ];
    expect(signLines(createPrivateKey(VECTOR_KEY), lines)).toBe(
      'PxGEcGEPhrbtPICAvWfZs9yv8Zd4jSgrBpujlf/7qaJav3d+ryQfyl7BpzTzPyDeqo0T1NETgC4eGCIupHmr6jAvEhWCYnsaDXMJmPldqE6jRiUBE7iTC6SJE6CaDAkKod9WoYmpAPst76fplMw9zA8VRH2oOpZLnaKNR/MnXRk=',
    );
  });
});

describe('the available payment methods', () => {
  it.each([
    ['desktop', 'native,jsapi,h5', 'qr'],
    ['phone', 'native,jsapi,h5', 'redirect'],
    ['wechat', 'native,jsapi,h5', 'bridge'],
    ['phone', 'native', 'qr'],
    ['wechat', 'native,h5', 'qr'],
  ] as const)('of WeChat on a %s with %s', async (environment, products, kind) => {
    const { wechat } = gatewaysWith({ WECHAT_PAY_PRODUCTS: products });
    expect(wechat.offers(environment)).toBe(true);
    expect(wechat.needsOpenid(environment)).toBe(kind === 'bridge');
    expect((await wechat.begin(paymentIn(environment))).kind).toBe(kind);
  });

  it.each([
    ['desktop', 'h5,jsapi'],
    ['phone', 'jsapi'],
    ['wechat', 'h5'],
  ] as const)('of WeChat on a %s with %s: none', async (environment, products) => {
    const { wechat } = gatewaysWith({ WECHAT_PAY_PRODUCTS: products });
    expect(wechat.offers(environment)).toBe(false);
    await expect(wechat.begin(paymentIn(environment))).rejects.toThrow(PlatformError);
  });

  it('of Alipay: its page for phones where the merchant has it, and nothing inside WeChat', async () => {
    const { alipay } = gatewaysWith();
    expect((['desktop', 'phone', 'wechat'] as const).map((environment) => alipay.offers(environment))).toEqual([true, true, false]);
    await expect(alipay.begin(paymentIn('wechat'))).rejects.toThrow(PlatformError);
    const { alipay: pageOnly } = gatewaysWith({ ALIPAY_PRODUCTS: 'page' });
    expect((await pageOnly.begin(paymentIn('phone'))).kind).toBe('form');
  });
});

describe('a WeChat payment inside WeChat (JSAPI)', () => {
  it('signs the request to the bridge over application, time, nonce and package, each followed by a line end', async () => {
    const { wechat, config } = gatewaysWith();
    const start = await wechat.begin(paymentIn('wechat'));
    if (start.kind !== 'bridge' || config.wechatPay === undefined) throw new Error(start.kind);
    const { appId, timeStamp, nonceStr, package: prepaid, signType, paySign } = start.request;
    expect([appId, signType]).toEqual([config.wechatPay.accountAppId, 'RSA']);
    expect(prepaid).toMatch(/^prepay_id=wx-/);
    expect(timeStamp).toMatch(/^\d{10}$/);
    const key = createPrivateKey(config.wechatPay.privateKey);
    const isSigned = createVerify('RSA-SHA256')
      .update(`${appId}\n${timeStamp}\n${nonceStr}\n${prepaid}\n`)
      .verify(config.wechatPay.privateKey, paySign, 'base64');
    expect(isSigned).toBe(true);
    expect(paySign).toBe(signLines(key, [appId, timeStamp, nonceStr, prepaid]));
  });

  it('is paid by the user it was begun for, reported with the application of the account, and refunded', async () => {
    const { wechat } = gatewaysWith();
    const payment = paymentIn('wechat');
    const start = await wechat.begin(payment);
    if (start.kind !== 'bridge') throw new Error(start.kind);
    expect(() => standIn.payByBridge(start.request, 'account-han')).toThrow('支付用户与下单用户不一致');
    for (const change of [{ nonceStr: 'x' }, { package: 'prepay_id=wx-other' }, { timeStamp: '1700000000' }, { appId: 'wx1' }])
      expect(() => standIn.payByBridge({ ...start.request, ...change }, 'account-mei')).toThrow('支付验证签名失败');
    expect(await wechat.query(payment.tradeNo)).toMatchObject({ state: 'unpaid' });
    standIn.payByBridge(start.request, 'account-mei');
    expect(await wechat.query(payment.tradeNo)).toMatchObject({ state: 'paid', amountFen: 3980 });
    const { headers, body } = standIn.wechatNotification(payment.tradeNo);
    expect(await wechat.readNotification({ headers, body: Buffer.from(body) })).toMatchObject({ fact: { state: 'paid', amountFen: 3980 } });
    const refund = { tradeNo: payment.tradeNo, refundNo: 'r-1', refundFen: 3980, totalFen: 3980, reason: '', notifyUrl: SITE };
    expect(await wechat.refund(refund)).toMatchObject({ state: 'succeeded' });
    // A server that is configured without the public account refuses the notification, because its application id is unknown.
    const { wechat: without } = gatewaysWith({ WECHAT_PAY_PRODUCTS: 'native', WECHAT_MP_APP_ID: '', WECHAT_MP_APP_SECRET: '' });
    await expect(without.query(payment.tradeNo)).rejects.toThrow(PlatformError);
    await expect(without.readNotification({ headers, body: Buffer.from(body) })).rejects.toThrow(ForgedNotification);
  });

  it('is not begun without a payer, or for the openid of another application', async () => {
    const { wechat } = gatewaysWith();
    await expect(wechat.begin(paymentIn('wechat', { openid: undefined }))).rejects.toThrow('no payer');
    await expect(wechat.begin(paymentIn('wechat', { openid: 'website-mei' }))).rejects.toThrow('PARAM_ERROR');
  });
});

describe('a WeChat payment on a phone (H5)', () => {
  it("opens WeChat's page, which returns the payer", async () => {
    const { wechat } = gatewaysWith();
    const payment = paymentIn('phone');
    const url = urlOf(await wechat.begin(payment));
    expect(new URL(url).searchParams.get('redirect_url')).toBe(payment.returnUrl);
    const { status, html } = await standIn.openPage(url, SITE);
    expect(status).toBe(200);
    expect(new URL(linkOn(html, '付款'), 'http://x').searchParams.get('to')).toBe(payment.returnUrl);
  });

  it.each([undefined, 'https://elsewhere.example.com'])('is not opened from a site that is not registered: %s', async (referrer) => {
    const { wechat } = gatewaysWith();
    expect((await standIn.openPage(urlOf(await wechat.begin(paymentIn('phone'))), referrer)).status).toBe(403);
  });

  it.each(['203.0.113.7', '2001:db8::7', '::ffff:203.0.113.7'])("sends the payer's IP address %s", async (payerAddress) => {
    expect((await gatewaysWith().wechat.begin(paymentIn('phone', { payerAddress }))).kind).toBe('redirect');
  });

  it("is refused without the payer's IP address", async () => {
    await expect(gatewaysWith().wechat.begin(paymentIn('phone', { payerAddress: '' }))).rejects.toThrow('PARAM_ERROR');
  });
});

describe('an Alipay payment on a phone (wap.pay)', () => {
  it("opens Alipay's page by a URL whose parameters are all signed, and is paid, reported and refunded", async () => {
    const { alipay } = gatewaysWith();
    const payment = paymentIn('phone');
    const url = urlOf(await alipay.begin(payment));
    const params = new URL(url).searchParams;
    expect(params.get('method')).toBe('alipay.trade.wap.pay');
    expect(JSON.parse(params.get('biz_content') ?? '')).toMatchObject({
      product_code: 'QUICK_WAP_WAY',
      quit_url: payment.quitUrl,
      total_amount: '39.80',
    });
    const { status, html } = await standIn.openPage(url);
    expect([status, linkOn(html, '放弃付款')]).toEqual([200, payment.quitUrl]);
    expect(await alipay.query(payment.tradeNo)).toMatchObject({ state: 'unpaid' });
    standIn.pay(payment.tradeNo);
    expect(await alipay.query(payment.tradeNo)).toMatchObject({ state: 'paid', amountFen: 3980 });
    const { headers, body } = standIn.alipayNotification(payment.tradeNo);
    const read = (gateway: PaymentGateway, text: string) => gateway.readNotification({ headers, body: Buffer.from(text) });
    expect(await read(alipay, body)).toMatchObject({ fact: { state: 'paid', amountFen: 3980 } });
    await expect(read(alipay, body.replace('39.80', '99.80'))).rejects.toThrow(ForgedNotification);
    const refund = { tradeNo: payment.tradeNo, refundNo: 'r-1', refundFen: 3980, totalFen: 3980, reason: '', notifyUrl: SITE };
    expect(await alipay.refund(refund)).toMatchObject({ state: 'succeeded' });
  });

  it('is refused by Alipay when a parameter is changed', async () => {
    const url = new URL(urlOf(await gatewaysWith().alipay.begin(paymentIn('phone'))));
    url.searchParams.set('biz_content', (url.searchParams.get('biz_content') ?? '').replace('39.80', '0.01'));
    expect((await standIn.openPage(url.href)).status).toBe(400);
  });
});
