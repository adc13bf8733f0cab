/** Tests of sending an approved refund to its payment provider: the request, the stored result, and the revoked entitlements. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listPaymentEvents } from '../store.ts';
import { createOrderFixture, type OrderFixture, type OrderGiven, PRICE_FEN } from '../testing/order-fixture.ts';
import { findRefund } from './refund-store.ts';
import { sendMoneyBack } from './send-money-back.ts';

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(() => orders.reset());

type Channel = 'wechatNative' | 'alipayPage';
/** Creates a fulfilled order that was paid at a payment provider, its entitlement, and an approved refund of it. */
const approved = async (
  given: OrderGiven = {},
  refund: { amountFen?: number; bookIds?: string[]; status?: 'approved' | 'processing'; channelTxn?: string } = {},
  channel: Channel = 'wechatNative',
) => {
  const bookId = await orders.book();
  const no = await orders.order({ items: [{ bookId }], ...given });
  const tradeNo = await orders.begun(no, channel);
  const txn = orders.standIn.pay(tradeNo);
  await orders.query(
    `update purchase_order set status = 'refunding', channel = $2, channel_txn = $3, trade_no = $4, paid_at = 1, fulfilled_at = 2 where no = $1`,
    [no, channel, txn, tradeNo],
  );
  for (const item of given.items ?? [{ bookId }])
    await orders.query(
      `insert into entitlement (id, user_id, book_id, source, source_id, starts_at, status, created_at)
       values ($1, $2, $3, 'order', $4, 0, 'active', 0)`,
      [`${no}${item.bookId}`, orders.mei, item.bookId, no],
    );
  const id = await orders.refund({ orderNo: no, channel, tradeNo, channelTxn: txn, status: 'approved', reason: '买错了', ...refund });
  const send = async () => {
    const row = await findRefund(orders.deps.db.orm, id);
    if (row === undefined) throw new Error('no refund');
    await sendMoneyBack(orders.deps, row);
  };
  return { bookId, no, tradeNo, txn, id, send };
};
const statusOf = async (no: string) => (await orders.row('purchase_order', 'no', no))?.['status'];
const refundRow = (id: string) => orders.row('order_refund', 'id', id);

describe.each(['wechatNative', 'alipayPage'] as const)('a refund by %s', (channel) => {
  it('completes the refund and the order, revokes the entitlement, and publishes the change', async () => {
    const { bookId, no, tradeNo, id, send } = await approved({}, {}, channel);
    orders.later(60_000);
    const now = orders.now();
    await send();
    expect(orders.standIn.trades.get(tradeNo)?.refunds).toEqual(new Map([[id, PRICE_FEN]]));
    expect(await refundRow(id)).toMatchObject({ status: 'succeeded', reply: '', finished_at: now, asked_at: now });
    expect(await orders.row('purchase_order', 'no', no)).toMatchObject({ status: 'refunded', refunded_fen: PRICE_FEN });
    expect(await orders.row('order_item', 'order_no', no)).toMatchObject({ refunded_at: now });
    expect(await orders.rights(bookId)).toMatchObject([{ status: 'revoked', source_id: no }]);
    expect(await listPaymentEvents(orders.deps.db.orm, no)).toEqual([
      { at: now, type: 'refund', channel, verified: true, raw: expect.objectContaining({ state: 'succeeded' }) },
    ]);
    expect(orders.published).toEqual([{ topic: `orders of ${orders.mei}`, data: { no } }]);
    expect(orders.logged).toEqual([]);
  });

  it('that the platform refuses leaves entitlement and order unchanged, and is logged', async () => {
    const { bookId, no, id, send } = await approved({}, {}, channel);
    orders.standIn.trouble('refundFails');
    await send();
    const reply = channel === 'wechatNative' ? '微信支付没有这笔交易' : '支付宝：ACQ.TRADE_HAS_FINISHED';
    expect(await refundRow(id)).toMatchObject({ status: 'failed', reply, finished_at: orders.now() });
    expect(await orders.row('purchase_order', 'no', no)).toMatchObject({ status: 'fulfilled', refunded_fen: 0 });
    expect(await orders.row('order_item', 'order_no', no)).toMatchObject({ refunded_at: null });
    expect(await orders.rights(bookId)).toMatchObject([{ status: 'active' }]);
    expect(orders.logged).toMatchObject([{ level: 50, orderNo: no, channel, refundId: id, reply }]);
    expect(orders.published).toHaveLength(1);
    expect((await listPaymentEvents(orders.deps.db.orm, no)).map(({ raw }) => raw['state'])).toEqual(['failed']);
  });
});

