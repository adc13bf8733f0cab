/**
 * WeChat Pay, API v3. Native: the payer scans a QR code that our page draws. JSAPI: inside WeChat our page passes a signed request to
 * WeChat. H5: the browser of a phone goes to a page of WeChat, which opens the app. https://pay.weixin.qq.com/doc/v3/merchant/4012791858
 * (Native), …/4012791856 (JSAPI), …/4012791834 (H5), …/4012365342 (signing), …/4012365870 (signing the JSAPI request), …/4013070368
 * (checking), …/4012071382 (decrypting)
 */
import { createDecipheriv, createPrivateKey, createPublicKey, createSign, createVerify, type KeyObject, randomBytes } from 'node:crypto';
import type { ClientEnvironment, WechatPayRequest } from '@shufang/contract';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import {
  ForgedNotification,
  type PaymentFact,
  type PaymentGateway,
  type PaymentToBegin,
  PlatformError,
  type ReceivedNotification,
  type RefundFact,
} from './payment-gateway.ts';

export type WechatPayProduct = 'native' | 'jsapi' | 'h5';

export interface WechatPaySettings {
  readonly appId: string;
  /** The products for which the merchant has a contract; undefined: Native only. */
  readonly products?: readonly WechatPayProduct[];
  /** The public account that issues the openids of payers inside WeChat; present with `jsapi`. */
  readonly accountAppId?: string | undefined;
  readonly mchId: string;
  /** Serial number of the merchant's certificate. The private key (PEM) belongs to this certificate. */
  readonly serialNo: string;
  readonly privateKey: string;
  /**
   * Id of the key with which WeChat signs: `PUB_KEY_ID_…` or the serial number of a certificate. The key itself is a public key or a
   * certificate (PEM).
   */
  readonly platformKeyId: string;
  readonly platformKey: string;
  /** The key that decrypts notifications, 32 characters. */
  readonly apiV3Key: string;
  /** The origin of the API, `https://api.mch.weixin.qq.com`. */
  readonly apiUrl: string;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Maximum age of a signature, as recommended by WeChat, so that a recorded response cannot be sent again later. */
const FRESH_MS = 5 * 60_000;
const TAG_BYTES = 16;
const SUBJECT_CHARS = 127;

/**
 * WeChat Pay's products for each environment of the payer's browser, the preferred product first. Phones get a QR code, to scan with
 * another phone, if the merchant does not have the product for phones (H5).
 */
const PRODUCTS: Readonly<Record<ClientEnvironment, readonly WechatPayProduct[]>> = {
  desktop: ['native'],
  phone: ['h5', 'native'],
  wechat: ['jsapi', 'native'],
};

const transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().optional(),
  trade_state: z.string(),
  success_time: z.string().optional(),
  amount: z.object({ total: z.number().int().optional(), currency: z.string().optional() }).optional(),
});
const refundResponse = z.object({ status: z.string(), refund_id: z.string(), out_refund_no: z.string() });
const notification = z.object({
  id: z.string().min(1).max(64),
  event_type: z.string(),
  resource: z.object({ algorithm: z.string(), ciphertext: z.string(), associated_data: z.string().default(''), nonce: z.string() }),
});
const failure = z.object({ code: z.string() });

const UNPAID = new Set(['NOTPAY', 'USERPAYING', 'PAYERROR', 'ACCEPT']);

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The response is not JSON. Undefined matches no schema, so the caller treats it as an invalid response.
    return undefined;
  }
};

const headerOf = ({ headers }: ReceivedNotification, name: string): string => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
};

