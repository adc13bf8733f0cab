/**
 * WeChat Pay and Alipay for tests, on one real HTTP server: as strict about our signatures as the real platforms, and signing with keys of
 * their own. Payers pay by `pay`, by the pages for phones, or by WeChat's JavaScript interface (`payByBridge`). Notifications are made here
 * and delivered by the test, in any number and order.
 */
import { createCipheriv, createSign, createVerify, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { WechatPayRequest } from '@shufang/contract';
import { chinaClock } from '../../../platform/china-time.ts';
import { createPayerPages } from './payer-pages.ts';
import { problemOf, type WechatOrder, type WechatProduct } from './wechat-order.ts';

/**
 * How a response to our call differs from a genuine one. `anotherKey`: signed with another key. `otherBytes`: one character of the body was
 * changed after signing. `otherSerial` and `old`: WeChat only, signed under another key id or hours ago.
 */
export type Forgery = 'unsigned' | 'anotherKey' | 'otherBytes' | 'anotherTrade' | 'otherSerial' | 'old';

export type StandInCall = 'begin' | 'query' | 'close' | 'refund';

export interface StandInTrade {
  readonly tradeNo: string;
  readonly totalFen: number;
  readonly notifyUrl: string;
  /** Payment product of a WeChat trade. `openid`: id of the only WeChat user who can pay the trade (JSAPI). */
  readonly tradeType?: 'NATIVE' | 'JSAPI' | 'MWEB';
  readonly appId?: string;
  readonly openid?: string;
  state: 'open' | 'paid' | 'closed' | 'refunded';
  txn: string | undefined;
  /** The paid amount, if it differs from the requested one. */
  paidFen?: number | undefined;
  currency?: string | undefined;
  refunds: Map<string, number>;
}

export interface SignedNotification {
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface PaymentStandIn {
  /** The settings that configure both platforms with this server. */
  readonly environment: Record<string, string>;
  readonly trades: ReadonlyMap<string, StandInTrade>;
  /** Pays a trade and returns the provider's number of the payment. `paid`: an amount other than the requested one. */
  pay(tradeNo: string, paid?: { totalFen?: number; currency?: string }): string;
  /** Posts the form as a browser does, because Alipay creates a trade only when its page is opened. */
  openAlipayPage(action: string, fields: Readonly<Record<string, string>>): void;
  /**
   * Pays as WeChat's JavaScript interface does with the request of our page, for the user with this openid. Throws where WeChat would show
   * an error.
   */
  payByBridge(request: WechatPayRequest, openid: string): void;
  /**
   * Requests a URL of the stand-in as a browser does. Returns the status and the page. `referrer`: the origin from which the browser claims
   * to come.
   */
  openPage(url: string, referrer?: string): Promise<{ status: number; html: string }>;
  /** Returns a notification signed as WeChat does; `change` alters the content before it is signed. */
  wechatNotification(
    tradeNo: string,
    change?: { id?: string; totalFen?: number; mchId?: string; serial?: string; type?: string; atMs?: number },
  ): SignedNotification;
  alipayNotification(
    tradeNo: string,
    change?: { id?: string; totalFen?: number; appId?: string; sellerId?: string; atMs?: number; status?: string },
  ): SignedNotification;
  /** Sets how the stand-in responds to refunds from now on; `down`: not at all. */
  trouble(kind?: 'down' | 'processing' | 'refundFails'): void;
  /** Makes every response differ from a genuine one in this way from now on; without an argument, responses are genuine again. */
  forge(how?: Forgery): void;
  /** Runs a function once: after the next call of this operation was received and before it gets its response. */
  during(call: StandInCall, action: () => Promise<unknown>): void;
  /** Returns the amounts refunded for a trade. */
  refundsOf(tradeNo: string): readonly number[];
  stop(): Promise<void>;
}

const MCH_ID = '1900000001';
const APP_ID = 'wx1234567890abcdef';
const ACCOUNT_APP_ID = 'wx-account-stand-in';
const ALIPAY_APP_ID = '2021000000000001';
const SELLER_ID = '2088000000000001';
const PLATFORM_KEY_ID = 'PUB_KEY_ID_0119000000012026';
const SERIAL_NO = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1';
const API_V3_KEY = 'a-secret-of-32-characters-long!!';

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

const makeKeys = () => ({ merchant: rsa(), wechat: rsa(), application: rsa(), alipay: rsa(), otherKey: rsa() });

/** Keys of stand-ins that have stopped. The next one takes them, because making them takes longer than most tests. */
const freeKeys: ReturnType<typeof makeKeys>[] = [];
const pemOf = (key: KeyObject, type: 'pkcs8' | 'spki'): string => key.export({ format: 'pem', type }).toString();
const sign = (key: KeyObject, signed: string): string => createSign('RSA-SHA256').update(signed).sign(key, 'base64');
const chinaTime = (ms: number): string => chinaClock(ms).toISOString().slice(0, 19).replace('T', ' ');
const yuan = (fen: number): string => (fen / 100).toFixed(2);
const sorted = (params: Readonly<Record<string, string>>, without: readonly string[]): string =>
  Object.keys(params)
    .filter((name) => params[name] !== '' && !without.includes(name))
    .toSorted()
    .map((name) => `${name}=${params[name]}`)
    .join('&');

export interface PaymentStandInOptions {
  readonly now?: () => number;
  /** The only site registered for WeChat's page for phones; undefined: any site. */
  readonly h5Origin?: string;
  /** Returns whether this is the openid of a user of the public account. */
  readonly isAccountOpenid?: (openid: string) => boolean;
}

export const startPaymentStandIn = async ({
  now = Date.now,
  h5Origin,
  isAccountOpenid = (openid) => openid.startsWith('account-'),
}: PaymentStandInOptions = {}): Promise<PaymentStandIn> => {
  const keys = freeKeys.pop() ?? makeKeys();
  const { merchant, wechat, application, alipay, otherKey } = keys;
  const trades = new Map<string, StandInTrade>();
  let troubled: 'down' | 'processing' | 'refundFails' | undefined;
  let forged: Forgery | undefined;
  const waiting = new Map<StandInCall, () => Promise<unknown>>();
  const reached = async (call: StandInCall): Promise<void> => {
    const action = waiting.get(call);
    waiting.delete(call);
    await action?.();
  };
  /** Returns the body with its last digit changed, if responses are to be changed after signing. */
  const spoilt = (body: string): string =>
    forged === 'otherBytes' ? body.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)) : body;
  const namedTrade = (tradeNo: string): string => (forged === 'anotherTrade' ? `${tradeNo}x` : tradeNo);
  const find = (tradeNo: string): StandInTrade => {
    const trade = trades.get(tradeNo);
    if (trade === undefined) throw new Error(`the stand-in has no trade ${tradeNo}`);
    return trade;
  };
  const open = (
    tradeNo: string,
    totalFen: number,
    notifyUrl: string,
    more: Pick<StandInTrade, 'tradeType' | 'appId' | 'openid'> = {},
  ): void => {
    trades.set(tradeNo, { ...more, tradeNo, totalFen, notifyUrl, state: 'open', txn: undefined, refunds: new Map() });
  };
  const prepayIdOf = (tradeNo: string): string => `wx-${tradeNo}`;
  const tradeOfPrepayId = (prepayId: string): StandInTrade | undefined =>
    [...trades.values()].find(({ tradeNo }) => prepayIdOf(tradeNo) === prepayId);

  /**
   * Makes a refund. A refund number that was used before changes nothing; more than the paid amount is refused. The trade counts as
   * refunded when all of it is refunded.
   */
  const giveBack = (trade: StandInTrade, refundNo: string, amountFen: number): boolean => {
    const given = [...trade.refunds.values()].reduce((sum, one) => sum + one, 0);
    if (trade.refunds.has(refundNo)) return trade.refunds.get(refundNo) === amountFen;
    if (given + amountFen > trade.totalFen) return false;
    trade.refunds.set(refundNo, amountFen);
    if (given + amountFen === trade.totalFen) trade.state = 'refunded';
    return true;
  };

  const wechatHeaders = (body: string, atMs = now(), serial = PLATFORM_KEY_ID, key = wechat.privateKey): Record<string, string> => {
    const timestamp = String(Math.floor(atMs / 1000));
    const nonce = randomBytes(16).toString('hex');
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': serial,
      'wechatpay-signature': sign(key, `${timestamp}\n${nonce}\n${body}\n`),
    };
  };
  const respondWechat = (response: ServerResponse, status: number, content: object | undefined): void => {
    const body = content === undefined ? '' : JSON.stringify(content);
    const signature = wechatHeaders(
      body,
      forged === 'old' ? now() - 3 * 3_600_000 : now(),
      forged === 'otherSerial' ? 'PUB_KEY_ID_0119000000019999' : PLATFORM_KEY_ID,
      forged === 'anotherKey' ? otherKey.privateKey : wechat.privateKey,
    );
    if (forged === 'otherBytes' && body === '') signature['wechatpay-nonce'] += '0';
    response.writeHead(status, { 'content-type': 'application/json', ...(forged === 'unsigned' ? {} : signature) }).end(spoilt(body));
  };
  const isSignedByMerchant = (request: IncomingMessage, body: string): boolean => {
    const given = /^WECHATPAY2-SHA256-RSA2048 (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const fields: Record<string, string> = Object.fromEntries(
      Array.from(given.matchAll(/(\w+)="([^"]*)"/g), ([, name = '', value = '']) => [name, value]),
    );
    const signed = `${request.method}\n${request.url}\n${fields['timestamp']}\n${fields['nonce_str']}\n${body}\n`;
    return (
      fields['mchid'] === MCH_ID &&
      fields['serial_no'] === SERIAL_NO &&
      createVerify('RSA-SHA256')
        .update(signed)
        .verify(merchant.publicKey, fields['signature'] ?? '', 'base64')
    );
  };
  const transactionOf = (trade: StandInTrade, totalFen = trade.paidFen ?? trade.totalFen, mchId = MCH_ID): object => ({
    appid: trade.appId ?? APP_ID,
    mchid: mchId,
    out_trade_no: namedTrade(trade.tradeNo),
    trade_state: { open: 'NOTPAY', paid: 'SUCCESS', closed: 'CLOSED', refunded: 'REFUND' }[trade.state],
    trade_type: trade.tradeType ?? 'NATIVE',
    payer: { openid: 'o-THE-PAYER' },
    ...(trade.txn === undefined
      ? {}
      : {
          transaction_id: trade.txn,
          success_time: new Date(now()).toISOString(),
          amount: { total: totalFen, payer_total: totalFen, currency: trade.currency ?? 'CNY' },
        }),
  });

  const serveWechat = async (request: IncomingMessage, response: ServerResponse, url: URL, body: string): Promise<void> => {
    if (!isSignedByMerchant(request, body)) return respondWechat(response, 401, { code: 'SIGN_ERROR', message: '签名错误' });
    const input: unknown = body === '' ? {} : JSON.parse(body);
    const product = /^\/v3\/pay\/transactions\/(native|jsapi|h5)$/.exec(url.pathname)?.[1] as WechatProduct | undefined;
    if (product !== undefined) {
      const asked = input as WechatOrder;
      const { out_trade_no: tradeNo, notify_url: notifyUrl, amount, payer } = asked;
      const problem = problemOf(asked, product, { appId: product === 'jsapi' ? ACCOUNT_APP_ID : APP_ID, mchId: MCH_ID, isAccountOpenid });
      if (problem !== undefined) return respondWechat(response, 400, { code: 'PARAM_ERROR', message: problem });
      if (trades.has(tradeNo)) return respondWechat(response, 403, { code: 'OUT_TRADE_NO_USED', message: '商户订单号重复' });
      const tradeType = ({ native: 'NATIVE', jsapi: 'JSAPI', h5: 'MWEB' } as const)[product];
      open(tradeNo, amount.total, notifyUrl, { tradeType, appId: asked.appid, ...(payer === undefined ? {} : { openid: payer.openid }) });
      await reached('begin');
      if (product === 'jsapi') return respondWechat(response, 200, { prepay_id: prepayIdOf(tradeNo) });
      if (product === 'h5')
        return respondWechat(response, 200, { h5_url: `${origin}/checkmweb?prepay_id=${prepayIdOf(tradeNo)}&package=1` });
      return respondWechat(response, 200, { code_url: `weixin://wxpay/bizpayurl?pr=${tradeNo.slice(-6)}` });
    }
    if (url.pathname === '/v3/refund/domestic/refunds') {
      const asked = input as { out_trade_no: string; out_refund_no: string; amount: { refund: number; total: number } };
      const trade = trades.get(asked.out_trade_no);
      if (trade?.txn === undefined || asked.amount.total !== trade.totalFen || troubled === 'refundFails')
        return respondWechat(response, 404, { code: 'RESOURCE_NOT_EXISTS', message: '' });
      await reached('refund');
      if (!giveBack(trade, asked.out_refund_no, asked.amount.refund))
        return respondWechat(response, 400, { code: 'INVALID_REQUEST', message: '申请退款金额大于订单剩余可退金额' });
      const status = troubled === 'processing' ? 'PROCESSING' : 'SUCCESS';
      return respondWechat(response, 200, { refund_id: `50${asked.out_refund_no}`, out_refund_no: asked.out_refund_no, status });
    }
    const [, tradeNo = '', closing] = /^\/v3\/pay\/transactions\/out-trade-no\/(\w+)(\/close)?$/.exec(url.pathname) ?? [];
    const trade = trades.get(tradeNo);
    if (trade === undefined) return respondWechat(response, 404, { code: 'ORDER_NOT_EXIST', message: '订单不存在' });
    await reached(closing === undefined ? 'query' : 'close');
    if (closing === undefined) return respondWechat(response, 200, transactionOf(trade));
    if (trade.txn !== undefined) return respondWechat(response, 400, { code: 'ORDERPAID', message: '订单已支付' });
    trade.state = 'closed';
    return respondWechat(response, 204, undefined);
  };

  const isSignedByApplication = (params: Readonly<Record<string, string>>): boolean =>
    params['app_id'] === ALIPAY_APP_ID &&
    createVerify('RSA-SHA256')
      .update(sorted(params, ['sign']))
      .verify(application.publicKey, params['sign'] ?? '', 'base64');

  const serveAlipay = async (response: ServerResponse, body: string): Promise<void> => {
    const params: Record<string, string> = Object.fromEntries(new URLSearchParams(body));
    const { method = '' } = params;
    const respond = (content: object): void => {
      const text = JSON.stringify(content);
      const signed = sign(forged === 'anotherKey' ? otherKey.privateKey : alipay.privateKey, text).replaceAll('/', '\\/');
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"${method.replaceAll('.', '_')}_response":${spoilt(text)}${forged === 'unsigned' ? '' : `,"sign":"${signed}"`}}`);
    };
    if (!isSignedByApplication(params)) return respond({ code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature' });
    const content = JSON.parse(params['biz_content'] ?? '{}') as Record<string, string>;
    const trade = trades.get(content['out_trade_no'] ?? '');
    if (trade === undefined) return respond({ code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST' });
    const { tradeNo, txn = '' } = trade;
    const ok = { code: '10000', msg: 'Success', out_trade_no: namedTrade(tradeNo), trade_no: txn };
    await reached(method === 'alipay.trade.query' ? 'query' : method === 'alipay.trade.close' ? 'close' : 'refund');
    if (method === 'alipay.trade.query') {
      const status = { open: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED', refunded: 'TRADE_CLOSED' }[trade.state];
      return respond({
        ...ok,
        trade_status: status,
        total_amount: yuan(trade.paidFen ?? trade.totalFen),
        send_pay_date: chinaTime(now()),
        buyer_logon_id: 'THE-PAYER',
      });
    }
    if (method === 'alipay.trade.close') {
      if (trade.txn !== undefined) return respond({ code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_STATUS_ERROR' });
      trade.state = 'closed';
      return respond(ok);
    }
    if (trade.txn === undefined || troubled === 'refundFails') return respond({ code: '40004', sub_code: 'ACQ.TRADE_HAS_FINISHED' });
    const isNew = !trade.refunds.has(content['out_request_no'] ?? '');
    if (!giveBack(trade, content['out_request_no'] ?? '', Math.round(Number(content['refund_amount']) * 100)))
      return respond({ code: '40004', sub_code: 'ACQ.REASON_TRADE_REFUND_FEE_ERR' });
    return respond({ ...ok, fund_change: isNew ? 'Y' : 'N', refund_fee: content['refund_amount'] });
  };

  const pay: PaymentStandIn['pay'] = (tradeNo, { totalFen, currency } = {}) => {
    const trade = find(tradeNo);
    if (trade.state !== 'open') throw new Error(`trade ${tradeNo} is ${trade.state}`);
    trade.state = 'paid';
    trade.paidFen = totalFen;
    trade.currency = currency;
    trade.txn = `42000${randomBytes(10).toString('hex')}`;
    return trade.txn;
  };
  const payerPages = createPayerPages({ h5Origin, trades, tradeOfPrepayId, isSignedByApplication, open, pay });

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const body = await text(request);
    if (troubled === 'down') return void response.destroy();
    if (payerPages(request, response, url)) return undefined;
    if (url.pathname === '/gateway.do') await serveAlipay(response, body);
    else await serveWechat(request, response, url, body);
  };
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    environment: {
      PAY_PROVIDERS: 'wechat,alipay',
      WECHAT_PAY_PRODUCTS: 'native,jsapi,h5',
      WECHAT_MP_APP_ID: ACCOUNT_APP_ID,
      WECHAT_MP_APP_SECRET: 'the secret of the account',
      ALIPAY_PRODUCTS: 'page,wap',
      WECHAT_PAY_APP_ID: APP_ID,
      WECHAT_PAY_MCH_ID: MCH_ID,
      WECHAT_PAY_SERIAL_NO: SERIAL_NO,
      WECHAT_PAY_PRIVATE_KEY: pemOf(merchant.privateKey, 'pkcs8').replaceAll('\n', '\\n'),
      WECHAT_PAY_PUBLIC_KEY_ID: PLATFORM_KEY_ID,
      WECHAT_PAY_PUBLIC_KEY: pemOf(wechat.publicKey, 'spki'),
      WECHAT_PAY_API_V3_KEY: API_V3_KEY,
      WECHAT_PAY_API_URL: origin,
      ALIPAY_APP_ID,
      ALIPAY_SELLER_ID: SELLER_ID,
      // The private key is given in the format that Alipay's key tool produces (PKCS #8, base64 without PEM lines).
      ALIPAY_PRIVATE_KEY: pemOf(application.privateKey, 'pkcs8').replaceAll(/-----.*?-----|\n/g, ''),
      ALIPAY_PUBLIC_KEY: pemOf(alipay.publicKey, 'spki').replaceAll(/-----.*?-----|\n/g, ''),
      ALIPAY_GATEWAY_URL: `${origin}/gateway.do`,
    },
    trades,
    pay,
    payByBridge({ appId, timeStamp, nonceStr, package: prepaid, signType, paySign }, openid) {
      const isSigned = createVerify('RSA-SHA256')
        .update(`${appId}\n${timeStamp}\n${nonceStr}\n${prepaid}\n`)
        .verify(merchant.publicKey, paySign, 'base64');
      if (!isSigned || signType !== 'RSA' || !/^\d{10}$/.test(timeStamp)) throw new Error('支付验证签名失败');
      const trade = tradeOfPrepayId(/^prepay_id=(.+)$/.exec(prepaid)?.[1] ?? '');
      if (trade === undefined || trade.appId !== appId) throw new Error('缺少参数 prepay_id');
      if (trade.openid !== openid) throw new Error('支付用户与下单用户不一致');
      pay(trade.tradeNo);
    },
    async openPage(url, referrer) {
      const response = await fetch(url, { redirect: 'manual', headers: referrer === undefined ? {} : { referer: `${referrer}/` } });
      return { status: response.status, html: await response.text() };
    },
    openAlipayPage(action, fields) {
      if (!action.startsWith(`${origin}/gateway.do`)) throw new Error(`the form belongs to another platform: ${action}`);
      if (!isSignedByApplication(fields) || fields['method'] !== 'alipay.trade.page.pay') throw new Error('the form is not signed');
      const content = JSON.parse(fields['biz_content'] ?? '{}') as Record<string, string>;
      open(content['out_trade_no'] ?? '', Math.round(Number(content['total_amount']) * 100), fields['notify_url'] ?? '');
    },
    wechatNotification(
      tradeNo,
      { id = randomBytes(16).toString('hex'), totalFen, mchId, serial, type = 'TRANSACTION.SUCCESS', atMs } = {},
    ) {
      const trade = find(tradeNo);
      const nonce = randomBytes(6).toString('hex');
      const cipher = createCipheriv('aes-256-gcm', Buffer.from(API_V3_KEY), Buffer.from(nonce));
      cipher.setAAD(Buffer.from('transaction'));
      const sealed = Buffer.concat([
        cipher.update(JSON.stringify(transactionOf(trade, totalFen, mchId))),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      const resource = { algorithm: 'AEAD_AES_256_GCM', ciphertext: sealed.toString('base64'), associated_data: 'transaction', nonce };
      const body = JSON.stringify({
        id,
        create_time: new Date(now()).toISOString(),
        event_type: type,
        resource_type: 'encrypt-resource',
        resource,
      });
      return { headers: { 'content-type': 'application/json', ...wechatHeaders(body, atMs, serial) }, body };
    },
    alipayNotification(tradeNo, change = {}) {
      const { id = randomBytes(16).toString('hex'), totalFen, appId = ALIPAY_APP_ID, sellerId = SELLER_ID, atMs = now(), status } = change;
      const trade = find(tradeNo);
      const params: Record<string, string> = {
        notify_id: id,
        notify_type: 'trade_status_sync',
        notify_time: chinaTime(atMs),
        app_id: appId,
        seller_id: sellerId,
        out_trade_no: tradeNo,
        trade_no: trade.txn ?? '',
        trade_status: status ?? (trade.txn === undefined ? 'WAIT_BUYER_PAY' : 'TRADE_SUCCESS'),
        total_amount: yuan(totalFen ?? trade.paidFen ?? trade.totalFen),
        gmt_payment: chinaTime(now()),
        subject: '《论语选读》',
        buyer_logon_id: 'THE-PAYER',
        charset: 'utf-8',
        version: '1.0',
      };
      const signature = sign(alipay.privateKey, sorted(params, ['sign', 'sign_type']));
      const body = new URLSearchParams({ ...params, sign: signature, sign_type: 'RSA2' }).toString();
      return { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, body };
    },
    trouble(kind) {
      troubled = kind;
    },
    forge(how) {
      forged = how;
    },
    during(call, action) {
      waiting.set(call, action);
    },
    refundsOf: (tradeNo) => [...find(tradeNo).refunds.values()],
    stop: () =>
      new Promise((resolve) => {
        if (!freeKeys.includes(keys)) freeKeys.push(keys);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