describe('a refund', () => {
  it('that the platform has not finished is processing, and nothing has ended', async () => {
    const { bookId, no, id, send } = await approved();
    orders.standIn.trouble('processing');
    await send();
    expect(await refundRow(id)).toMatchObject({ status: 'processing', finished_at: null, asked_at: orders.now() });
    expect(await statusOf(no)).toBe('refunding');
    expect(await orders.rights(bookId)).toMatchObject([{ status: 'active' }]);
    expect(orders.published).toEqual([]);
    orders.standIn.trouble();
    await send();
    expect(await refundRow(id)).toMatchObject({ status: 'succeeded' });
    expect(await statusOf(no)).toBe('refunded');
  });

  it('sends the trade, the total of the payment, the reason and the notification URL to the platform', async () => {
    const { no, tradeNo, id } = await approved({}, { amountFen: 500 });
    const requests: unknown[] = [];
    const row = await findRefund(orders.deps.db.orm, id);
    if (row === undefined) throw new Error('no refund');
    for (const channel of ['wechatNative', 'alipayPage'] as const) {
      const gateways = orders.deps.gateways.map((gateway) => ({
        ...gateway,
        refund: async (request: object) => {
          requests.push(request);
          return { state: 'processing', raw: {} } as const;
        },
      }));
      await sendMoneyBack({ ...orders.deps, gateways }, { ...row, channel });
    }
    const request = { tradeNo, refundNo: id, refundFen: 500, totalFen: PRICE_FEN, reason: '买错了' };
    expect(requests).toEqual([
      { ...request, notifyUrl: 'https://books.example.com/api/pay/notify/wechat' },
      { ...request, notifyUrl: 'https://books.example.com/api/pay/notify/alipay' },
    ]);
    expect(no).toBe(row.orderNo);
  });

  it('of named books revokes only their entitlements', async () => {
    const [a, b] = [await orders.book(), await orders.book()];
    const items = [
      { bookId: a, payFen: 3000 },
      { bookId: b, payFen: 2000 },
    ];
    const { no, send } = await approved({ items }, { amountFen: 3000, bookIds: [a] });
    await send();
    expect(await orders.row('purchase_order', 'no', no)).toMatchObject({ status: 'partiallyRefunded', refunded_fen: 3000 });
    expect([await orders.rights(a), await orders.rights(b)]).toMatchObject([[{ status: 'revoked' }], [{ status: 'active' }]]);
    expect(
      await orders.query('select book_id, refunded_at is not null as back from order_item where order_no = $1 order by position', [no]),
    ).toEqual([
      { book_id: a, back: true },
      { book_id: b, back: false },
    ]);
  });

  it('of an amount revokes no entitlement until the whole payment is refunded', async () => {
    const { bookId, no, send } = await approved({}, { amountFen: 100 });
    await send();
    expect(await statusOf(no)).toBe('partiallyRefunded');
    expect(await orders.rights(bookId)).toMatchObject([{ status: 'active' }]);
    expect(await orders.row('order_item', 'order_no', no)).toMatchObject({ refunded_at: null });
  });

  it('reverses an invoice of the order only if it succeeds', async () => {
    const bad = await approved();
    const good = await approved();
    const [open, issued] = [
      await orders.invoice({ orderNos: [bad.no] }),
      await orders.invoice({ orderNos: [good.no], status: 'issued', invoice_no: '1' }),
    ];
    orders.standIn.trouble('refundFails');
    await bad.send();
    orders.standIn.trouble();
    await good.send();
    expect(await orders.row('invoice_request', 'id', open)).toMatchObject({ status: 'submitted' });
    expect(await orders.row('invoice_request', 'id', issued)).toMatchObject({ status: 'redPending' });
  });

  it.each([
    ['another number', 'wechatNative', 'the second'],
    ['another platform', 'alipayPage', undefined],
  ] as const)('of the second payment, with %s, leaves the order unchanged', async (_, channel, channelTxn) => {
    const { bookId, no, txn, id, tradeNo } = await approved();
    await orders.query(`update purchase_order set status = 'fulfilled' where no = $1`, [no]);
    if (channel === 'alipayPage') {
      await orders.query(`update payment_attempt set state = 'paid' where trade_no = $1`, [tradeNo]);
      const second = await orders.begun(no, 'alipayPage');
      orders.standIn.pay(second);
      await orders.query(`update order_refund set channel = 'alipayPage', trade_no = $2 where id = $1`, [id, second]);
    } else await orders.query('update order_refund set channel_txn = $2 where id = $1', [id, channelTxn ?? txn]);
    const row = await findRefund(orders.deps.db.orm, id);
    if (row === undefined) throw new Error('no refund');
    await sendMoneyBack(orders.deps, row);
    expect(await refundRow(id)).toMatchObject({ status: 'succeeded' });
    expect(await orders.row('purchase_order', 'no', no)).toMatchObject({ status: 'fulfilled', refunded_fen: 0 });
    expect(await orders.rights(bookId)).toMatchObject([{ status: 'active' }]);
  });

  it('of the second payment that fails leaves an order with another refund in progress unchanged', async () => {
    const { no, id, send } = await approved({}, {});
    await orders.query(`update order_refund set channel_txn = 'the second' where id = $1`, [id]);
    orders.standIn.trouble('refundFails');
    await send();
    expect(await refundRow(id)).toMatchObject({ status: 'failed' });
    expect(await statusOf(no)).toBe('refunding');
  });

  it('that another run has finished meanwhile changes nothing', async () => {
    const { no, id, tradeNo } = await approved();
    const row = await findRefund(orders.deps.db.orm, id);
    if (row === undefined) throw new Error('no refund');
    orders.standIn.during('refund', () => orders.query(`update order_refund set status = 'succeeded' where id = $1`, [id]));
    await sendMoneyBack(orders.deps, row);
    expect(orders.standIn.refundsOf(tradeNo)).toEqual([PRICE_FEN]);
    expect(await orders.row('purchase_order', 'no', no)).toMatchObject({ status: 'refunding', refunded_fen: 0 });
  });

  it('is not sent while its platform is disabled, which is logged', async () => {
    const { no, id } = await approved();
    const row = await findRefund(orders.deps.db.orm, id);
    if (row === undefined) throw new Error('no refund');
    await sendMoneyBack({ ...orders.deps, gateways: [] }, row);
    expect(await refundRow(id)).toMatchObject({ status: 'approved', asked_at: orders.now() });
    expect(orders.logged).toMatchObject([{ level: 50, orderNo: no, channel: 'wechatNative' }]);
    expect(await listPaymentEvents(orders.deps.db.orm, no)).toEqual([]);
  });

  it('of an order that does not exist is not sent', async () => {
    const { id, tradeNo } = await approved();
    const row = await findRefund(orders.deps.db.orm, id);
    if (row === undefined) throw new Error('no refund');
    await sendMoneyBack(orders.deps, { ...row, orderNo: '20000000000000000000' });
    expect(orders.standIn.refundsOf(tradeNo)).toEqual([]);
  });

  it('stays approved if the platform cannot be reached, and throws', async () => {
    const { id, send, no } = await approved();
    orders.standIn.trouble('down');
    await expect(send()).rejects.toThrow('unreachable');
    expect(await refundRow(id)).toMatchObject({ status: 'approved', asked_at: orders.now() });
    expect(await statusOf(no)).toBe('refunding');
  });
});
