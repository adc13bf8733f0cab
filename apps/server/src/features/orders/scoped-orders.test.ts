/** Tests of the part of an order that is within the scope of a publisher. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { includesRefund, limitToScope, requireScopedOrder, requireScopedRefund, requireWholeOrder } from './scoped-orders.ts';
import { findOrder } from './store.ts';
import { createOrderFixture, type OrderFixture } from './testing/order-fixture.ts';

let orders: OrderFixture;
let own: string;
let other: string;
let whole: string;
let shared: string;
let foreign: string;
const scope = { publishers: ['甲社'], institutions: [] };
beforeAll(async () => {
  orders = await createOrderFixture();
  [own, other] = [await orders.book({ publisher: '甲社' }), await orders.book({ publisher: '乙社' })];
  whole = await orders.fulfilled({ items: [{ bookId: own }] });
  shared = await orders.fulfilled({
    items: [
      { bookId: own, title: '甲', priceFen: 500, payFen: 300 },
      { bookId: own, title: '甲二', priceFen: 100, payFen: 50, refundedAt: 5 },
      { bookId: other, title: '乙', priceFen: 900, payFen: 700, refundedAt: 5 },
    ],
    discountFen: 450,
    refundedFen: 750,
    bundle: { collectionId: 'c', title: '丛书', owned: ['丙'] },
  });
  foreign = await orders.fulfilled({ items: [{ bookId: other }] });
});
afterAll(() => orders?.drop());
beforeEach(() => orders.reset());

const db = () => orders.deps.db.orm;
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: unknown) => (error as Error).message,
  );

describe('an order', () => {
  it('within the scope is returned whole', async () => {
    const found = await requireScopedOrder(db(), whole, scope);
    expect([found.order, found.isWhole]).toEqual([await findOrder(db(), whole), true]);
    expect((await requireScopedOrder(db(), shared, undefined)).order).toEqual(await findOrder(db(), shared));
  });

  it('with books of other publishers is returned in part, without the payment and the buyer’s other books', async () => {
    const { order, isWhole, includesBook } = await requireScopedOrder(db(), shared, scope);
    expect([isWhole, includesBook(own), includesBook(other)]).toEqual([false, true, false]);
    expect(order).toEqual({
      ...(await findOrder(db(), shared)),
      items: [expect.objectContaining({ title: '甲' }), expect.objectContaining({ title: '甲二' })],
      totalFen: 600,
      payFen: 350,
      discountFen: 250,
      refundedFen: 50,
      channelTxn: undefined,
      tradeNo: undefined,
      bundle: { collectionId: 'c', title: '丛书', owned: [] },
    });
    const single = await orders.order({ items: [{ bookId: own }, { bookId: other }] });
    expect((await requireScopedOrder(db(), single, scope)).order.bundle).toBeUndefined();
  });

  it('outside the scope, or that does not exist, is not found', async () => {
    for (const no of [foreign, '20000000000000000000']) {
      expect(await outcomeOf(requireScopedOrder(db(), no, scope))).toBe('orders.notFound');
      expect(await outcomeOf(requireWholeOrder(db(), no, scope))).toBe('orders.notFound');
    }
    expect(await outcomeOf(requireScopedOrder(db(), '20000000000000000000', undefined))).toBe('orders.notFound');
  });

  it('keeps its position in the list', async () => {
    const all = await Promise.all([shared, foreign, whole].map((no) => findOrder(db(), no)));
    const list = all.flatMap((one) => (one === undefined ? [] : [one]));
    expect((await limitToScope(db(), list, scope)).map(({ order }) => order.no)).toEqual([shared, whole]);
    expect((await limitToScope(db(), list, undefined)).map(({ order, isWhole }) => [order.no, isWhole])).toEqual([
      [shared, true],
      [foreign, true],
      [whole, true],
    ]);
  });

  it('can be changed as a whole only if all of it is within the scope', async () => {
    expect([await outcomeOf(requireWholeOrder(db(), whole, scope)), await outcomeOf(requireWholeOrder(db(), shared, undefined))]).toEqual([
      'success',
      'success',
    ]);
    expect(await outcomeOf(requireWholeOrder(db(), shared, scope))).toBe('orders.shared');
  });
});

describe('a refund', () => {
  it('is within the scope if all its books are', async () => {
    const [complete, part] = [await requireScopedOrder(db(), whole, scope), await requireScopedOrder(db(), shared, scope)];
    expect([includesRefund(complete, { bookIds: [] }), includesRefund(complete, { bookIds: [other] })]).toEqual([true, true]);
    expect([[], [own], [own, other], [other]].map((bookIds) => includesRefund(part, { bookIds }))).toEqual([false, true, false, false]);
  });

  it('of a part is for books within the scope, and at most what was paid for them', async () => {
    const check = (bookIds: string[], amountFen?: number, no = shared) => requireScopedRefund(db(), { no, bookIds, amountFen }, scope);
    for (const bookIds of [[], [other], [own, other]]) expect(await outcomeOf(check(bookIds)), bookIds.join()).toBe('orders.shared');
    expect([await outcomeOf(check([own])), await outcomeOf(check([own], 350))]).toEqual(['success', 'success']);
    expect(await messageOf(check([own], 351))).toBe('不能退款：这些图书最多可以退 3.50 元');
    expect([
      await outcomeOf(check([], 9999, whole)),
      await outcomeOf(requireScopedRefund(db(), { no: shared, bookIds: [], amountFen: 9999 }, undefined)),
    ]).toEqual(['success', 'success']);
    expect(await outcomeOf(check([other], 1, foreign))).toBe('orders.notFound');
  });
});
