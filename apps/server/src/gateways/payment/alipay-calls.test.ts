/** Tests of the Alipay adapter with a scripted server: the exact requests it sends, and the result of every response and notification. */
import { createSign, createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AlipaySettings, createAlipay } from './alipay.ts';
import { ForgedNotification, type PaymentGateway, PlatformError } from './payment-gateway.ts';
import { type AskedCall, errorOf, forged, refused, type ScriptedPlatform, startScriptedPlatform } from './testing/scripted-platform.ts';

/** The current time of these tests: 2026-11-21 20:15:00 in China. */
const NOW = Date.UTC(2026, 10, 21, 12, 15);
const HOUR_MS = 3_600_000;
const TRADE = '20261121201500000001_a';
const application = generateKeyPairSync('rsa', { modulusLength: 2048 });
const alipay = generateKeyPairSync('rsa', { modulusLength: 2048 });
const sign = (key: KeyObject, text: string): string => createSign('RSA-SHA256').update(text).sign(key, 'base64');
const sorted = (params: Readonly<Record<string, string>>, without: readonly string[]): string =>
  Object.keys(params)
    .filter((name) => params[name] !== '' && !without.includes(name))
    .toSorted()
    .map((name) => `${name}=${params[name]}`)
    .join('&');

let platform: ScriptedPlatform;
let settings: AlipaySettings;
let now = NOW;
let gateway: PaymentGateway;
beforeAll(async () => {
  platform = await startScriptedPlatform();
  settings = {
    appId: 'our-app',
    sellerId: 'our-seller',
    privateKey: application.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    alipayKey: alipay.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    gatewayUrl: `${platform.origin}/gateway.do`,
  };
  gateway = createAlipay(settings, { now: () => now });
});
afterAll(() => platform?.stop());
beforeEach(() => {
  platform.asked.length = 0;
  platform.respond = undefined;
  now = NOW;
});

const paramsOf = (call: AskedCall | undefined): Record<string, string> => Object.fromEntries(new URLSearchParams(call?.body));
const respondWith = (body: string): void => {
  platform.respond = () => ({ body });
};

const nameOf = (method: string): string => `${method.replaceAll('.', '_')}_response`;
/** A response body as Alipay sends it, signed over the exact text of the response. */
const signedBody = (method: string, content: object | string): string => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return `{"${nameOf(method)}":${text},"sign":"${sign(alipay.privateKey, text)}"}`;
};
const responds = (content: object): void => {
  platform.respond = (call) => ({ body: signedBody(paramsOf(call)['method'] ?? '', content) });
};
const contentOf = (call = platform.asked[0]): unknown => JSON.parse(paramsOf(call)['biz_content'] ?? '{}');
const payment = {
  tradeNo: TRADE,
  amountFen: 3980,
  subject: '《论语》',
  expireAt: NOW + 30 * 60_000,
  notifyUrl: 'https://books.example.com/notify',
  returnUrl: 'https://books.example.com/back',
};

describe('the form that begins a payment', () => {
  it('contains application, order, expiry, notification URL and return URL, signed with our key', async () => {
    const start = await gateway.begin(payment);
    if (start.kind !== 'form') throw new Error('no form');
    const { sign: signature = '', biz_content = '', ...fields } = start.fields as Record<string, string>;
    expect(start.action).toBe(`${settings.gatewayUrl}?charset=utf-8`);
    expect(fields).toEqual({
      app_id: 'our-app',
      method: 'alipay.trade.page.pay',
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: '2026-11-21 20:15:00',
      version: '1.0',
      notify_url: 'https://books.example.com/notify',
      return_url: 'https://books.example.com/back',
    });
    expect(JSON.parse(biz_content)).toEqual({
      out_trade_no: TRADE,
      product_code: 'FAST_INSTANT_TRADE_PAY',
      total_amount: '39.80',
      subject: '《论语》',
      time_expire: '2026-11-21 20:45:00',
    });
    const text = sorted({ ...fields, biz_content }, ['sign']);
    expect(createVerify('RSA-SHA256').update(text).verify(application.publicKey, signature, 'base64')).toBe(true);
    expect(platform.asked).toEqual([]);
  });

  it('has a subject of at most eighty whole characters, without those that Alipay forbids', async () => {
    const subjectOf = async (subject: string): Promise<unknown> => {
      const start = await gateway.begin({ ...payment, subject });
      if (start.kind !== 'form') throw new Error('no form');
      return (JSON.parse((start.fields as Record<string, string>)['biz_content'] ?? '{}') as { subject: string }).subject;
    };
    expect(await subjectOf('a/b=c&d/e')).toBe('a b c d e');
    expect(await subjectOf('𠀀'.repeat(81))).toBe('𠀀'.repeat(80));
  });
});

