/** Tests of WeChat Pay and Alipay with simulated platforms that check our signatures and sign as the real ones do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { createAlipay } from './alipay.ts';
import { ForgedNotification, type PaymentGateway, PlatformError } from './payment-gateway.ts';
import { type Forgery, type PaymentStandIn, type SignedNotification, startPaymentStandIn } from './testing/payment-stand-in.ts';
import { createWechatPay } from './wechat-pay.ts';

const clock = { now: () => Date.now() };
let standIn: PaymentStandIn;
let wechat: PaymentGateway;
let alipay: PaymentGateway;
beforeAll(async () => {
  standIn = await startPaymentStandIn();
  const config = readConfig(standIn.environment);
  if (config.wechatPay === undefined || config.alipay === undefined) throw new Error('not switched on');
  wechat = createWechatPay(config.wechatPay, clock);
  alipay = createAlipay(config.alipay, clock);
});
afterAll(() => standIn.stop());

let trades = 0;
const begin = async (gateway: PaymentGateway): Promise<string> => {
  trades += 1;
  const tradeNo = `20261121201500${String(trades).padStart(6, '0')}_a`;
  const payment = {
    tradeNo,
    amountFen: 3980,
    subject: '《论语 & 选读》= 第 1/2 册',
    expireAt: Date.now() + 1_800_000,
    notifyUrl: 'https://books.example.com/api/pay/notify',
    environment: 'desktop' as const,
    returnUrl: 'https://books.example.com/pay/1',
    quitUrl: 'https://books.example.com/pay/1',
    payerAddress: '203.0.113.7',
    openid: undefined,
  };
  const start = await gateway.begin(payment);
  if (start.kind === 'form') standIn.openAlipayPage(start.action, start.fields);
  else expect(start).toMatchObject({ kind: 'qr', codeUrl: expect.stringMatching(/^weixin:\/\/wxpay\//) });
  return tradeNo;
};
const notificationOf = (gateway: PaymentGateway, ...args: Parameters<PaymentStandIn['wechatNotification']>): SignedNotification =>
  gateway === wechat ? standIn.wechatNotification(...args) : standIn.alipayNotification(...args);
const read = (gateway: PaymentGateway, { headers, body }: SignedNotification) =>
  gateway.readNotification({ headers, body: Buffer.from(body) });

describe.each(['WeChat Pay', 'Alipay'])('%s', (name) => {
  const gateway = (): PaymentGateway => (name === 'Alipay' ? alipay : wechat);

  it('begins a trade, is queried before and after the payment, and sends a notification once it is paid', async () => {
    const tradeNo = await begin(gateway());
    expect(await gateway().query(tradeNo)).toMatchObject({ tradeNo, state: 'unpaid' });
    const txn = standIn.pay(tradeNo);
    const paid = { tradeNo, state: 'paid', txn, amountFen: 3980, paidAt: expect.any(Number) };
    expect(await gateway().query(tradeNo)).toMatchObject(paid);
    const notification = await read(gateway(), notificationOf(gateway(), tradeNo, { id: 'n-1' }));
    expect(notification).toMatchObject({ id: 'n-1', tradeNo, fact: paid });
    expect(JSON.stringify([notification, await gateway().query(tradeNo)])).not.toContain('THE-PAYER');
  });

  it('returns unpaid for a trade that no payer has opened, and closes it', async () => {
    expect(await gateway().query('20261121201500999999_x')).toMatchObject({ state: 'unpaid' });
    await gateway().close('20261121201500999999_x');
  });

  it('closes an unpaid trade, and refuses to close a paid one', async () => {
    const [open, paid] = [await begin(gateway()), await begin(gateway())];
    await gateway().close(open);
    expect(await gateway().query(open)).toMatchObject({ state: 'closed' });
    standIn.pay(paid);
    await expect(gateway().close(paid)).rejects.toThrow(PlatformError);
  });

  it('refunds once for each refund number', async () => {
    const tradeNo = await begin(gateway());
    standIn.pay(tradeNo);
    const refund = { tradeNo, refundNo: 'refund-1', refundFen: 3980, totalFen: 3980, reason: '', notifyUrl: 'https://books.example.com/x' };
    expect(await gateway().refund(refund)).toMatchObject({ state: 'succeeded' });
    expect(await gateway().refund(refund)).toMatchObject({ state: 'succeeded' });
    expect(standIn.refundsOf(tradeNo)).toEqual([3980]);
    standIn.trouble('refundFails');
    expect(await gateway().refund({ ...refund, refundNo: 'refund-2' })).toMatchObject({ state: 'failed', reason: expect.any(String) });
    standIn.trouble();
  });

  it('refunds a payment in parts, each once, and never more than was paid', async () => {
    const tradeNo = await begin(gateway());
    standIn.pay(tradeNo);
    const part = (refundNo: string, refundFen: number) =>
      gateway().refund({ tradeNo, refundNo, refundFen, totalFen: 3980, reason: '退一本', notifyUrl: 'https://books.example.com/x' });
    expect(await part('part-1', 1000)).toMatchObject({ state: 'succeeded' });
    expect(await part('part-1', 1000)).toMatchObject({ state: 'succeeded' });
    expect(await gateway().query(tradeNo)).toMatchObject({ state: 'paid', amountFen: 3980 });
    expect(await part('part-2', 2980)).toMatchObject({ state: 'succeeded' });
    const more = await part('part-3', 1).catch((error: unknown) => error);
    expect(more instanceof PlatformError || (more as { state: string }).state === 'failed').toBe(true);
    expect(standIn.refundsOf(tradeNo)).toEqual([1000, 2980]);
  });

  it.each([1, 3979, 3981, 398_000])('reports a payment of %i fen where 3980 were requested with its real amount', async (totalFen) => {
    const tradeNo = await begin(gateway());
    standIn.pay(tradeNo, { totalFen });
    expect(await gateway().query(tradeNo)).toMatchObject({ state: 'paid', amountFen: totalFen });
    expect((await read(gateway(), notificationOf(gateway(), tradeNo))).fact).toMatchObject({ state: 'paid', amountFen: totalFen });
  });

  it('throws an error without a secret when the platform is unreachable', async () => {
    standIn.trouble('down');
    const error: unknown = await gateway()
      .query('20261121201500000001_a')
      .catch((thrown: unknown) => thrown);
    standIn.trouble();
    expect(error).toBeInstanceOf(PlatformError);
    expect(String(error)).toMatch(/unreachable$/);
  });

  it('refuses a notification with one changed byte, another key, or another recipient', async () => {
    const tradeNo = await begin(gateway());
    standIn.pay(tradeNo);
    const good = notificationOf(gateway(), tradeNo);
    const forged: SignedNotification[] = [
      { ...good, body: good.body.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)) },
      { ...good, body: `${good.body} ` },
      { ...good, body: '' },
      { ...good, body: '{}' },
      { headers: { 'content-type': 'application/json' }, body: '{"id":"x","event_type":"TRANSACTION.SUCCESS"}' },
    ];
    const other = await startPaymentStandIn();
    const config = readConfig(other.environment);
    const otherKey =
      name === 'Alipay'
        ? config.alipay && createAlipay(config.alipay, clock)
        : config.wechatPay && createWechatPay(config.wechatPay, clock);
    await other.stop();
    if (otherKey === undefined) throw new Error('not switched on');
    await expect(read(otherKey, good)).rejects.toThrow(ForgedNotification);
    for (const each of forged) await expect(read(gateway(), each), each.body.slice(0, 60)).rejects.toThrow(ForgedNotification);
    expect(await read(gateway(), good)).toMatchObject({ tradeNo });
  });

  it('refuses a notification for another merchant, or one that is too old', async () => {
    const tradeNo = await begin(gateway());
    standIn.pay(tradeNo);
    const forAnother =
      name === 'Alipay'
        ? standIn.alipayNotification(tradeNo, { appId: '2021000000000009' })
        : standIn.wechatNotification(tradeNo, { mchId: '1900000009' });
    await expect(read(gateway(), forAnother)).rejects.toThrow(ForgedNotification);
    const old = notificationOf(gateway(), tradeNo, { atMs: Date.now() - 27 * 3_600_000 });
    await expect(read(gateway(), old)).rejects.toThrow(ForgedNotification);
  });
});

/** The kinds of forged responses, which do not come from the payment provider itself. */
const FORGERIES: readonly Forgery[] = ['unsigned', 'anotherKey', 'otherBytes'];

