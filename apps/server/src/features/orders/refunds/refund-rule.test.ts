import { describe, expect, it, test } from 'vitest';
import type { OrderRecord } from '../order-record.ts';
import { amountOfBooks, applyRefundRule, heldItemsOf, REFUND_RULE, remainderOf } from './refund-rule.ts';

/** The limits of the refund rule, copied by hand from product.md §7.1. */
const SEVEN_DAYS_MS = 7 * 24 * 60 * 60 * 1000;
const orderedAt = Date.UTC(2026, 10, 21, 15, 40);
const paidAt = orderedAt + 29 * 60_000;

type Item = OrderRecord['items'][number];
const item = (bookId: string, payFen: number, more: Partial<Item> = {}): Item => ({
  bookId,
  title: `第 ${bookId} 册`,
  authors: '',
  priceFen: payFen,
  payFen,
  skuId: `sku-${bookId}`,
  ...more,
});
const book = (change: Partial<OrderRecord> = {}): OrderRecord => ({
  no: '20261121234000000001',
  userId: 'u',
  status: 'fulfilled',
  totalFen: 3980,
  discountFen: 0,
  payFen: 3980,
  refundedFen: 0,
  channel: 'wechatNative',
  channelTxn: 'txn',
  tradeNo: 'trade',
  expireAt: orderedAt + 30 * 60_000,
  createdAt: orderedAt,
  paidAt,
  fulfilledAt: paidAt,
  closedAt: undefined,
  closeReason: undefined,
  items: [item('a', 3980)],
  bundle: undefined,
  ...change,
});
/** Three books for 60 yuan, paid as 30, 20 and 10. */
const bundle = (change: Partial<OrderRecord> = {}): OrderRecord =>
  book({ totalFen: 6000, payFen: 6000, items: [item('a', 3000), item('b', 2000), item('c', 1000)], ...change });
const ruleOf = (
  order: OrderRecord,
  { now = paidAt, read = {}, leased = [] }: { now?: number; read?: Record<string, number>; leased?: string[] } = {},
) => applyRefundRule({ order, read: new Map(Object.entries(read)), leased: new Set(leased), now });
const amountOf = (order: OrderRecord, ...bookIds: string[]): number => amountOfBooks(order, new Set(bookIds));

describe('the time limit of a refund', () => {
  it('is seven days from the payment, to the millisecond, however late the payment was', () => {
    expect(ruleOf(book())).toMatchObject({ eligible: true, until: paidAt + SEVEN_DAYS_MS, amountFen: 3980, obstacles: [] });
    expect(ruleOf(book(), { now: paidAt + SEVEN_DAYS_MS - 1 }).eligible).toBe(true);
    expect(ruleOf(book(), { now: paidAt + SEVEN_DAYS_MS })).toMatchObject({ eligible: false, obstacles: ['付款已超过 7 天'] });
  });

  it('does not depend on the creation, the expiry or the fulfillment of the order', () => {
    const rule = ruleOf(book({ createdAt: paidAt - 5 * SEVEN_DAYS_MS, expireAt: paidAt - 1, fulfilledAt: paidAt + 3_600_000 }));
    expect(rule).toMatchObject({ eligible: true, until: paidAt + SEVEN_DAYS_MS });
  });

  it('applies to single books of a bundle as well', () => {
    expect(ruleOf(bundle(), { now: paidAt + SEVEN_DAYS_MS - 1 }).items).toHaveLength(3);
    expect(ruleOf(bundle(), { now: paidAt + SEVEN_DAYS_MS }).items).toEqual([]);
  });

  it('is absent if nothing was paid, and nothing is refunded', () => {
    const rule = ruleOf(book({ status: 'created', paidAt: undefined }));
    expect(rule).toMatchObject({ eligible: false, obstacles: ['订单还没有付款'] });
    expect(rule).not.toHaveProperty('until');
  });
});

test.each([
  ['created', '订单还没有付款'],
  ['paid', '图书正在开通'],
  ['closed', '订单已关闭，没有付款'],
  ['refunding', '退款正在处理'],
  ['refunded', '已经退款'],
] as const)('an order that is %s is not refundable, in part or whole', (status, obstacle) => {
  expect(ruleOf(bundle({ status }))).toMatchObject({ eligible: false, obstacles: [obstacle], items: [] });
});

