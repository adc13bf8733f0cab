/**
 * Alipay. Page pay: a signed form is posted to Alipay in a separate window; the page to which the payer returns only displays and confirms
 * no payment. Wap pay: the browser of a phone goes to Alipay's page, which opens the app, and comes back. WeChat does not open Alipay's
 * pages. https://opendocs.alipay.com/open/270/105899 (page pay), …/open/203/105285 (wap pay), …/open/270/105902 (notifications),
 * …/common/02mse7 (checking), …/common/057k53 (signing)
 */
import { createPrivateKey, createPublicKey, createSign, createVerify, type KeyObject } from 'node:crypto';
import type { ClientEnvironment } from '@shufang/contract';
import { z } from 'zod';
import { chinaClock, timeOfChinaClock } from '../../platform/china-time.ts';
import type { Clock } from '../../platform/clock.ts';
import { ForgedNotification, type PaymentFact, type PaymentGateway, PlatformError, type RefundFact } from './payment-gateway.ts';

export type AlipayProduct = 'page' | 'wap';

export interface AlipaySettings {
  readonly appId: string;
  /** The products for which the merchant has a contract; undefined: page pay only. */
  readonly products?: readonly AlipayProduct[];
  /** The merchant's id at Alipay; notifications for another merchant are refused. */
  readonly sellerId: string | undefined;
  /** The application's private key and Alipay's public key (PEM). */
  readonly privateKey: string;
  readonly alipayKey: string;
  /** The URL of the API, `https://openapi.alipay.com/gateway.do`. */
  readonly gatewayUrl: string;
  readonly timeoutMs?: number;
}

type Params = Readonly<Record<string, string>>;

const TIMEOUT_MS = 10_000;
/** Maximum age of a notification. Alipay repeats a notification for 25 hours, each time with the time of sending. */
const FRESH_MS = 26 * 3_600_000;

/** Converts a time to Alipay's format, in China's time zone: `2026-11-21 20:15:00`. */
const chinaTime = (utcMs: number): string => chinaClock(utcMs).toISOString().slice(0, 19).replace('T', ' ');
const fromChinaTime = (text: string | undefined): number | undefined => {
  const at = text === undefined ? Number.NaN : timeOfChinaClock(Date.parse(`${text.replace(' ', 'T')}Z`));
  return Number.isNaN(at) ? undefined : at;
};

const yuanOf = (fen: number): string => (fen / 100).toFixed(2);
/** Converts an amount in yuan to fen. Returns undefined for anything but an amount with at most two decimals. */
const fenOf = (yuan: string | undefined): number | undefined => {
  const parts = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(yuan ?? '');
  return parts === null ? undefined : Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
};

