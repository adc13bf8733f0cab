/** WeChat Pay and Alipay against stand-ins that check our signatures and sign as the platforms do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { createAlipay } from './alipay.ts';
import { ForgedNotification, type PaymentGateway, PlatformError } from './payment-gateway.ts';
import { type PaymentStandIn, type SignedNotification, startPaymentStandIn } from './testing/payment-stand-in.ts';
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
    returnUrl: 'https://books.example.com/pay/1',
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

  it('begins, is asked before and after the payment, and tells of it once it is paid', async () => {
    const tradeNo = await begin(gateway());
    expect(await gateway().query(tradeNo)).toMatchObject({ tradeNo, state: 'unpaid' });
    const txn = standIn.pay(tradeNo);
    const paid = { tradeNo, state: 'paid', txn, amountFen: 3980, paidAt: expect.any(Number) };
    expect(await gateway().query(tradeNo)).toMatchObject(paid);
    const told = await read(gateway(), notificationOf(gateway(), tradeNo, { id: 'n-1' }));
    expect(told).toMatchObject({ id: 'n-1', tradeNo, fact: paid });
    expect(JSON.stringify([told, await gateway().query(tradeNo)])).not.toContain('THE-PAYER');
  });

  it('does not know a trade nobody came for, which counts as unpaid and as closed', async () => {
    expect(await gateway().query('20261121201500999999_x')).toMatchObject({ state: 'unpaid' });
    await gateway().close('20261121201500999999_x');
  });

  it('closes what is not paid, and refuses to close what is', async () => {
    const [open, paid] = [await begin(gateway()), await begin(gateway())];
    await gateway().close(open);
    expect(await gateway().query(open)).toMatchObject({ state: 'closed' });
    standIn.pay(paid);
    await expect(gateway().close(paid)).rejects.toThrow(PlatformError);
  });

  it('gives money back once for each number of ours', async () => {
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

  it('gives a payment back in parts, each once, and never more than was paid', async () => {
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

  it('is not reached: said so, without a secret', async () => {
    standIn.trouble('down');
    const error: unknown = await gateway()
      .query('20261121201500000001_a')
      .catch((thrown: unknown) => thrown);
    standIn.trouble();
    expect(error).toBeInstanceOf(PlatformError);
    expect(String(error)).toMatch(/unreachable$/);
  });

  it('is not believed when one byte is another, the key is another, or it is for somebody else', async () => {
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
    const stranger =
      name === 'Alipay'
        ? config.alipay && createAlipay(config.alipay, clock)
        : config.wechatPay && createWechatPay(config.wechatPay, clock);
    await other.stop();
    if (stranger === undefined) throw new Error('not switched on');
    await expect(read(stranger, good)).rejects.toThrow(ForgedNotification);
    for (const each of forged) await expect(read(gateway(), each), each.body.slice(0, 60)).rejects.toThrow(ForgedNotification);
    expect(await read(gateway(), good)).toMatchObject({ tradeNo });
  });

  it('is not believed about another merchant, or much later', async () => {
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

describe('what only one of them does', () => {
  it('WeChat tells of a refund, which is no payment', async () => {
    const tradeNo = await begin(wechat);
    standIn.pay(tradeNo);
    expect(await read(wechat, standIn.wechatNotification(tradeNo, { type: 'REFUND.SUCCESS' }))).toMatchObject({ tradeNo, fact: undefined });
  });

  it('WeChat takes its time for a refund', async () => {
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

  it('Alipay tells that a trade waits, is finished, or is closed', async () => {
    const tradeNo = await begin(alipay);
    expect((await read(alipay, standIn.alipayNotification(tradeNo))).fact).toMatchObject({ state: 'unpaid' });
    expect((await read(alipay, standIn.alipayNotification(tradeNo, { status: 'TRADE_CLOSED' }))).fact).toMatchObject({ state: 'closed' });
    standIn.pay(tradeNo);
    expect((await read(alipay, standIn.alipayNotification(tradeNo, { status: 'TRADE_FINISHED' }))).fact).toMatchObject({ state: 'paid' });
  });
});
