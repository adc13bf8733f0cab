/** Tests of the views of orders, refunds and invoices, and of the history of an order. */
import type { AccessRight } from '@shufang/contract';
import { describe, expect, it, test } from 'vitest';
import type { InvoiceRecord } from './invoices/invoice-store.ts';
import type { OrderRecord, RefundRecord } from './order-record.ts';
import { SALE_SENTENCES, saleStateOf, saleWindowOf, viewWindow } from './prices/sale-window.ts';
import { eventsOf, viewInvoice, viewOrder, viewRefund } from './view.ts';

const order = (change: Partial<OrderRecord> = {}): OrderRecord => ({
  no: '20261121201500000001',
  userId: 'mei',
  status: 'fulfilled',
  totalFen: 5000,
  discountFen: 1020,
  payFen: 3980,
  refundedFen: 10,
  channel: 'wechatNative',
  channelTxn: 'the platform’s number',
  tradeNo: 'our number',
  expireAt: 100,
  createdAt: 1,
  paidAt: 2,
  fulfilledAt: 3,
  closedAt: 4,
  closeReason: 'timeout',
  items: [
    { bookId: 'a', title: '甲', authors: '某', priceFen: 3000, payFen: 2000, skuId: 's', termDays: 30, renewal: true, readBefore: 0.5 },
    { bookId: 'b', title: '乙', authors: '', priceFen: 2000, payFen: 1980, skuId: 's', refundedAt: 9 },
  ],
  bundle: { collectionId: 'c', title: '丛书', owned: ['丙'] },
  ...change,
});
const unpaid = order({
  status: 'created',
  channel: undefined,
  channelTxn: undefined,
  tradeNo: undefined,
  paidAt: undefined,
  fulfilledAt: undefined,
  closedAt: undefined,
  closeReason: undefined,
  bundle: undefined,
  items: [{ bookId: 'a', title: '甲', authors: '某', priceFen: 3980, payFen: 3980, skuId: 's' }],
});
const refund = (change: Partial<RefundRecord> = {}): RefundRecord => ({
  id: 'r',
  orderNo: '20261121201500000001',
  cause: 'requested',
  channel: 'alipayPage',
  tradeNo: 'our number',
  channelTxn: 'the platform’s number',
  amountFen: 500,
  bookIds: ['b', 'a'],
  reason: '买错了',
  status: 'requested',
  reply: '',
  requestedAt: 10,
  decidedAt: undefined,
  finishedAt: undefined,
  ...change,
});

describe('an order', () => {
  const right: AccessRight = { kind: 'owned', reason: '您已购买本书' } as AccessRight;

  it('is shown without its payer, and with the rights to the books that are not refunded', () => {
    const rights = new Map([
      ['a', right],
      ['b', right],
    ]);
    expect(viewOrder(order(), rights)).toStrictEqual({
      no: '20261121201500000001',
      status: 'fulfilled',
      bundle: { collectionId: 'c', title: '丛书', owned: ['丙'] },
      items: [
        { bookId: 'a', title: '甲', authors: '某', priceFen: 3000, payFen: 2000, termDays: 30, renewal: true, right },
        { bookId: 'b', title: '乙', authors: '', priceFen: 2000, payFen: 1980, refundedAt: 9 },
      ],
      totalFen: 5000,
      discountFen: 1020,
      payFen: 3980,
      refundedFen: 10,
      createdAt: 1,
      expireAt: 100,
      channel: 'wechatNative',
      paidAt: 2,
      fulfilledAt: 3,
      closedAt: 4,
      closeReason: 'timeout',
    });
  });

  it('that was not paid has no payment fields', () => {
    expect(viewOrder(unpaid)).toStrictEqual({
      no: '20261121201500000001',
      status: 'created',
      items: [{ bookId: 'a', title: '甲', authors: '某', priceFen: 3980, payFen: 3980 }],
      totalFen: 5000,
      discountFen: 1020,
      payFen: 3980,
      refundedFen: 10,
      createdAt: 1,
      expireAt: 100,
    });
  });
});

test('a refund is shown without the numbers of the platform', () => {
  const shown = {
    id: 'r',
    orderNo: '20261121201500000001',
    cause: 'requested',
    amountFen: 500,
    bookIds: ['b', 'a'],
    reason: '买错了',
    status: 'requested',
    reply: '',
    requestedAt: 10,
  };
  expect(viewRefund(refund())).toStrictEqual(shown);
  expect(viewRefund(refund({ decidedAt: 11, finishedAt: 12 }))).toStrictEqual({ ...shown, decidedAt: 11, finishedAt: 12 });
});

test('an invoice is shown without its user and its assignee', () => {
  const record: InvoiceRecord = {
    id: 'i',
    userId: 'mei',
    heldBy: 'finance',
    orderNos: ['1', '2'],
    titleType: 'enterprise',
    title: '某某大学',
    taxNo: undefined,
    email: undefined,
    amountFen: 3980,
    status: 'submitted',
    invoiceNo: undefined,
    fileId: undefined,
    redInvoiceNo: undefined,
    redFileId: undefined,
    reply: '',
    createdAt: 5,
  };
  const shown = {
    id: 'i',
    orderNos: ['1', '2'],
    titleType: 'enterprise',
    title: '某某大学',
    amountFen: 3980,
    status: 'submitted',
    reply: '',
    createdAt: 5,
  };
  expect(viewInvoice(record)).toStrictEqual(shown);
  const more = { taxNo: 'T', email: 'e', invoiceNo: 'n', fileId: 'f', redInvoiceNo: 'rn', redFileId: 'rf' };
  expect(viewInvoice({ ...record, ...more })).toStrictEqual({ ...shown, ...more });
});