/** Returns the text to sign: all parameters with a value, sorted by name. */
const signedText = (params: Params, without: readonly string[]): string =>
  Object.entries(params)
    .filter(([name, value]) => value !== '' && !without.includes(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

const tradeResponse = z.object({
  code: z.string(),
  sub_code: z.string().optional(),
  out_trade_no: z.string().optional(),
  trade_no: z.string().optional(),
  trade_status: z.string().optional(),
  total_amount: z.string().optional(),
  send_pay_date: z.string().optional(),
  fund_change: z.string().optional(),
});
type TradeResponse = z.output<typeof tradeResponse>;

/**
 * Alipay's payment products for each environment of the payer's browser, the preferred product first. Phones use the product for computers
 * (page pay) if the merchant does not have the one for phones (wap pay).
 */
const PRODUCTS: Readonly<Record<ClientEnvironment, readonly AlipayProduct[]>> = { desktop: ['page'], phone: ['wap', 'page'], wechat: [] };

const OK = '10000';
const PAID = new Set(['TRADE_SUCCESS', 'TRADE_FINISHED']);

/** Returns the text of the response exactly as received, because this text is signed. */
const signedPartOf = (body: string, name: string): string | undefined => {
  const start = body.indexOf(`"${name}":`);
  const from = body.indexOf('{', start);
  const signAt = body.lastIndexOf('"sign"');
  if (start < 0 || from < 0) return undefined;
  // The signature may precede or follow the response in the body.
  const to = signAt > from ? body.lastIndexOf('}', signAt) : body.lastIndexOf('}', body.lastIndexOf('}') - 1);
  return to < from ? undefined : body.slice(from, to + 1);
};

export const createAlipay = (settings: AlipaySettings, clock: Clock): PaymentGateway => {
  const { appId, sellerId, gatewayUrl, timeoutMs = TIMEOUT_MS } = settings;
  const granted = settings.products ?? ['page'];
  const productIn = (environment: ClientEnvironment): AlipayProduct | undefined =>
    PRODUCTS[environment].find((product) => granted.includes(product));
  const privateKey: KeyObject = createPrivateKey(settings.privateKey);
  const alipayKey: KeyObject = createPublicKey(settings.alipayKey);

  const signed = (method: string, content: object, more: Params = {}): Record<string, string> => {
    const params = {
      app_id: appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: chinaTime(clock.now()),
      version: '1.0',
      ...more,
      biz_content: JSON.stringify(content),
    };
    return {
      ...params,
      sign: createSign('RSA-SHA256')
        .update(signedText(params, ['sign']))
        .sign(privateKey, 'base64'),
    };
  };
  const isSigned = (text: string, sign: string): boolean => createVerify('RSA-SHA256').update(text).verify(alipayKey, sign, 'base64');

  const ask = async (method: string, content: object): Promise<TradeResponse> => {
    const body = await fetch(`${gatewayUrl}?charset=utf-8`, {
      method: 'POST',
      body: new URLSearchParams(signed(method, content)),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
      .then(async (response) => response.text())
      .catch((error: unknown) => {
        throw new PlatformError(method, 'unreachable', { cause: error });
      });
    const text = signedPartOf(body, `${method.replaceAll('.', '_')}_response`);
    const sign = /"sign":"([A-Za-z0-9+/=\\]+)"/.exec(body)?.[1]?.replaceAll('\\', '');
    // A response without a signature is refused. Alipay's gateway sends one if the gateway itself refuses the request.
    if (text === undefined) throw new PlatformError(method, 'an answer that cannot be read');
    if (sign === undefined || !isSigned(text, sign)) throw new PlatformError(method, 'an answer that Alipay did not sign');
    const response = tradeResponse.safeParse(JSON.parse(text));
    if (!response.success) throw new PlatformError(method, 'an answer that cannot be read', { cause: response.error });
    return response.data;
  };

  const factOf = (tradeNo: string, fields: Params | TradeResponse, paidAt: number | undefined): PaymentFact | undefined => {
    const { trade_status: state = '', trade_no: txn, total_amount: amount } = fields as TradeResponse;
    const raw = { out_trade_no: tradeNo, trade_no: txn, trade_status: state, total_amount: amount };
    if (PAID.has(state)) {
      const amountFen = fenOf(amount);
      if (txn === undefined || txn === '' || amountFen === undefined) return undefined;
      return { tradeNo, state: 'paid', txn, amountFen, ...(paidAt === undefined ? {} : { paidAt }), raw };
    }
    return { tradeNo, state: state === 'WAIT_BUYER_PAY' ? 'unpaid' : 'closed', raw };
  };

  return {
    channel: 'alipayPage',
    offers: (environment) => productIn(environment) !== undefined,
    needsOpenid: () => false,
    async begin({ tradeNo, amountFen, subject, expireAt, environment = 'desktop', notifyUrl, returnUrl, quitUrl = returnUrl }) {
      const product = productIn(environment);
      if (product === undefined) throw new PlatformError('begin', 'no product for this environment');
      const content = {
        out_trade_no: tradeNo,
        total_amount: yuanOf(amountFen),
        subject: [...subject.replaceAll(/[/=&]/g, ' ')].slice(0, 80).join(''),
        time_expire: chinaTime(expireAt),
      };
      const addresses = { notify_url: notifyUrl, return_url: returnUrl };
      if (product === 'wap') {
        const fields = signed('alipay.trade.wap.pay', { ...content, product_code: 'QUICK_WAP_WAY', quit_url: quitUrl }, addresses);
        return { kind: 'redirect', url: `${gatewayUrl}?${new URLSearchParams(fields).toString()}` };
      }
      const fields = signed('alipay.trade.page.pay', { ...content, product_code: 'FAST_INSTANT_TRADE_PAY' }, addresses);
      return { kind: 'form', action: `${gatewayUrl}?charset=utf-8`, fields };
    },
    async query(tradeNo) {
      const call = 'alipay.trade.query';
      const response = await ask(call, { out_trade_no: tradeNo });
      // Alipay creates the trade only when a payer opens the page; until then a query reports that it does not exist.
      if (response.sub_code === 'ACQ.TRADE_NOT_EXIST') return { tradeNo, state: 'unpaid', raw: { sub_code: response.sub_code } };
      if (response.code !== OK) throw new PlatformError(call, response.sub_code ?? response.code);
      const fact = response.out_trade_no === tradeNo ? factOf(tradeNo, response, fromChinaTime(response.send_pay_date)) : undefined;
      if (fact === undefined) throw new PlatformError(call, 'an answer about another trade');
      return fact;
    },
    async close(tradeNo) {
      const response = await ask('alipay.trade.close', { out_trade_no: tradeNo });
      if (response.code === OK || response.sub_code === 'ACQ.TRADE_NOT_EXIST') return;
      throw new PlatformError('alipay.trade.close', response.sub_code ?? response.code);
    },
    async refund({ tradeNo, refundNo, refundFen, reason }): Promise<RefundFact> {
      const call = 'alipay.trade.refund';
      const response = await ask(call, {
        out_trade_no: tradeNo,
        refund_amount: yuanOf(refundFen),
        out_request_no: refundNo,
        refund_reason: [...(reason === '' ? '退款' : reason)].slice(0, 80).join(''),
      });
      const raw = { code: response.code, sub_code: response.sub_code, fund_change: response.fund_change };
      // Another request with the same refund number succeeds too and changes nothing (`fund_change` is `N`), so the amount has been
      // refunded once.
      if (response.code === OK) return { state: 'succeeded', raw };
      if (['ACQ.TRADE_HAS_FINISHED', 'ACQ.TRADE_NOT_EXIST', 'ACQ.REASON_TRADE_REFUND_FEE_ERR'].includes(response.sub_code ?? ''))
        return { state: 'failed', reason: `支付宝：${response.sub_code}`, raw };
      throw new PlatformError(call, response.sub_code ?? response.code);
    },
    async readNotification({ body }) {
      const params: Record<string, string> = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
      const { sign = '', sign_type: signType, notify_id: id = '', out_trade_no: tradeNo = '' } = params;
      if (signType !== 'RSA2' || !isSigned(signedText(params, ['sign', 'sign_type']), sign))
        throw new ForgedNotification('not signed by Alipay');
      if (params['app_id'] !== appId) throw new ForgedNotification('for another application');
      if (sellerId !== undefined && params['seller_id'] !== sellerId) throw new ForgedNotification('for another merchant');
      const sentAt = fromChinaTime(params['notify_time']);
      if (sentAt === undefined || Math.abs(clock.now() - sentAt) > FRESH_MS) throw new ForgedNotification('old');
      if (id === '' || tradeNo === '') throw new ForgedNotification('about nothing');
      // A notification about a refund also contains the status of the trade; it must not be read as a payment.
      if (params['refund_fee'] !== undefined) return { id, tradeNo, fact: undefined };
      const fact = factOf(tradeNo, params, fromChinaTime(params['gmt_payment']));
      if (fact === undefined) throw new ForgedNotification('about no payment');
      return { id, tradeNo, fact };
    },
    accepted: { status: 200, type: 'text/plain', body: 'success' },
    refused: { status: 200, type: 'text/plain', body: 'fail' },
  };
};