describe('a call to Alipay', () => {
  it('is a signed form, and empty parameters are not signed', async () => {
    responds({ code: '10000', out_trade_no: TRADE, trade_status: 'WAIT_BUYER_PAY' });
    await gateway.query(TRADE);
    expect(platform.asked).toHaveLength(1);
    const [{ url, method, headers }] = platform.asked as [AskedCall];
    expect({ url, method, contentType: headers['content-type'] }).toEqual({
      url: '/gateway.do?charset=utf-8',
      method: 'POST',
      contentType: 'application/x-www-form-urlencoded;charset=UTF-8',
    });
    const { sign: signature = '', ...rest } = paramsOf(platform.asked[0]);
    expect(rest).toEqual({
      app_id: 'our-app',
      method: 'alipay.trade.query',
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: '2026-11-21 20:15:00',
      version: '1.0',
      biz_content: JSON.stringify({ out_trade_no: TRADE }),
    });
    expect(createVerify('RSA-SHA256').update(sorted(rest, [])).verify(application.publicKey, signature, 'base64')).toBe(true);
  });

  it('that is redirected, cut off or without a response is reported as unreachable', async () => {
    platform.respond = () => ({ status: 302, headers: { location: '/elsewhere' }, body: '' });
    expect(await errorOf(gateway.query(TRADE))).toEqual(refused('alipay.trade.query', 'unreachable'));
    platform.respond = undefined;
    const impatient = createAlipay({ ...settings, timeoutMs: 50 }, { now: () => now });
    expect(await errorOf(impatient.query(TRADE))).toEqual(refused('alipay.trade.query', 'unreachable'));
    const nowhere = createAlipay({ ...settings, gatewayUrl: 'http://127.0.0.1:1/gateway.do' }, { now: () => now });
    const error: unknown = await nowhere.close(TRADE).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PlatformError);
    expect((error as PlatformError).cause).toBeInstanceOf(Error);
  });

  it('is verified over the text that was signed, whether the signature follows or precedes it', async () => {
    const text = '{"code":"10000","out_trade_no":"' + TRADE + '","trade_status":"TRADE_CLOSED"}';
    const signature = sign(alipay.privateKey, text);
    const name = nameOf('alipay.trade.query');
    for (const body of [
      `{"${name}":${text},"sign":"${signature}"}`,
      `{"${name}": ${text} , "alipay_cert_sn":"1", "sign":"${signature}"}`,
      `{"sign":"${signature}","${name}":${text}}`,
      `{"sign":"${signature.replaceAll('/', '\\/')}","${name}":${text}}`,
    ]) {
      respondWith(body);
      expect(await gateway.query(TRADE), body.slice(0, 60)).toMatchObject({ state: 'closed' });
    }
  });

  it.each([
    ['nothing', ''],
    ['no answer of this call', '{"another_response":{"code":"10000"},"sign":"AAAA"}'],
    ['no object', '{"alipay_trade_query_response":null}'],
    ['an open object', '{"alipay_trade_query_response":{"code":"10000","sign":"AAAA"'],
  ])('with the response %s is reported as unreadable', async (_, body) => {
    respondWith(body);
    expect(await errorOf(gateway.query(TRADE))).toEqual(refused('alipay.trade.query', 'an answer that cannot be read'));
  });

  it('with a signed response that has no code is reported as unreadable', async () => {
    responds({ out_trade_no: TRADE });
    const error: unknown = await gateway.query(TRADE).catch((thrown: unknown) => thrown);
    expect(await errorOf(Promise.reject(error as Error))).toEqual(refused('alipay.trade.query', 'an answer that cannot be read'));
    expect((error as Error).cause).toBeInstanceOf(Error);
  });

  it('with a response that Alipay did not sign is refused', async () => {
    const text = JSON.stringify({ code: '10000', out_trade_no: TRADE, trade_status: 'TRADE_CLOSED' });
    const notSigned = refused('alipay.trade.query', 'an answer that Alipay did not sign');
    for (const signature of [
      '',
      `,"sign":""`,
      `,"sign":"${sign(application.privateKey, text)}"`,
      `,"sign":"${sign(alipay.privateKey, `${text} `)}"`,
    ]) {
      respondWith(`{"alipay_trade_query_response":${text}${signature}}`);
      expect(await errorOf(gateway.query(TRADE)), signature.slice(0, 20)).toEqual(notSigned);
    }
  });
});

