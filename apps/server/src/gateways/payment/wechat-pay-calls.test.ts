/**
 * Tests of the WeChat Pay adapter with a scripted server: the exact requests it sends, and the result of every response and notification.
 */
import { createCipheriv, createSign, createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentGateway } from './payment-gateway.ts';
import { type AskedCall, errorOf, forged, refused, type ScriptedPlatform, startScriptedPlatform } from './testing/scripted-platform.ts';
import { createWechatPay, type WechatPaySettings } from './wechat-pay.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 15);
const FIVE_MINUTES_MS = 300_000;
const TRADE = '20261121201500000001_a';
const KEY_ID = 'PUB_KEY_ID_1';
const API_KEY = 'a-secret-of-32-characters-long!!';
const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 });
const wechat = generateKeyPairSync('rsa', { modulusLength: 2048 });
const sign = (key: KeyObject, text: string): string => createSign('RSA-SHA256').update(text).sign(key, 'base64');

let platform: ScriptedPlatform;
/** Headers of the response, which replace the signature headers. */
let otherHeaders: Record<string, string> | undefined;
let now = NOW;

const signedHeaders = (body: string, change: { at?: number; serial?: string; key?: KeyObject } = {}): Record<string, string> => {
  const timestamp = String(Math.floor((change.at ?? now) / 1000));
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': 'nonce',
    'wechatpay-serial': change.serial ?? KEY_ID,
    'wechatpay-signature': sign(change.key ?? wechat.privateKey, `${timestamp}\nnonce\n${body}\n`),
  };
};
let settings: WechatPaySettings;
let gateway: PaymentGateway;
beforeAll(async () => {
  platform = await startScriptedPlatform();
  settings = {
    appId: 'our-app',
    mchId: 'our-mch',
    serialNo: 'OUR-SERIAL',
    privateKey: merchant.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    platformKeyId: KEY_ID,
    platformKey: wechat.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    apiV3Key: API_KEY,
    apiUrl: platform.origin,
  };
  gateway = createWechatPay(settings, { now: () => now });
});
afterAll(() => platform?.stop());
beforeEach(() => {
  platform.asked.length = 0;
  platform.respond = undefined;
  otherHeaders = undefined;
  now = NOW;
});

const responds = (content: object | string, withStatus = 200): void => {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  platform.respond = () => ({ status: withStatus, headers: { location: '/elsewhere', ...(otherHeaders ?? signedHeaders(body)) }, body });
};
const BEGIN = '/v3/pay/transactions/native';
const QUERY = `/v3/pay/transactions/out-trade-no/${TRADE}`;
const REFUND = '/v3/refund/domestic/refunds';
const payment = {
  tradeNo: TRADE,
  amountFen: 3980,
  subject: '《论语》',
  expireAt: NOW + 30 * 60_000 + 1,
  notifyUrl: 'https://books.example.com/notify',
  returnUrl: 'https://books.example.com/back',
};
const refund = {
  tradeNo: TRADE,
  refundNo: 'r1',
  refundFen: 105,
  totalFen: 3980,
  reason: '买错了',
  notifyUrl: 'https://books.example.com/refund',
};
const paid = (change: object = {}) => ({
  appid: 'our-app',
  mchid: 'our-mch',
  out_trade_no: TRADE,
  transaction_id: '4200',
  trade_state: 'SUCCESS',
  success_time: '2026-11-21T20:14:59+08:00',
  amount: { total: 3980, currency: 'CNY' },
  payer: { openid: 'THE-PAYER' },
  ...change,
});
const raw = (change: object = {}) => {
  const { payer: _, appid: __, mchid: ___, ...content } = paid(change) as ReturnType<typeof paid>;
  return content;
};

