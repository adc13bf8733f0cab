/**
 * WeChat Pay, API v3, Native: the person scans a code our page draws.
 * https://pay.weixin.qq.com/doc/v3/merchant/4012791858 (Native), …/4012365342 (signing), …/4013070368 (checking), …/4012071382 (decrypting)
 */
import { createDecipheriv, createPrivateKey, createPublicKey, createSign, createVerify, type KeyObject, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import {
  ForgedNotification,
  type PaymentFact,
  type PaymentGateway,
  PlatformError,
  type ReceivedNotification,
  type RefundFact,
} from './payment-gateway.ts';

export interface WechatPaySettings {
  readonly appId: string;
  readonly mchId: string;
  /** Number of the merchant's certificate, and its private key (PEM). */
  readonly serialNo: string;
  readonly privateKey: string;
  /** The key WeChat signs with: its id (`PUB_KEY_ID_…` or the number of a platform certificate) and the public key or certificate (PEM). */
  readonly platformKeyId: string;
  readonly platformKey: string;
  /** 32 characters. */
  readonly apiV3Key: string;
  /** `https://api.mch.weixin.qq.com`. */
  readonly apiUrl: string;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** WeChat's own advice against replayed answers. */
const FRESH_MS = 5 * 60_000;
const TAG_BYTES = 16;
const SUBJECT_CHARS = 127;

const transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().optional(),
  trade_state: z.string(),
  success_time: z.string().optional(),
  amount: z.object({ total: z.number().int().optional(), currency: z.string().optional() }).optional(),
});
const refundAnswer = z.object({ status: z.string(), refund_id: z.string(), out_refund_no: z.string() });
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
    // What is no JSON fits no schema.
    return undefined;
  }
};

const headerOf = ({ headers }: ReceivedNotification, name: string): string => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
};

export const createWechatPay = (settings: WechatPaySettings, clock: Clock): PaymentGateway => {
  const { appId, mchId, serialNo, platformKeyId, apiV3Key, apiUrl, timeoutMs = TIMEOUT_MS } = settings;
  const privateKey: KeyObject = createPrivateKey(settings.privateKey);
  const platformKey: KeyObject = createPublicKey(settings.platformKey);

  const authorization = (method: string, pathAndQuery: string, body: string): string => {
    const timestamp = Math.floor(clock.now() / 1000);
    const nonce = randomBytes(16).toString('hex');
    const signature = createSign('RSA-SHA256')
      .update(`${method}\n${pathAndQuery}\n${timestamp}\n${nonce}\n${body}\n`)
      .sign(privateKey, 'base64');
    return `WECHATPAY2-SHA256-RSA2048 mchid="${mchId}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${serialNo}"`;
  };

  /** True when WeChat signed these bytes, with the key we know, just now. */
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
    const answer = await fetch(apiUrl + pathAndQuery, {
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
    const json = jsonOf(answer.bytes.toString('utf8'));
    if (answer.status >= 300) throw new PlatformError(call, failure.safeParse(json).data?.code ?? `status ${answer.status}`);
    if (!isSigned(answer.header, answer.bytes)) throw new PlatformError(call, 'an answer that WeChat did not sign');
    return { status: answer.status, json };
  };

  const read = <S extends z.ZodType>(schema: S, json: unknown, call: string): z.output<S> => {
    const parsed = schema.safeParse(json);
    if (!parsed.success) throw new PlatformError(call, 'an answer that cannot be read', { cause: parsed.error });
    return parsed.data;
  };

  /** Undefined when it is about somebody else's trade, or about money that is not yuan. */
  const factOf = (told: z.output<typeof transaction>): PaymentFact | undefined => {
    const { appid, mchid, out_trade_no: tradeNo, transaction_id: txn, trade_state: state, success_time: at, amount } = told;
    if (appid !== appId || mchid !== mchId) return undefined;
    const raw = { out_trade_no: tradeNo, transaction_id: txn, trade_state: state, success_time: at, amount };
    // One that was refunded has been paid.
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

  return {
    channel: 'wechatNative',
    async begin({ tradeNo, amountFen, subject, expireAt, notifyUrl }) {
      const call = '/v3/pay/transactions/native';
      const { json } = await ask('POST', call, {
        appid: appId,
        mchid: mchId,
        description: [...subject].slice(0, SUBJECT_CHARS).join(''),
        out_trade_no: tradeNo,
        time_expire: new Date(expireAt).toISOString().replace(/\.\d+Z$/, '+00:00'),
        notify_url: notifyUrl,
        amount: { total: amountFen, currency: 'CNY' },
      });
      return { kind: 'qr', codeUrl: read(z.object({ code_url: z.string().min(1).max(512) }), json, call).code_url };
    },
    async query(tradeNo) {
      const call = `/v3/pay/transactions/out-trade-no/${tradeNo}`;
      try {
        const { json } = await ask('GET', `${call}?mchid=${mchId}`);
        const fact = factOf(read(transaction, json, call));
        if (fact === undefined || fact.tradeNo !== tradeNo) throw new PlatformError(call, 'an answer about another trade');
        return fact;
      } catch (error) {
        // Nobody has scanned the code: to WeChat the trade does not exist yet.
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
        const { status, refund_id, out_refund_no } = read(refundAnswer, json, call);
        const raw = { status, refund_id, out_refund_no };
        if (status === 'SUCCESS') return { state: 'succeeded', raw };
        return status === 'PROCESSING' ? { state: 'processing', raw } : { state: 'failed', reason: `微信支付：${status}`, raw };
      } catch (error) {
        // Others may pass: the merchant's balance is filled up, the platform comes back.
        if (error instanceof PlatformError && error.code === 'RESOURCE_NOT_EXISTS')
          return { state: 'failed', reason: '微信支付没有这笔交易', raw: { code: error.code } };
        throw error;
      }
    },
    async readNotification(received) {
      if (!isSigned((name) => headerOf(received, name), received.body)) throw new ForgedNotification('not signed by WeChat, or not now');
      const told = notification.safeParse(jsonOf(received.body.toString('utf8')));
      if (!told.success) throw new ForgedNotification('unreadable', { cause: told.error });
      const { id, event_type: type, resource } = told.data;
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
