/** Tests of the list of refunds for finance. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import { payloadOf } from '../../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { createOrderFixture, type OrderFixture } from '../testing/order-fixture.ts';
import { decideRefund } from './decide-refund.ts';
import { listRefunds } from './list-refunds.ts';

testAccess('listRefunds', ['finance', 'admin'], 'filtered');

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(async () => {
  await orders.reset();
  await orders.query('delete from invoice_request');
  await orders.query('delete from purchase_order');
});

const list = (input: Partial<Parameters<typeof listRefunds>[2]>, scope?: AccessScope) =>
  payloadOf(listRefunds(orders.deps, orders.operatorCaller(scope), { limit: 20, ...input }));
const buyer = () => ({ userId: orders.mei, nickname: `人 ${orders.mei}`, tel: '136****0000' });

it('refunds are listed with their orders and buyers, requested ones with the read share', async () => {
  const bookId = await orders.book();
  const [a, b] = [await orders.fulfilled({ items: [{ bookId }], status: 'refunding' }), await orders.fulfilled({ status: 'refunding' })];
  orders.read.set(bookId, 0.05);
  const [ra, rb] = [await orders.refund({ orderNo: a }), await orders.refund({ orderNo: b, askedAt: 7 })];
  const first = await list({ status: 'requested', limit: 1 });
  expect(first).toMatchObject({
    items: [{ refund: { id: ra }, order: { no: a }, buyer: buyer(), channel: 'wechatNative', readShare: 0.05 }],
    next: ra,
    counts: { requested: 2 },
  });
  expect(first.items[0]).not.toHaveProperty('askedAt');
  const second = await list({ status: 'requested', limit: 1, cursor: ra });
  expect(second.items).toMatchObject([{ refund: { id: rb }, askedAt: 7 }]);
  expect(second).not.toHaveProperty('next');
  const decide = (id: string, decision: 'approve' | 'reject', reply: string) =>
    payloadOf(decideRefund(orders.deps, orders.operatorCaller(), { id, decision, reply }));
  expect(await decide(ra, 'approve', '')).toMatchObject({ refund: { status: 'approved' } });
  expect(await decide(rb, 'reject', '不行')).toMatchObject({ refund: { status: 'rejected' } });
  expect((await list({})).items.map((item) => 'readShare' in item)).toEqual([false, false]);
});

it('an operator of a publisher sees only refunds of its books', async () => {
  const [own, other] = [await orders.book({ publisher: '甲社' }), await orders.book({ publisher: '乙社' })];
  const no = await orders.fulfilled({ items: [{ bookId: own }, { bookId: other }] });
  const ownRefund = await orders.refund({ orderNo: no, bookIds: [own], status: 'rejected' });
  await orders.refund({ orderNo: no, bookIds: [other], status: 'rejected' });
  const { items, counts } = await list({}, { publishers: ['甲社'], institutions: [] });
  expect([items.map(({ refund }) => refund.id), counts.rejected]).toEqual([[ownRefund], 1]);
});