/** Returns the parts of a call's authorization header, and whether the signature in it is valid for this call. */
const authorizationOf = ({ headers, method, url, body }: AskedCall) => {
  const [scheme, rest = ''] = (headers.authorization ?? '').split(' ');
  const fields = Object.fromEntries(Array.from(rest.matchAll(/(\w+)="([^"]*)"/g), ([, name = '', value = '']) => [name, value]));
  const text = `${method}\n${url}\n${fields['timestamp']}\n${fields['nonce_str']}\n${body}\n`;
  const isSigned = createVerify('RSA-SHA256')
    .update(text)
    .verify(merchant.publicKey, fields['signature'] ?? '', 'base64');
  return {
    scheme,
    isSigned,
    mchid: fields['mchid'],
    serial: fields['serial_no'],
    timestamp: fields['timestamp'],
    nonce: fields['nonce_str'],
  };
};

describe('a call to WeChat Pay', () => {
  it('with a body is signed over method, URL, time and body', async () => {
    responds({ code_url: 'weixin://wxpay/x' });
    expect(await gateway.begin(payment)).toEqual({ kind: 'qr', codeUrl: 'weixin://wxpay/x' });
    const [call] = platform.asked as [AskedCall];
    expect({ method: call.method, url: call.url, input: JSON.parse(call.body) as unknown }).toEqual({
      method: 'POST',
      url: BEGIN,
      input: {
        appid: 'our-app',
        mchid: 'our-mch',
        description: '《论语》',
        out_trade_no: TRADE,
        time_expire: '2026-11-21T12:45:00+00:00',
        notify_url: 'https://books.example.com/notify',
        amount: { total: 3980, currency: 'CNY' },
      },
    });
    expect(call.headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'shufang',
      'wechatpay-serial': KEY_ID,
    });
    expect(authorizationOf(call)).toEqual({
      scheme: 'WECHATPAY2-SHA256-RSA2048',
      isSigned: true,
      mchid: 'our-mch',
      serial: 'OUR-SERIAL',
      timestamp: String(NOW / 1000),
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('without a body sends none, and is signed with its query', async () => {
    responds(paid());
    await gateway.query(TRADE);
    await gateway.query(TRADE);
    const [call, again] = platform.asked as [AskedCall, AskedCall];
    expect([call.method, call.url, call.body]).toEqual(['GET', `${QUERY}?mchid=our-mch`, '']);
    expect(call.headers).not.toHaveProperty('content-type');
    expect(authorizationOf(call)).toMatchObject({ isSigned: true });
    expect(authorizationOf(again).nonce).not.toBe(authorizationOf(call).nonce);
  });

  it('that is redirected or without a response is reported as unreachable', async () => {
    responds('', 302);
    const error: unknown = await gateway.query(TRADE).catch((thrown: unknown) => thrown);
    expect(await errorOf(Promise.reject(error as Error))).toEqual(refused(QUERY, 'unreachable'));
    expect((error as Error).cause).toBeInstanceOf(Error);
    platform.respond = undefined;
    const impatient = createWechatPay({ ...settings, timeoutMs: 50 }, { now: () => now });
    expect(await errorOf(impatient.query(TRADE))).toEqual(refused(QUERY, 'unreachable'));
  });

  it("that is refused throws WeChat's code, or the status if there is none", async () => {
    responds({ code: 'SIGN_ERROR' }, 401);
    expect(await errorOf(gateway.begin(payment))).toEqual(refused(BEGIN, 'SIGN_ERROR'));
    responds('<html>', 502);
    expect(await errorOf(gateway.begin(payment))).toEqual(refused(BEGIN, 'status 502'));
    responds({}, 300);
    expect(await errorOf(gateway.begin(payment))).toEqual(refused(BEGIN, 'status 300'));
  });

  it('with a response that WeChat did not sign just now is refused', async () => {
    const body = JSON.stringify(paid());
    responds(body);
    const notSigned = refused(QUERY, 'an answer that WeChat did not sign');
    for (const headers of [
      {},
      signedHeaders(body, { serial: 'another' }),
      signedHeaders(body, { key: merchant.privateKey }),
      signedHeaders(`${body} `),
      signedHeaders(body, { at: NOW - FIVE_MINUTES_MS - 1_000 }),
      signedHeaders(body, { at: NOW + FIVE_MINUTES_MS + 1_000 }),
      { ...signedHeaders(body), 'wechatpay-nonce': 'other' },
      { ...signedHeaders(body), 'wechatpay-timestamp': 'soon' },
    ]) {
      otherHeaders = headers;
      expect(await errorOf(gateway.query(TRADE)), JSON.stringify(headers)).toEqual(notSigned);
    }
    for (const at of [NOW - FIVE_MINUTES_MS, NOW + FIVE_MINUTES_MS]) {
      otherHeaders = signedHeaders(body, { at });
      expect(await gateway.query(TRADE)).toMatchObject({ state: 'paid' });
    }
  });

  it('with a response in another format is reported as unreadable', async () => {
    const unreadable = (call: string) => refused(call, 'an answer that cannot be read');
    for (const body of ['', 'no json', '{}', '{"code_url":""}', JSON.stringify({ code_url: 'x'.repeat(513) })]) {
      responds(body);
      expect(await errorOf(gateway.begin(payment)), body.slice(0, 20)).toEqual(unreadable(BEGIN));
    }
    responds({ code_url: 'x'.repeat(512) });
    expect(await gateway.begin(payment)).toMatchObject({ kind: 'qr' });
    responds({ status: 'SUCCESS' });
    expect(await errorOf(gateway.refund(refund))).toEqual(unreadable(REFUND));
    responds({});
    const error: unknown = await gateway.query(TRADE).catch((thrown: unknown) => thrown);
    expect((error as Error).message).toBe(unreadable(QUERY).message);
    expect((error as Error).cause).toBeInstanceOf(Error);
  });

  it('sends the titles of the books in at most 127 whole characters', async () => {
    responds({ code_url: 'weixin://x' });
    await gateway.begin({ ...payment, subject: '𠀀'.repeat(128) });
    expect((JSON.parse(platform.asked[0]?.body ?? '{}') as { description: string }).description).toBe('𠀀'.repeat(127));
  });
});

describe('a query of a trade', () => {
  const query = (content: object) => {
    responds(content);
    return gateway.query(TRADE);
  };

  it.each(['SUCCESS', 'REFUND'])('returns a payment: %s', async (trade_state) => {
    expect(await query(paid({ trade_state }))).toEqual({
      tradeNo: TRADE,
      state: 'paid',
      txn: '4200',
      amountFen: 3980,
      paidAt: NOW - 1_000,
      raw: raw({ trade_state }),
    });
  });

  it.each([
    ['NOTPAY', 'unpaid'],
    ['USERPAYING', 'unpaid'],
    ['PAYERROR', 'unpaid'],
    ['ACCEPT', 'unpaid'],
    ['CLOSED', 'closed'],
    ['REVOKED', 'closed'],
  ] as const)('returns a trade that is not paid: %s is %s', async (trade_state, state) => {
    expect(await query(paid({ trade_state }))).toEqual({ tradeNo: TRADE, state, raw: raw({ trade_state }) });
  });

  it('returns no payment time when WeChat sends none', async () => {
    for (const success_time of [undefined, 'yesterday']) expect(await query(paid({ success_time }))).not.toHaveProperty('paidAt');
  });

  it('reads an amount without a currency as yuan', async () => {
    expect(await query(paid({ amount: { total: 1 } }))).toMatchObject({ amountFen: 1 });
  });

  it.each([
    { appid: 'another' },
    { mchid: 'another' },
    { out_trade_no: 'another' },
    { transaction_id: undefined },
    { amount: undefined },
    { amount: {} },
    { amount: { total: 3980, currency: 'JPY' } },
  ])('refuses a response about another trade, merchant or currency: %j', async (change) => {
    expect(await errorOf(query(paid(change)))).toEqual(refused(QUERY, 'an answer about another trade'));
  });

  it('does not accept an amount with fractions of a fen', async () => {
    expect(await errorOf(query(paid({ amount: { total: 1.5 } })))).toEqual(refused(QUERY, 'an answer that cannot be read'));
  });

  it.each(['ORDER_NOT_EXIST', 'ORDERNOTEXIST'])('returns unpaid for a trade that no payer has opened: %s', async (code) => {
    responds({ code }, 404);
    expect(await gateway.query(TRADE)).toEqual({ tradeNo: TRADE, state: 'unpaid', raw: { code } });
  });

  it('throws otherwise', async () => {
    responds({ code: 'SYSTEM_ERROR' }, 500);
    expect(await errorOf(gateway.query(TRADE))).toEqual(refused(QUERY, 'SYSTEM_ERROR'));
  });
});

describe('closing a trade', () => {
  it('succeeds when WeChat confirms it', async () => {
    responds('', 204);
    await gateway.close(TRADE);
    const [{ method, url, body }] = platform.asked as [AskedCall];
    expect([method, url, body]).toEqual(['POST', `${QUERY}/close`, '{"mchid":"our-mch"}']);
  });

  it.each(['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'ORDER_CLOSED', 'ORDERCLOSED'])(
    'succeeds when there is nothing to close: %s',
    async (code) => {
      responds({ code }, 400);
      await expect(gateway.close(TRADE)).resolves.toBeUndefined();
    },
  );

  it('throws otherwise', async () => {
    responds({ code: 'ORDERPAID' }, 400);
    expect(await errorOf(gateway.close(TRADE))).toEqual(refused(`${QUERY}/close`, 'ORDERPAID'));
  });
});

describe('a refund', () => {
  it('sends trade, amounts, our refund number, the reason and the notification URL', async () => {
    responds({ status: 'SUCCESS', refund_id: '50', out_refund_no: 'r1', user_received_account: 'THE-PAYER' });
    expect(await gateway.refund(refund)).toEqual({ state: 'succeeded', raw: { status: 'SUCCESS', refund_id: '50', out_refund_no: 'r1' } });
    const [{ method, url, body }] = platform.asked as [AskedCall];
    expect([method, url, JSON.parse(body)]).toEqual([
      'POST',
      REFUND,
      {
        out_trade_no: TRADE,
        out_refund_no: 'r1',
        reason: '买错了',
        notify_url: 'https://books.example.com/refund',
        amount: { refund: 105, total: 3980, currency: 'CNY' },
      },
    ]);
  });

  it('always has a reason, of at most 26 characters', async () => {
    responds({ status: 'SUCCESS', refund_id: '50', out_refund_no: 'r1' });
    await gateway.refund({ ...refund, reason: '' });
    await gateway.refund({ ...refund, reason: '𠀀'.repeat(27) });
    expect(platform.asked.map(({ body }) => (JSON.parse(body) as { reason: string }).reason)).toEqual(['退款', '𠀀'.repeat(26)]);
  });

  it.each([
    ['PROCESSING', { state: 'processing' }],
    ['CLOSED', { state: 'failed', reason: '微信支付：CLOSED' }],
    ['ABNORMAL', { state: 'failed', reason: '微信支付：ABNORMAL' }],
  ])('has the result %s', async (refundStatus, fact) => {
    responds({ status: refundStatus, refund_id: '50', out_refund_no: 'r1' });
    expect(await gateway.refund(refund)).toEqual({ ...fact, raw: { status: refundStatus, refund_id: '50', out_refund_no: 'r1' } });
  });

  it('fails permanently when WeChat does not know the trade, and can be retried otherwise', async () => {
    responds({ code: 'RESOURCE_NOT_EXISTS' }, 404);
    expect(await gateway.refund(refund)).toEqual({ state: 'failed', reason: '微信支付没有这笔交易', raw: { code: 'RESOURCE_NOT_EXISTS' } });
    responds({ code: 'NOT_ENOUGH' }, 403);
    expect(await errorOf(gateway.refund(refund))).toEqual(refused(REFUND, 'NOT_ENOUGH'));
  });
});

describe('a notification of WeChat Pay', () => {
  const sealed = (content: unknown, change: { key?: string; about?: string } = {}) => {
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(change.key ?? API_KEY), Buffer.from('twelve-bytes'));
    cipher.setAAD(Buffer.from(change.about ?? 'transaction'));
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64');
  };
  const notificationOf = (content: unknown, change: { top?: object; resource?: object; key?: string; about?: string } = {}) => ({
    id: 'n-1',
    event_type: 'TRANSACTION.SUCCESS',
    resource: {
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: sealed(content, change),
      associated_data: 'transaction',
      nonce: 'twelve-bytes',
      ...change.resource,
    },
    ...change.top,
  });
  const read = (body: object | string, headers?: Record<string, string | string[]>) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return gateway.readNotification({ headers: headers ?? signedHeaders(text), body: Buffer.from(text) });
  };

  it('reports a payment', async () => {
    const fact = { tradeNo: TRADE, state: 'paid', txn: '4200', amountFen: 3980, paidAt: NOW - 1_000, raw: raw() };
    expect(await read(notificationOf(paid()))).toEqual({ id: 'n-1', tradeNo: TRADE, fact });
  });

  it('may contain nothing but the encrypted resource, and have repeated headers', async () => {
    const body = JSON.stringify(notificationOf(paid(), { about: '', resource: { associated_data: undefined } }));
    const headers = Object.fromEntries(Object.entries(signedHeaders(body)).map(([name, value]) => [name, [value, 'another']]));
    expect(await read(body, headers)).toMatchObject({ tradeNo: TRADE });
  });

  it('is refused when it is not signed', async () => {
    const notSigned = forged('not signed by WeChat, or not now');
    const body = JSON.stringify(notificationOf(paid()));
    expect(await errorOf(read(body, {}))).toEqual(notSigned);
    for (const name of ['timestamp', 'nonce', 'serial', 'signature']) {
      const { [`wechatpay-${name}`]: _, ...headers } = signedHeaders(body);
      expect(await errorOf(read(body, headers)), name).toEqual(notSigned);
    }
  });

  it('is refused when it cannot be parsed or decrypted', async () => {
    const unreadable = forged('unreadable');
    for (const body of [
      '',
      'no json',
      '{}',
      JSON.stringify(notificationOf(paid(), { top: { id: '' } })),
      JSON.stringify(notificationOf(paid(), { top: { id: 'x'.repeat(65) } })),
    ])
      expect(await errorOf(read(body)), body.slice(0, 20)).toEqual(unreadable);
    expect(await read(notificationOf(paid(), { top: { id: 'x'.repeat(64) } }))).toMatchObject({ tradeNo: TRADE });
    expect(await errorOf(read(notificationOf(paid(), { resource: { algorithm: 'AES' } })))).toEqual(forged('unknown algorithm AES'));
    const closed = forged('cannot be decrypted');
    expect(await errorOf(read(notificationOf(paid(), { key: 'b-secret-of-32-characters-long!!' })))).toEqual(closed);
    expect(await errorOf(read(notificationOf(paid(), { about: 'another' })))).toEqual(closed);
    expect(await errorOf(read(notificationOf(paid(), { resource: { ciphertext: '' } })))).toEqual(closed);
  });

  it('about no payment to this merchant is refused', async () => {
    const none = forged('about no payment to us');
    for (const content of ['no json', '{}', paid({ mchid: 'another' }), paid({ amount: { total: 1, currency: 'USD' } })])
      expect(await errorOf(read(notificationOf(content)))).toEqual(none);
  });

  it('of a refund reports no payment, and is accepted for this merchant only', async () => {
    const top = { event_type: 'REFUND.SUCCESS' };
    expect(await read(notificationOf({ mchid: 'our-mch', out_trade_no: TRADE }, { top }))).toEqual({
      id: 'n-1',
      tradeNo: TRADE,
      fact: undefined,
    });
    for (const content of ['{}', { mchid: 'another', out_trade_no: TRADE }, { mchid: 'our-mch' }])
      expect(await errorOf(read(notificationOf(content, { top })))).toEqual(forged('about nothing of ours'));
  });

  it('gets the response that WeChat expects', () => {
    expect([gateway.channel, gateway.accepted, gateway.refused]).toEqual([
      'wechatNative',
      { status: 200, type: 'application/json', body: '{"code":"SUCCESS","message":""}' },
      { status: 401, type: 'application/json', body: '{"code":"FAIL","message":"验签失败"}' },
    ]);
  });
});