/** Returns a signature in WeChat's format: each line, also the last one, is followed by a line feed. */
export const signLines = (key: KeyObject, lines: readonly string[]): string =>
  createSign('RSA-SHA256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .sign(key, 'base64');

export const createWechatPay = (settings: WechatPaySettings, clock: Clock): PaymentGateway => {
  const { appId, accountAppId, mchId, serialNo, platformKeyId, apiV3Key, apiUrl, timeoutMs = TIMEOUT_MS } = settings;
  const ownAppIds = new Set([appId, accountAppId]);
  const granted = settings.products ?? ['native'];
  const productIn = (environment: ClientEnvironment): WechatPayProduct | undefined =>
    PRODUCTS[environment].find((product) => granted.includes(product));
  const privateKey: KeyObject = createPrivateKey(settings.privateKey);
  const platformKey: KeyObject = createPublicKey(settings.platformKey);

  const authorization = (method: string, pathAndQuery: string, body: string): string => {
    const timestamp = Math.floor(clock.now() / 1000);
    const nonce = randomBytes(16).toString('hex');
    const signature = signLines(privateKey, [method, pathAndQuery, String(timestamp), nonce, body]);
    return `WECHATPAY2-SHA256-RSA2048 mchid="${mchId}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${serialNo}"`;
  };

  /** Returns whether WeChat signed exactly these bytes with the configured key within the last minutes. */
  const isSigned = (header: (name: string) => string, body: Buffer): boolean => {
    const timestamp = Number(header('wechatpay-timestamp'));
    if (header('wechatpay-serial') !== platformKeyId) return false;
    if (!(Math.abs(clock.now() - timestamp * 1000) <= FRESH_MS)) return false;
    const signed = Buffer.concat([Buffer.from(`${timestamp}\n${header('wechatpay-nonce')}\n`), body, Buffer.from('\n')]);
    return createVerify('RSA-SHA256').update(signed).verify(platformKey, header('wechatpay-signature'), 'base64');
  };

  const ask = async (method: 'GET' | 'POST', pathAndQuery: string, input?: object): Promise<{ status: number; json: unknown }> => {
    const body = input === undefined ? '' : JSON.stringify(input);
    const call = pathAndQuery.replace(/\?.*$/, '');
    const response = await fetch(apiUrl + pathAndQuery, {
      method,
      headers: {
        accept: 'application/json',
        'user-agent': 'shufang',
        authorization: authorization(method, pathAndQuery, body),
        'wechatpay-serial': platformKeyId,
        ...(input === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input === undefined ? {} : { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
      .then(async (response) => ({
        status: response.status,
        header: (name: string) => response.headers.get(name) ?? '',
        bytes: Buffer.from(await response.arrayBuffer()),
      }))
      .catch((error: unknown) => {
        throw new PlatformError(call, 'unreachable', { cause: error });
      });
    const json = jsonOf(response.bytes.toString('utf8'));
    // WeChat's own clients check the signature of successful responses only: an error may be unsigned. An unsigned error never causes a
    // payment or a refund (`close`, `refund`).
    if (response.status >= 300) throw new PlatformError(call, failure.safeParse(json).data?.code ?? `status ${response.status}`);
    if (!isSigned(response.header, response.bytes)) throw new PlatformError(call, 'an answer that WeChat did not sign');
    return { status: response.status, json };
  };

  const read = <S extends z.ZodType>(schema: S, json: unknown, call: string): z.output<S> => {
    const parsed = schema.safeParse(json);
    if (!parsed.success) throw new PlatformError(call, 'an answer that cannot be read', { cause: parsed.error });
    return parsed.data;
  };

  /** Converts a trade to facts. Returns undefined for a trade of another merchant, or an amount in another currency than yuan. */
  const factOf = (transactionData: z.output<typeof transaction>): PaymentFact | undefined => {
    const { appid, mchid, out_trade_no: tradeNo, transaction_id: txn, trade_state: state, success_time: at, amount } = transactionData;
    if (!ownAppIds.has(appid) || mchid !== mchId) return undefined;
    const raw = { out_trade_no: tradeNo, transaction_id: txn, trade_state: state, success_time: at, amount };
    // A refunded trade still counts as paid, because the payment was made.
    if (state === 'SUCCESS' || state === 'REFUND') {
      if (txn === undefined || amount?.total === undefined || (amount.currency ?? 'CNY') !== 'CNY') return undefined;
      const paidAt = at === undefined ? Number.NaN : Date.parse(at);
      return { tradeNo, state: 'paid', txn, amountFen: amount.total, ...(Number.isNaN(paidAt) ? {} : { paidAt }), raw };
    }
    return { tradeNo, state: UNPAID.has(state) ? 'unpaid' : 'closed', raw };
  };

  const decrypt = ({ algorithm, ciphertext, associated_data: about, nonce }: z.output<typeof notification>['resource']): unknown => {
    if (algorithm !== 'AEAD_AES_256_GCM') throw new ForgedNotification(`unknown algorithm ${algorithm}`);
    const sealed = Buffer.from(ciphertext, 'base64');
    try {
      const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce));
      decipher.setAAD(Buffer.from(about));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return jsonOf(Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8'));
    } catch (error) {
      throw new ForgedNotification('cannot be decrypted', { cause: error });
    }
  };

  const createPayment = async <S extends z.ZodType>(
    product: WechatPayProduct,
    { tradeNo, amountFen, subject, expireAt, notifyUrl }: PaymentToBegin,
    more: { readonly appid: string } & Readonly<Record<string, unknown>>,
    schema: S,
  ): Promise<z.output<S>> => {
    const call = `/v3/pay/transactions/${product}`;
    const { json } = await ask('POST', call, {
      mchid: mchId,
      description: [...subject].slice(0, SUBJECT_CHARS).join(''),
      out_trade_no: tradeNo,
      time_expire: new Date(expireAt).toISOString().replace(/\.\d+Z$/, '+00:00'),
      notify_url: notifyUrl,
      amount: { total: amountFen, currency: 'CNY' },
      ...more,
    });
    return read(schema, json, call);
  };

  const bridgeRequest = (app: string, prepayId: string): WechatPayRequest => {
    const unsigned = {
      appId: app,
      timeStamp: String(Math.floor(clock.now() / 1000)),
      nonceStr: randomBytes(16).toString('hex'),
      package: `prepay_id=${prepayId}`,
    };
    const { appId: id, timeStamp, nonceStr, package: prepaid } = unsigned;
    return { ...unsigned, signType: 'RSA', paySign: signLines(privateKey, [id, timeStamp, nonceStr, prepaid]) };
  };

  return {
    channel: 'wechatNative',
    offers: (environment) => productIn(environment) !== undefined,
    needsOpenid: (environment) => productIn(environment) === 'jsapi',
    async begin(payment) {
      const product = productIn(payment.environment ?? 'desktop');
      if (product === 'jsapi') {
        if (accountAppId === undefined || payment.openid === undefined) throw new PlatformError('jsapi', 'no payer');
        const payer = { appid: accountAppId, payer: { openid: payment.openid } };
        const { prepay_id: prepayId } = await createPayment(product, payment, payer, z.object({ prepay_id: z.string().min(1).max(64) }));
        return { kind: 'bridge', request: bridgeRequest(accountAppId, prepayId) };
      }
      if (product === 'h5') {
        const h5 = { type: 'Wap', app_url: new URL(payment.returnUrl).origin };
        const environment = { appid: appId, scene_info: { payer_client_ip: payment.payerAddress, h5_info: h5 } };
        const { h5_url: url } = await createPayment(
          product,
          payment,
          environment,
          z.object({ h5_url: z.url({ protocol: /^https?$/ }).max(512) }),
        );
        return { kind: 'redirect', url: `${url}&redirect_url=${encodeURIComponent(payment.returnUrl)}` };
      }
      if (product === undefined) throw new PlatformError('begin', 'no product for this environment');
      const { code_url: codeUrl } = await createPayment(
        product,
        payment,
        { appid: appId },
        z.object({ code_url: z.string().min(1).max(512) }),
      );
      return { kind: 'qr', codeUrl };
    },
    async query(tradeNo) {
      const call = `/v3/pay/transactions/out-trade-no/${tradeNo}`;
      try {
        const { json } = await ask('GET', `${call}?mchid=${mchId}`);
        const fact = factOf(read(transaction, json, call));
        if (fact === undefined || fact.tradeNo !== tradeNo) throw new PlatformError(call, 'an answer about another trade');
        return fact;
      } catch (error) {
        // WeChat creates the trade only when a payer scans the QR code; until then a query reports that it does not exist.
        if (error instanceof PlatformError && ['ORDER_NOT_EXIST', 'ORDERNOTEXIST'].includes(error.code))
          return { tradeNo, state: 'unpaid', raw: { code: error.code } };
        throw error;
      }
    },
    async close(tradeNo) {
      try {
        await ask('POST', `/v3/pay/transactions/out-trade-no/${tradeNo}/close`, { mchid: mchId });
      } catch (error) {
        if (error instanceof PlatformError && ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'ORDER_CLOSED', 'ORDERCLOSED'].includes(error.code))
          return;
        throw error;
      }
    },
    async refund({ tradeNo, refundNo, refundFen, totalFen, reason, notifyUrl }): Promise<RefundFact> {
      const call = '/v3/refund/domestic/refunds';
      try {
        const { json } = await ask('POST', call, {
          out_trade_no: tradeNo,
          out_refund_no: refundNo,
          reason: [...(reason === '' ? '退款' : reason)].slice(0, 26).join(''),
          notify_url: notifyUrl,
          amount: { refund: refundFen, total: totalFen, currency: 'CNY' },
        });
        const { status, refund_id, out_refund_no } = read(refundResponse, json, call);
        const raw = { status, refund_id, out_refund_no };
        if (status === 'SUCCESS') return { state: 'succeeded', raw };
        return status === 'PROCESSING' ? { state: 'processing', raw } : { state: 'failed', reason: `微信支付：${status}`, raw };
      } catch (error) {
        // Only the error `RESOURCE_NOT_EXISTS` is final. Others may be temporary: insufficient balance of the merchant, or an outage of
        // WeChat.
        if (error instanceof PlatformError && error.code === 'RESOURCE_NOT_EXISTS')
          return { state: 'failed', reason: '微信支付没有这笔交易', raw: { code: error.code } };
        throw error;
      }
    },
    async readNotification(received) {
      if (!isSigned((name) => headerOf(received, name), received.body)) throw new ForgedNotification('not signed by WeChat, or not now');
      const transactionData = notification.safeParse(jsonOf(received.body.toString('utf8')));
      if (!transactionData.success) throw new ForgedNotification('unreadable', { cause: transactionData.error });
      const { id, event_type: type, resource } = transactionData.data;
      const content = decrypt(resource);
      if (type !== 'TRANSACTION.SUCCESS') {
        const about = z.object({ mchid: z.string(), out_trade_no: z.string() }).safeParse(content);
        if (!about.success || about.data.mchid !== mchId) throw new ForgedNotification('about nothing of ours');
        return { id, tradeNo: about.data.out_trade_no, fact: undefined };
      }
      const paid = transaction.safeParse(content);
      const fact = paid.success ? factOf(paid.data) : undefined;
      if (fact === undefined) throw new ForgedNotification('about no payment to us');
      return { id, tradeNo: fact.tradeNo, fact };
    },
    accepted: { status: 200, type: 'application/json', body: '{"code":"SUCCESS","message":""}' },
    refused: { status: 401, type: 'application/json', body: '{"code":"FAIL","message":"验签失败"}' },
  };
};