describe('a query of a trade', () => {
  const text = (change: object) => ({
    code: '10000',
    out_trade_no: TRADE,
    trade_no: '2026',
    trade_status: 'TRADE_SUCCESS',
    total_amount: '39.80',
    ...change,
  });
  const query = (content: object) => {
    responds(content);
    return gateway.query(TRADE);
  };

  it.each(['TRADE_SUCCESS', 'TRADE_FINISHED'])('returns a payment: %s', async (status) => {
    expect(await query(text({ trade_status: status, send_pay_date: '2026-11-21 20:14:59', buyer_logon_id: 'THE-PAYER' }))).toEqual({
      tradeNo: TRADE,
      state: 'paid',
      txn: '2026',
      amountFen: 3980,
      paidAt: NOW - 1_000,
      raw: { out_trade_no: TRADE, trade_no: '2026', trade_status: status, total_amount: '39.80' },
    });
  });

  it.each([
    ['WAIT_BUYER_PAY', 'unpaid'],
    ['TRADE_CLOSED', 'closed'],
    ['', 'closed'],
  ] as const)('returns a trade that is not paid: “%s” is %s', async (status, state) => {
    expect(await query(text({ trade_status: status }))).toEqual({
      tradeNo: TRADE,
      state,
      raw: { out_trade_no: TRADE, trade_no: '2026', trade_status: status, total_amount: '39.80' },
    });
    const { trade_status: _, ...silent } = text({});
    expect(await query(silent)).toMatchObject({ state: 'closed', raw: { trade_status: '' } });
  });

  it.each([
    ['0', 0],
    ['12', 1200],
    ['12.3', 1230],
    ['12.03', 1203],
    ['123456789.01', 12_345_678_901],
  ])('parses %s yuan as %i fen', async (total_amount, amountFen) => {
    expect(await query(text({ total_amount }))).toMatchObject({ amountFen });
  });

  const elsewhere = refused('alipay.trade.query', 'an answer about another trade');
  it.each(['', 'x12', '12x', '1.234', '1.', '.5', '-1', '1234567890', '1,5', '1 2'])(
    'does not parse “%s” as an amount',
    async (total_amount) => {
      expect(await errorOf(query(text({ total_amount })))).toEqual(elsewhere);
    },
  );

  it('refuses a payment without number or amount, and any response about another trade', async () => {
    for (const change of [
      { trade_no: '' },
      { trade_no: undefined },
      { total_amount: undefined },
      { out_trade_no: 'another' },
      { out_trade_no: undefined },
    ])
      expect(await errorOf(query(text(change))), JSON.stringify(change)).toEqual(elsewhere);
  });

  it('returns no payment time when Alipay sends none', async () => {
    for (const send_pay_date of [undefined, '', 'yesterday']) expect(await query(text({ send_pay_date }))).not.toHaveProperty('paidAt');
  });

  it('returns unpaid for a trade that no payer has opened', async () => {
    expect(await query({ code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' })).toEqual({
      tradeNo: TRADE,
      state: 'unpaid',
      raw: { sub_code: 'ACQ.TRADE_NOT_EXIST' },
    });
  });

  it("throws Alipay's own code, the more specific one if there is one", async () => {
    expect(await errorOf(query(text({ code: '40004', sub_code: 'ACQ.SYSTEM_ERROR' })))).toEqual(
      refused('alipay.trade.query', 'ACQ.SYSTEM_ERROR'),
    );
    expect(await errorOf(query(text({ code: '20000' })))).toEqual(refused('alipay.trade.query', '20000'));
  });
});

describe('closing a trade', () => {
  it('succeeds when Alipay confirms it, or does not know the trade', async () => {
    responds({ code: '10000' });
    await gateway.close(TRADE);
    expect([paramsOf(platform.asked[0])['method'], contentOf()]).toEqual(['alipay.trade.close', { out_trade_no: TRADE }]);
    responds({ code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' });
    await gateway.close(TRADE);
  });

  it('throws otherwise', async () => {
    responds({ code: '40004', sub_code: 'ACQ.TRADE_STATUS_ERROR' });
    expect(await errorOf(gateway.close(TRADE))).toEqual(refused('alipay.trade.close', 'ACQ.TRADE_STATUS_ERROR'));
    responds({ code: '20000' });
    expect(await errorOf(gateway.close(TRADE))).toEqual(refused('alipay.trade.close', '20000'));
  });
});

describe('a refund', () => {
  const refund = {
    tradeNo: TRADE,
    refundNo: 'r1',
    refundFen: 105,
    totalFen: 3980,
    reason: '买错了',
    notifyUrl: 'https://books.example.com/x',
  };

  it('sends trade, amount, our refund number and the reason', async () => {
    responds({ code: '10000', fund_change: 'Y' });
    expect(await gateway.refund(refund)).toEqual({
      state: 'succeeded',
      raw: { code: '10000', sub_code: undefined, fund_change: 'Y' },
    });
    expect([paramsOf(platform.asked[0])['method'], contentOf()]).toEqual([
      'alipay.trade.refund',
      { out_trade_no: TRADE, refund_amount: '1.05', out_request_no: 'r1', refund_reason: '买错了' },
    ]);
  });

  it('always has a reason, of at most eighty characters', async () => {
    responds({ code: '10000' });
    await gateway.refund({ ...refund, reason: '' });
    await gateway.refund({ ...refund, reason: '𠀀'.repeat(81) });
    expect(platform.asked.map((call) => (contentOf(call) as { refund_reason: string }).refund_reason)).toEqual(['退款', '𠀀'.repeat(80)]);
  });

  it.each(['ACQ.TRADE_HAS_FINISHED', 'ACQ.TRADE_NOT_EXIST', 'ACQ.REASON_TRADE_REFUND_FEE_ERR'])(
    'fails permanently with %s',
    async (sub_code) => {
      responds({ code: '40004', sub_code });
      expect(await gateway.refund(refund)).toEqual({
        state: 'failed',
        reason: `支付宝：${sub_code}`,
        raw: { code: '40004', sub_code, fund_change: undefined },
      });
    },
  );

  it('can be retried after any other error of Alipay', async () => {
    responds({ code: '40004', sub_code: 'ACQ.SYSTEM_ERROR' });
    expect(await errorOf(gateway.refund(refund))).toEqual(refused('alipay.trade.refund', 'ACQ.SYSTEM_ERROR'));
    responds({ code: '20000' });
    expect(await errorOf(gateway.refund(refund))).toEqual(refused('alipay.trade.refund', '20000'));
  });
});

describe('a notification of Alipay', () => {
  const good: Record<string, string> = {
    notify_id: 'n-1',
    notify_time: '2026-11-21 20:15:00',
    app_id: 'our-app',
    seller_id: 'our-seller',
    out_trade_no: TRADE,
    trade_no: '2026',
    trade_status: 'TRADE_SUCCESS',
    total_amount: '39.80',
    gmt_payment: '2026-11-21 20:14:00',
    body: '',
    sign_type: 'RSA2',
  };
  const read = (change: Record<string, string | undefined> = {}, by: PaymentGateway = gateway, key = alipay.privateKey) => {
    const params = Object.fromEntries(Object.entries({ ...good, ...change }).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
    const body = new URLSearchParams({ sign: sign(key, sorted(params, ['sign', 'sign_type'])), ...params }).toString();
    return by.readNotification({ headers: {}, body: Buffer.from(body) });
  };

  it('reports a payment', async () => {
    const raw = { out_trade_no: TRADE, trade_no: '2026', trade_status: 'TRADE_SUCCESS', total_amount: '39.80' };
    const fact = { tradeNo: TRADE, state: 'paid', txn: '2026', amountFen: 3980, paidAt: NOW - 60_000, raw };
    expect(await read()).toEqual({ id: 'n-1', tradeNo: TRADE, fact });
    expect((await read({ gmt_payment: undefined })).fact).not.toHaveProperty('paidAt');
  });

  it('is refused when it is not signed by Alipay in its way', async () => {
    const notSigned = forged('not signed by Alipay');
    expect(await errorOf(read({}, gateway, application.privateKey))).toEqual(notSigned);
    expect(await errorOf(read({ sign_type: 'RSA' }))).toEqual(notSigned);
    expect(await errorOf(read({ sign_type: undefined }))).toEqual(notSigned);
    expect(await errorOf(read({ sign: '' }))).toEqual(notSigned);
    expect(await errorOf(gateway.readNotification({ headers: {}, body: Buffer.from('') }))).toEqual(notSigned);
    expect(await read({ sign_type: 'RSA2' }).catch((error: unknown) => error)).not.toBeInstanceOf(ForgedNotification);
  });

  it('for another application or merchant is refused; without a configured merchant any is accepted', async () => {
    expect(await errorOf(read({ app_id: 'another' }))).toEqual(forged('for another application'));
    expect(await errorOf(read({ seller_id: 'another' }))).toEqual(forged('for another merchant'));
    expect(await errorOf(read({ seller_id: undefined }))).toEqual(forged('for another merchant'));
    const any = createAlipay({ ...settings, sellerId: undefined }, { now: () => now });
    expect(await read({ seller_id: 'another' }, any)).toMatchObject({ tradeNo: TRADE });
  });

  it('is accepted for twenty-six hours, before and after', async () => {
    for (const ms of [26 * HOUR_MS, -26 * HOUR_MS]) {
      now = NOW + ms;
      expect(await read()).toMatchObject({ id: 'n-1' });
      now += Math.sign(ms);
      expect(await errorOf(read())).toEqual(forged('old'));
    }
    now = NOW;
    for (const notify_time of [undefined, 'now']) expect(await errorOf(read({ notify_time }))).toEqual(forged('old'));
  });

  it('without a trade is refused', async () => {
    for (const name of ['notify_id', 'out_trade_no'])
      for (const value of ['', undefined]) expect(await errorOf(read({ [name]: value }))).toEqual(forged('about nothing'));
    expect(await errorOf(read({ total_amount: 'much' }))).toEqual(forged('about no payment'));
  });

  it('of a refund reports no payment', async () => {
    expect(await read({ refund_fee: '1.00' })).toEqual({ id: 'n-1', tradeNo: TRADE, fact: undefined });
  });

  it('gets the response that Alipay expects', () => {
    expect([gateway.channel, gateway.accepted, gateway.refused]).toEqual([
      'alipayPage',
      { status: 200, type: 'text/plain', body: 'success' },
      { status: 200, type: 'text/plain', body: 'fail' },
    ]);
  });
});
