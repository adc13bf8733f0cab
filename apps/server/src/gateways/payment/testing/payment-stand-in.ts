/**
 * WeChat Pay and Alipay for tests, on one real HTTP server: as strict about our signatures as the real ones, and signing what they say
 * with keys of their own. People pay by `pay`; notifications are made here and delivered by the test, as often and in what order it likes.
 */
import { createCipheriv, createSign, createVerify, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface StandInTrade {
  readonly tradeNo: string;
  readonly totalFen: number;
  readonly notifyUrl: string;
  state: 'open' | 'paid' | 'closed' | 'refunded';
  txn: string | undefined;
  refunds: Map<string, number>;
}

export interface SignedNotification {
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface PaymentStandIn {
  /** Settings that switch both platforms on against this server. */
  readonly environment: Record<string, string>;
  readonly trades: ReadonlyMap<string, StandInTrade>;
  /** Somebody has paid; answers the platform's number. */
  pay(tradeNo: string): string;
  /** Alipay knows of a trade only when somebody opens its page: posts the form as a browser does. */
  openAlipayPage(action: string, fields: Readonly<Record<string, string>>): void;
  /** Signed as the platform does; `change` alters what is told before it is signed. */
  wechatNotification(
    tradeNo: string,
    change?: { id?: string; totalFen?: number; mchId?: string; type?: string; atMs?: number },
  ): SignedNotification;
  alipayNotification(
    tradeNo: string,
    change?: { id?: string; totalFen?: number; appId?: string; atMs?: number; status?: string },
  ): SignedNotification;
  /** What refunds are answered with from now on; `down`: nothing answers at all. */
  trouble(kind?: 'down' | 'processing' | 'refundFails'): void;
  /** Refunds made, by trade. */
  refundsOf(tradeNo: string): readonly number[];
  stop(): Promise<void>;
}

const MCH_ID = '1900000001';
const APP_ID = 'wx1234567890abcdef';
const ALIPAY_APP_ID = '2021000000000001';
const SELLER_ID = '2088000000000001';
const PLATFORM_KEY_ID = 'PUB_KEY_ID_0119000000012026';
const SERIAL_NO = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1';
const API_V3_KEY = 'a-secret-of-32-characters-long!!';

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const pemOf = (key: KeyObject, type: 'pkcs8' | 'spki'): string => key.export({ format: 'pem', type }).toString();
const sign = (key: KeyObject, signed: string): string => createSign('RSA-SHA256').update(signed).sign(key, 'base64');
const chinaTime = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const yuan = (fen: number): string => (fen / 100).toFixed(2);
const sorted = (params: Readonly<Record<string, string>>, without: readonly string[]): string =>
  Object.keys(params)
    .filter((name) => params[name] !== '' && !without.includes(name))
    .toSorted()
    .map((name) => `${name}=${params[name]}`)
    .join('&');

export const startPaymentStandIn = async (now: () => number = Date.now): Promise<PaymentStandIn> => {
  const merchant = rsa();
  const wechat = rsa();
  const application = rsa();
  const alipay = rsa();
  const trades = new Map<string, StandInTrade>();
  let troubled: 'down' | 'processing' | 'refundFails' | undefined;
  const find = (tradeNo: string): StandInTrade => {
    const trade = trades.get(tradeNo);
    if (trade === undefined) throw new Error(`the stand-in has no trade ${tradeNo}`);
    return trade;
  };
  const open = (tradeNo: string, totalFen: number, notifyUrl: string): void => {
    trades.set(tradeNo, { tradeNo, totalFen, notifyUrl, state: 'open', txn: undefined, refunds: new Map() });
  };

  /** A number that was used changes nothing; more than was paid is refused. A trade is refunded once all of it has gone back. */
  const giveBack = (trade: StandInTrade, refundNo: string, amountFen: number): boolean => {
    const given = [...trade.refunds.values()].reduce((sum, one) => sum + one, 0);
    if (trade.refunds.has(refundNo)) return trade.refunds.get(refundNo) === amountFen;
    if (given + amountFen > trade.totalFen) return false;
    trade.refunds.set(refundNo, amountFen);
    if (given + amountFen === trade.totalFen) trade.state = 'refunded';
    return true;
  };

  const wechatHeaders = (body: string, atMs = now()): Record<string, string> => {
    const timestamp = String(Math.floor(atMs / 1000));
    const nonce = randomBytes(16).toString('hex');
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': PLATFORM_KEY_ID,
      'wechatpay-signature': sign(wechat.privateKey, `${timestamp}\n${nonce}\n${body}\n`),
    };
  };
  const answerWechat = (response: ServerResponse, status: number, content: object | undefined): void => {
    const body = content === undefined ? '' : JSON.stringify(content);
    response.writeHead(status, { 'content-type': 'application/json', ...wechatHeaders(body) }).end(body);
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
  const transactionOf = (trade: StandInTrade, totalFen = trade.totalFen, mchId = MCH_ID): object => ({
    appid: APP_ID,
    mchid: mchId,
    out_trade_no: trade.tradeNo,
    trade_state: { open: 'NOTPAY', paid: 'SUCCESS', closed: 'CLOSED', refunded: 'REFUND' }[trade.state],
    trade_type: 'NATIVE',
    payer: { openid: 'o-THE-PAYER' },
    ...(trade.txn === undefined
      ? {}
      : {
          transaction_id: trade.txn,
          success_time: new Date(now()).toISOString(),
          amount: { total: totalFen, payer_total: totalFen, currency: 'CNY' },
        }),
  });

  const serveWechat = (request: IncomingMessage, response: ServerResponse, url: URL, body: string): void => {
    if (!isSignedByMerchant(request, body)) return answerWechat(response, 401, { code: 'SIGN_ERROR', message: '签名错误' });
    const input: unknown = body === '' ? {} : JSON.parse(body);
    if (url.pathname === '/v3/pay/transactions/native') {
      const asked = input as { appid: string; mchid: string; out_trade_no: string; notify_url: string; amount: { total: number } };
      if (asked.appid !== APP_ID || asked.mchid !== MCH_ID) return answerWechat(response, 400, { code: 'PARAM_ERROR', message: '' });
      open(asked.out_trade_no, asked.amount.total, asked.notify_url);
      return answerWechat(response, 200, { code_url: `weixin://wxpay/bizpayurl?pr=${asked.out_trade_no.slice(-6)}` });
    }
    if (url.pathname === '/v3/refund/domestic/refunds') {
      const asked = input as { out_trade_no: string; out_refund_no: string; amount: { refund: number; total: number } };
      const trade = trades.get(asked.out_trade_no);
      if (trade?.txn === undefined || asked.amount.total !== trade.totalFen || troubled === 'refundFails')
        return answerWechat(response, 404, { code: 'RESOURCE_NOT_EXISTS', message: '' });
      if (!giveBack(trade, asked.out_refund_no, asked.amount.refund))
        return answerWechat(response, 400, { code: 'INVALID_REQUEST', message: '申请退款金额大于订单剩余可退金额' });
      const status = troubled === 'processing' ? 'PROCESSING' : 'SUCCESS';
      return answerWechat(response, 200, { refund_id: `50${asked.out_refund_no}`, out_refund_no: asked.out_refund_no, status });
    }
    const [, tradeNo = '', closing] = /^\/v3\/pay\/transactions\/out-trade-no\/(\w+)(\/close)?$/.exec(url.pathname) ?? [];
    const trade = trades.get(tradeNo);
    if (trade === undefined) return answerWechat(response, 404, { code: 'ORDER_NOT_EXIST', message: '订单不存在' });
    if (closing === undefined) return answerWechat(response, 200, transactionOf(trade));
    if (trade.txn !== undefined) return answerWechat(response, 400, { code: 'ORDERPAID', message: '订单已支付' });
    trade.state = 'closed';
    return answerWechat(response, 204, undefined);
  };

  const serveAlipay = (response: ServerResponse, body: string): void => {
    const params: Record<string, string> = Object.fromEntries(new URLSearchParams(body));
    const { method = '', sign: given = '' } = params;
    const answer = (content: object): void => {
      const told = JSON.stringify(content);
      const signed = sign(alipay.privateKey, told).replaceAll('/', '\\/');
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"${method.replaceAll('.', '_')}_response":${told},"sign":"${signed}"}`);
    };
    const isSigned =
      params['app_id'] === ALIPAY_APP_ID &&
      createVerify('RSA-SHA256')
        .update(sorted(params, ['sign']))
        .verify(application.publicKey, given, 'base64');
    if (!isSigned) return answer({ code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature' });
    const content = JSON.parse(params['biz_content'] ?? '{}') as Record<string, string>;
    const trade = trades.get(content['out_trade_no'] ?? '');
    if (trade === undefined) return answer({ code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST' });
    const { tradeNo, txn = '' } = trade;
    const ok = { code: '10000', msg: 'Success', out_trade_no: tradeNo, trade_no: txn };
    if (method === 'alipay.trade.query') {
      const status = { open: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED', refunded: 'TRADE_CLOSED' }[trade.state];
      return answer({
        ...ok,
        trade_status: status,
        total_amount: yuan(trade.totalFen),
        send_pay_date: chinaTime(now()),
        buyer_logon_id: 'THE-PAYER',
      });
    }
    if (method === 'alipay.trade.close') {
      if (trade.txn !== undefined) return answer({ code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_STATUS_ERROR' });
      trade.state = 'closed';
      return answer(ok);
    }
    if (trade.txn === undefined || troubled === 'refundFails') return answer({ code: '40004', sub_code: 'ACQ.TRADE_HAS_FINISHED' });
    const isNew = !trade.refunds.has(content['out_request_no'] ?? '');
    if (!giveBack(trade, content['out_request_no'] ?? '', Math.round(Number(content['refund_amount']) * 100)))
      return answer({ code: '40004', sub_code: 'ACQ.REASON_TRADE_REFUND_FEE_ERR' });
    return answer({ ...ok, fund_change: isNew ? 'Y' : 'N', refund_fee: content['refund_amount'] });
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const body = await text(request);
    if (troubled === 'down') return void response.destroy();
    if (url.pathname === '/gateway.do') serveAlipay(response, body);
    else serveWechat(request, response, url, body);
  };
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    environment: {
      PAY_PROVIDERS: 'wechat,alipay',
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
      // As Alipay's tool gives them.
      ALIPAY_PRIVATE_KEY: pemOf(application.privateKey, 'pkcs8').replaceAll(/-----.*?-----|\n/g, ''),
      ALIPAY_PUBLIC_KEY: pemOf(alipay.publicKey, 'spki').replaceAll(/-----.*?-----|\n/g, ''),
      ALIPAY_GATEWAY_URL: `${origin}/gateway.do`,
    },
    trades,
    pay(tradeNo) {
      const trade = find(tradeNo);
      if (trade.state !== 'open') throw new Error(`trade ${tradeNo} is ${trade.state}`);
      trade.state = 'paid';
      trade.txn = `42000${randomBytes(10).toString('hex')}`;
      return trade.txn;
    },
    openAlipayPage(action, fields) {
      if (!action.startsWith(`${origin}/gateway.do`)) throw new Error(`a form for somebody else: ${action}`);
      const isSigned = createVerify('RSA-SHA256')
        .update(sorted(fields, ['sign']))
        .verify(application.publicKey, fields['sign'] ?? '', 'base64');
      if (!isSigned || fields['method'] !== 'alipay.trade.page.pay') throw new Error('a form that is not signed');
      const content = JSON.parse(fields['biz_content'] ?? '{}') as Record<string, string>;
      open(content['out_trade_no'] ?? '', Math.round(Number(content['total_amount']) * 100), fields['notify_url'] ?? '');
    },
    wechatNotification(tradeNo, { id = randomBytes(16).toString('hex'), totalFen, mchId, type = 'TRANSACTION.SUCCESS', atMs } = {}) {
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
      return { headers: { 'content-type': 'application/json', ...wechatHeaders(body, atMs) }, body };
    },
    alipayNotification(tradeNo, { id = randomBytes(16).toString('hex'), totalFen, appId = ALIPAY_APP_ID, atMs = now(), status } = {}) {
      const trade = find(tradeNo);
      const params: Record<string, string> = {
        notify_id: id,
        notify_type: 'trade_status_sync',
        notify_time: chinaTime(atMs),
        app_id: appId,
        seller_id: SELLER_ID,
        out_trade_no: tradeNo,
        trade_no: trade.txn ?? '',
        trade_status: status ?? (trade.txn === undefined ? 'WAIT_BUYER_PAY' : 'TRADE_SUCCESS'),
        total_amount: yuan(totalFen ?? trade.totalFen),
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
    refundsOf: (tradeNo) => [...find(tradeNo).refunds.values()],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