describe('the history of an order', () => {
  const created = { at: 1, kind: 'created', amountFen: 3980, detail: '' };

  it('begins with the order and omits what did not happen', () => {
    expect(eventsOf(unpaid, [])).toStrictEqual([created]);
  });

  it('contains payment, fulfillment, and the reason for closing', () => {
    expect(eventsOf(order(), [])).toStrictEqual([
      created,
      { at: 2, kind: 'paid', amountFen: 3980, detail: '', channel: 'wechatNative' },
      { at: 3, kind: 'fulfilled', detail: '' },
      { at: 4, kind: 'closed', detail: '超过 30 分钟没有付款' },
    ]);
    const closed = (closeReason: OrderRecord['closeReason']) => eventsOf({ ...unpaid, closedAt: 4, closeReason }, [])[1];
    expect(closed('user')).toStrictEqual({ at: 4, kind: 'closed', detail: '您取消了订单' });
    expect(closed(undefined)).toStrictEqual({ at: 4, kind: 'closed', detail: '' });
    expect(eventsOf({ ...unpaid, paidAt: 2 }, [])[1]).toStrictEqual({ at: 2, kind: 'paid', amountFen: 3980, detail: '' });
  });

  it('is sorted by time, and events of the same time by their logical order', () => {
    const kinds = eventsOf(order({ createdAt: 1, paidAt: 1, fulfilledAt: 1, closedAt: 0 }), [refund({ requestedAt: 1 })]).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(['closed', 'created', 'paid', 'fulfilled', 'refundRequested']);
  });

  const ofRefund = (change: Partial<RefundRecord>) => eventsOf(order({ createdAt: 0 }), [refund(change)]).filter(({ at }) => at >= 10);
  const requested = { at: 10, kind: 'refundRequested', amountFen: 500, detail: '买错了' };

  it('contains the refund request, the decision of finance and the result of the platform', () => {
    expect(ofRefund({})).toStrictEqual([requested]);
    expect(ofRefund({ status: 'approved', decidedAt: 11, reply: '可以' })).toStrictEqual([
      requested,
      { at: 11, kind: 'refundApproved', amountFen: 500, detail: '' },
    ]);
    expect(ofRefund({ status: 'rejected', decidedAt: 11, reply: '不行' })).toStrictEqual([
      requested,
      { at: 11, kind: 'refundRejected', amountFen: 500, detail: '不行' },
    ]);
    expect(ofRefund({ status: 'succeeded', decidedAt: 11, finishedAt: 12, reply: '平台' })).toStrictEqual([
      requested,
      { at: 11, kind: 'refundApproved', amountFen: 500, detail: '' },
      { at: 12, kind: 'refunded', channel: 'alipayPage', amountFen: 500, detail: '《甲》《乙》的阅读权限随退款结束，笔记保留' },
    ]);
    expect(ofRefund({ status: 'succeeded', decidedAt: 11, finishedAt: 12, bookIds: [] }).at(-1)).toMatchObject({ detail: '' });
    expect(ofRefund({ status: 'failed', decidedAt: 11, finishedAt: 12, reply: '余额不足' }).at(-1)).toStrictEqual({
      at: 12,
      kind: 'refundFailed',
      channel: 'alipayPage',
      amountFen: 500,
      detail: '余额不足',
    });
  });

  it.each([
    ['operator', '买错了'],
    ['late', '订单关闭后才付款，图书已不能购买，自动退款'],
    ['removed', '图书已停止阅读，自动退款'],
    ['duplicate', '重复付款，自动退款'],
  ] as const)('contains the reason of a refund without a request (%s): %s', (cause, detail) => {
    expect(ofRefund({ cause, status: 'approved', decidedAt: 10 })).toStrictEqual([
      { at: 10, kind: 'refundApproved', amountFen: 500, detail },
    ]);
  });
});

describe('the sale window of a price', () => {
  it('includes its start and excludes its end', () => {
    const window = { saleFrom: 10, saleTo: 20 };
    expect([9, 10, 19, 20].map((now) => saleStateOf(window, now))).toEqual(['soon', undefined, undefined, 'ended']);
    expect([saleStateOf({ saleFrom: 10 }, 9), saleStateOf({ saleFrom: 10 }, 10), saleStateOf({ saleTo: 20 }, 20)]).toEqual([
      'soon',
      undefined,
      'ended',
    ]);
    expect(saleStateOf({}, 0)).toBeUndefined();
  });

  it('is shown only if it is set', () => {
    expect(viewWindow(undefined, 0)).toStrictEqual({});
    expect(viewWindow({}, 0)).toStrictEqual({});
    expect(viewWindow({ saleFrom: 10, saleTo: 20 }, 0)).toStrictEqual({ saleFrom: 10, saleTo: 20, saleState: 'soon' });
    expect(viewWindow({ saleTo: 20 }, 20)).toStrictEqual({ saleTo: 20, saleState: 'ended' });
    expect(saleWindowOf({ saleFrom: 10, saleTo: undefined })).toStrictEqual({ saleFrom: 10 });
    expect(SALE_SENTENCES).toEqual({ soon: '还没有开售', ended: '已经停售' });
  });
});