describe.each([
  ['WeChat Pay', [...FORGERIES, 'otherSerial', 'old']],
  ['Alipay', FORGERIES],
] as const)('a response of %s to our call', (name, forgeries) => {
  const gateway = (): PaymentGateway => (name === 'Alipay' ? alipay : wechat);
  const refundOf = (tradeNo: string) => ({
    tradeNo,
    refundNo: `refund-${tradeNo}`,
    refundFen: 3980,
    totalFen: 3980,
    reason: '',
    notifyUrl: 'https://books.example.com/x',
  });
  const underForgery = async (how: Forgery, work: () => Promise<unknown>): Promise<unknown> => {
    standIn.forge(how);
    try {
      return await work().catch((error: unknown) => error);
    } finally {
      standIn.forge();
    }
  };

  it.each(forgeries)('that is %s is not accepted: no payment, no closing, no refund follows from it', async (how) => {
    const [paid, open] = [await begin(gateway()), await begin(gateway())];
    standIn.pay(paid);
    for (const work of [
      () => gateway().query(paid),
      () => gateway().query(open),
      () => gateway().close(open),
      () => gateway().refund(refundOf(paid)),
    ]) {
      const result = await underForgery(how, work);
      expect(result, String(work)).toBeInstanceOf(PlatformError);
      expect(String(result)).toContain('did not sign');
    }
    // The next query gets a genuine response, which shows that the amount was refunded once.
    expect(await gateway().refund(refundOf(paid))).toMatchObject({ state: 'succeeded' });
    expect(standIn.refundsOf(paid)).toEqual([3980]);
  });

  it('about another trade is refused', async () => {
    const [paid, open] = [await begin(gateway()), await begin(gateway())];
    standIn.pay(paid);
    for (const tradeNo of [paid, open])
      expect(await underForgery('anotherTrade', () => gateway().query(tradeNo))).toBeInstanceOf(PlatformError);
  });
});