describe('the read share', () => {
  it('must be less than a tenth of the book', () => {
    expect(ruleOf(book(), { read: { a: 0.0999 } }).eligible).toBe(true);
    expect(ruleOf(book(), { read: { a: 0.1 } })).toMatchObject({
      eligible: false,
      obstacles: ['试读以外已读 10%，满 10% 后不能退款'],
    });
  });

  it('of one book of a bundle excludes that book and the whole order from a refund, not the other books', () => {
    const rule = ruleOf(bundle(), { read: { b: 0.5 } });
    expect(rule).toMatchObject({ eligible: false, obstacles: ['《第 b 册》试读以外已读 50%，满 10% 后不能退款'] });
    expect(rule.items.map(({ bookId, amountFen, obstacle }) => [bookId, amountFen, obstacle !== undefined])).toEqual([
      ['a', 3000, false],
      ['b', 2000, true],
      ['c', 1000, false],
    ]);
  });

  it('of a refunded book is ignored', () => {
    const order = bundle({
      status: 'partiallyRefunded',
      refundedFen: 2000,
      items: [item('a', 3000), item('b', 2000, { refundedAt: paidAt }), item('c', 1000)],
    });
    expect(ruleOf(order, { read: { b: 0.9 } })).toMatchObject({ eligible: true, amountFen: 4000 });
    expect(ruleOf(order).items.map(({ bookId }) => bookId)).toEqual(['a', 'c']);
  });
});

describe('the amount of a refund', () => {
  it('is the sum of the shares of the chosen books, and the whole remainder for the last ones', () => {
    expect(amountOf(bundle(), 'b')).toBe(2000);
    expect(amountOf(bundle(), 'a', 'c')).toBe(4000);
    expect(amountOf(bundle(), 'a', 'b', 'c')).toBe(6000);
    expect(amountOf(bundle())).toBe(0);
    expect(amountOf(bundle(), 'of another order')).toBe(0);
    // If the shares of the books do not add up to the payment, the books refunded last get the whole remainder.
    const uneven = bundle({ refundedFen: 1990, items: [item('a', 3000), item('b', 2000, { refundedAt: paidAt }), item('c', 1000)] });
    expect(amountOf(uneven, 'a', 'c')).toBe(4010);
  });

  it('never exceeds the remainder of the payment', () => {
    // Finance refunded an amount of 5,500 fen without a book.
    const order = bundle({ status: 'partiallyRefunded', refundedFen: 5500 });
    expect(remainderOf(order)).toBe(500);
    expect([amountOf(order, 'a'), amountOf(order, 'b'), amountOf(order, 'a', 'b'), amountOf(order, 'a', 'b', 'c')]).toEqual([
      500, 500, 500, 500,
    ]);
    expect(ruleOf(order)).toMatchObject({ eligible: true, amountFen: 500 });
    expect(ruleOf(order).items.map(({ amountFen }) => amountFen)).toEqual([500, 500, 500]);
  });

  it('does not include books that were refunded', () => {
    const order = bundle({ refundedFen: 2000, items: [item('a', 3000), item('b', 2000, { refundedAt: paidAt }), item('c', 1000)] });
    expect(heldItemsOf(order).map(({ bookId }) => bookId)).toEqual(['a', 'c']);
    expect(amountOf(order, 'b')).toBe(0);
    expect(amountOf(order, 'a', 'b')).toBe(3000);
  });

  it('of zero makes the order not refundable', () => {
    expect(ruleOf(bundle({ status: 'partiallyRefunded', refundedFen: 6000 }))).toMatchObject({
      eligible: false,
      amountFen: 0,
      obstacles: ['款项已经全部退回'],
    });
  });
});

test('a book of which a device has an offline copy is not refunded until the copy is removed', () => {
  const reason = '设备上有离线副本，在“我的图书”里移除后才能退款';
  expect(ruleOf(book(), { leased: ['a'] })).toMatchObject({ eligible: false, obstacles: [reason] });
  expect(ruleOf(book(), { leased: ['b'] }).eligible).toBe(true);
  expect(ruleOf(book(), { leased: ['a'], read: { a: 0.5 } }).obstacles).toEqual(['试读以外已读 50%，满 10% 后不能退款']);
  expect(ruleOf(bundle(), { leased: ['b'] }).items.map(({ bookId, obstacle }) => [bookId, obstacle])).toEqual([
    ['a', undefined],
    ['b', reason],
    ['c', undefined],
  ]);
});

test('the text of the rule is as promised, and is part of every result', () => {
  expect(REFUND_RULE).toBe(
    '付款后 7 天内、试读以外阅读未满全书 10%，且设备上没有离线副本，可以申请全额退款；退款后不能再阅读，笔记保留。整套购买的可以只退其中几本，按各本在实付中的份额退。',
  );
  expect(ruleOf(book()).rule).toBe(REFUND_RULE);
});