describe('differences between the platforms', () => {
  it('WeChat begins no payment when the response is not signed', async () => {
    for (const how of [...FORGERIES, 'otherSerial', 'old'] as const) {
      standIn.forge(how);
      const error: unknown = await begin(wechat).catch((thrown: unknown) => thrown);
      standIn.forge();
      expect(error, how).toBeInstanceOf(PlatformError);
    }
  });

  it('WeChat sends the id of its signing key: a notification with another id is refused', async () => {
    const tradeNo = await begin(wechat);
    standIn.pay(tradeNo);
    for (const serial of ['PUB_KEY_ID_0119000000019999', ''])
      await expect(read(wechat, standIn.wechatNotification(tradeNo, { serial }))).rejects.toThrow(ForgedNotification);
    const { headers, body } = standIn.wechatNotification(tradeNo);
    const { 'wechatpay-serial': _, ...nameless } = headers;
    await expect(read(wechat, { headers: nameless, body })).rejects.toThrow(ForgedNotification);
    expect(await read(wechat, { headers, body })).toMatchObject({ tradeNo });
  });

  it.each(['JPY', 'USD', 'cny', ''])('WeChat reports a payment in “%s”, which is refused', async (currency) => {
    const tradeNo = await begin(wechat);
    standIn.pay(tradeNo, { currency });
    await expect(wechat.query(tradeNo)).rejects.toThrow(PlatformError);
    await expect(read(wechat, standIn.wechatNotification(tradeNo))).rejects.toThrow(ForgedNotification);
  });

  it('Alipay reports a payment to another merchant or to none, which is refused', async () => {
    const tradeNo = await begin(alipay);
    standIn.pay(tradeNo);
    for (const sellerId of ['2088000000000009', ''])
      await expect(read(alipay, standIn.alipayNotification(tradeNo, { sellerId }))).rejects.toThrow(ForgedNotification);
    expect(await read(alipay, standIn.alipayNotification(tradeNo))).toMatchObject({ tradeNo });
  });

  it('WeChat reports a refund, which is not a payment', async () => {
    const tradeNo = await begin(wechat);
    standIn.pay(tradeNo);
    expect(await read(wechat, standIn.wechatNotification(tradeNo, { type: 'REFUND.SUCCESS' }))).toMatchObject({ tradeNo, fact: undefined });
  });

  it('WeChat processes a refund for some time', async () => {
    const tradeNo = await begin(wechat);
    standIn.pay(tradeNo);
    standIn.trouble('processing');
    const refund = {
      tradeNo,
      refundNo: 'refund-9',
      refundFen: 3980,
      totalFen: 3980,
      reason: '太难',
      notifyUrl: 'https://books.example.com/x',
    };
    expect(await wechat.refund(refund)).toMatchObject({ state: 'processing' });
    standIn.trouble();
    expect(await wechat.refund(refund)).toMatchObject({ state: 'succeeded' });
  });

  it('Alipay reports a trade that waits, is finished, or is closed', async () => {
    const tradeNo = await begin(alipay);
    expect((await read(alipay, standIn.alipayNotification(tradeNo))).fact).toMatchObject({ state: 'unpaid' });
    expect((await read(alipay, standIn.alipayNotification(tradeNo, { status: 'TRADE_CLOSED' }))).fact).toMatchObject({ state: 'closed' });
    standIn.pay(tradeNo);
    expect((await read(alipay, standIn.alipayNotification(tradeNo, { status: 'TRADE_FINISHED' }))).fact).toMatchObject({ state: 'paid' });
  });
});
