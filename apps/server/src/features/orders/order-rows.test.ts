/** Tests of the rows of orders in lists: the user's own, all orders with their totals, and those without an invoice. */
import type { Order, OrderTab } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  listInvoiceableOrders,
  listMatchingOrders,
  listOrdersByNo,
  listOwnOrders,
  type OrderFilter,
  readOrdersOf,
  sumOrders,
} from './store.ts';
import { createOrderFixture, type OrderFixture, type OrderGiven } from './testing/order-fixture.ts';

let orders: OrderFixture;
let li: string;
beforeAll(async () => {
  orders = await createOrderFixture();
  li = await orders.user('李');
});
afterAll(() => orders?.drop());
beforeEach(async () => {
  await orders.query('delete from invoice_order');
  await orders.query('delete from purchase_order');
});

const db = () => orders.deps.db.orm;
const STATUSES: readonly Order['status'][] = ['created', 'paid', 'fulfilled', 'closed', 'refunding', 'partiallyRefunded', 'refunded'];
/** Inserts an order in each status. Returns their numbers by status. */
const oneOfEach = async (given: OrderGiven = {}): Promise<Record<Order['status'], string>> => {
  const nos: [string, string][] = [];
  for (const status of STATUSES) nos.push([status, await orders.order({ ...given, status })]);
  return Object.fromEntries(nos) as Record<Order['status'], string>;
};

describe('a reader’s orders', () => {
  const nosOf = (found: readonly { no: string }[]) => found.map(({ no }) => no);

  it.each([
    ['all', STATUSES],
    ['created', ['created']],
    ['done', ['paid', 'fulfilled', 'partiallyRefunded']],
    ['refunded', ['refunding', 'partiallyRefunded', 'refunded']],
    ['closed', ['closed']],
  ] as const)('under %s are listed newest first, page by page', async (tab: OrderTab, states: readonly Order['status'][]) => {
    const nos = await oneOfEach();
    await oneOfEach({ userId: li });
    const list = async (after: string | undefined, limit: number) => nosOf(await listOwnOrders(db(), orders.mei, { tab, after, limit }));
    const expected = states.map((status) => nos[status]).toReversed();
    expect(await list(undefined, 100)).toEqual(expected);
    expect(await list(undefined, 1)).toEqual(expected.slice(0, 1));
    expect(await list(expected[0], 100)).toEqual(expected.slice(1));
  });

  it('are listed in full for their buyer, and by number', async () => {
    const [first, second] = [await orders.order(), await orders.order()];
    const other = await orders.order({ userId: li });
    expect(nosOf(await readOrdersOf(db(), orders.mei))).toEqual([first, second]);
    expect(nosOf(await listOrdersByNo(db(), [first, other, 'none']))).toEqual([other, first]);
    expect(await listOrdersByNo(db(), [])).toEqual([]);
  });

  it('can be invoiced while they are not fully refunded and have no live invoice', async () => {
    const nos = await oneOfEach();
    const spent = await orders.order({ status: 'partiallyRefunded', refundedFen: 3980 });
    const [billed, freed] = [await orders.order({ status: 'fulfilled' }), await orders.order({ status: 'fulfilled' })];
    await orders.invoice({ orderNos: [billed] });
    await orders.invoice({ orderNos: [freed], live: false });
    await oneOfEach({ userId: li });
    const list = async (after: string | undefined, limit = 100) => nosOf(await listInvoiceableOrders(db(), orders.mei, { after, limit }));
    const expected = [freed, nos.partiallyRefunded, nos.fulfilled];
    expect(await list(undefined)).toEqual(expected);
    expect(await list(freed)).toEqual(expected.slice(1));
    expect(await list(undefined, 1)).toEqual([freed]);
    expect(expected).not.toContain(spent);
  });
});

describe('all orders', () => {
  const any: OrderFilter = { status: undefined, channel: undefined, from: undefined, to: undefined, q: '', userIds: [], scope: undefined };
  const found = async (filter: Partial<OrderFilter>, page: { after?: string; limit?: number } = {}) =>
    (await listMatchingOrders(db(), { ...any, ...filter }, { after: page.after, limit: page.limit ?? 100 })).map(({ no }) => no);

  it('are listed newest first, page by page', async () => {
    const [a, b, c] = [await orders.order(), await orders.order({ userId: li }), await orders.order()];
    expect(await found({})).toEqual([c, b, a]);
    expect(await found({}, { limit: 2 })).toEqual([c, b]);
    expect(await found({}, { after: c })).toEqual([b, a]);
  });

  it('are filtered by status, platform and time together', async () => {
    const nos = await oneOfEach({ createdAt: 10 });
    const paid = await orders.fulfilled({ createdAt: 20 });
    const elsewhere = await orders.fulfilled({ channel: 'alipayPage', createdAt: 30 });
    expect(await found({ status: 'closed' })).toEqual([nos.closed]);
    expect(await found({ channel: 'alipayPage' })).toEqual([elsewhere]);
    expect(await found({ from: 20 })).toEqual([elsewhere, paid]);
    expect(await found({ from: 20, to: 30 })).toEqual([paid]);
    expect(await found({ from: 0, to: 10 })).toEqual([]);
    expect(await found({ status: 'fulfilled', channel: 'wechatNative', from: 15 })).toEqual([paid]);
  });

  it('are searched by number, title, collection and user', async () => {
    const bundle = { collectionId: 'c', title: '诸子 Series', owned: [] };
    const a = await orders.order({ no: '20260101000000123456', items: [{ bookId: 'a', title: '论语 100%' }] });
    const b = await orders.order({ no: '20260101000000999999', items: [{ bookId: 'b', title: '道德经' }], bundle });
    const c = await orders.order({ no: '20260101000000777777', items: [{ bookId: 'c', title: '易_经\\' }], userId: li });
    expect(await found({ q: '3456' })).toEqual([a]);
    expect(await found({ q: '345' })).toEqual([]);
    expect(await found({ q: '20260101000000999999' })).toEqual([b]);
    expect(await found({ q: '20260101000000999999 ' })).toEqual([]);
    expect(await found({ q: '道德' })).toEqual([b]);
    expect(await found({ q: 'series' })).toEqual([b]);
    expect(await found({ q: '100%' })).toEqual([a]);
    expect([await found({ q: '%' }), await found({ q: '_' }), await found({ q: '\\' })]).toEqual([[a], [c], [c]]);
    expect(await found({ q: '李', userIds: [li] })).toEqual([c]);
    expect(await found({ q: '', userIds: [li] })).toHaveLength(3);
  });

  describe('all orders within the scope of a publisher', () => {
    const scope = { publishers: ['甲社'], institutions: [] };
    const shared = async () => {
      const [own, other] = [await orders.book({ publisher: '甲社' }), await orders.book({ publisher: '乙社' })];
      const whole = await orders.fulfilled({ items: [{ bookId: own, payFen: 1000, title: '甲书' }], refundedFen: 10 });
      const part = await orders.fulfilled({
        items: [
          { bookId: own, payFen: 300, title: '甲书', refundedAt: 1 },
          { bookId: own, payFen: 50, title: '甲书' },
          { bookId: other, payFen: 700, title: '乙书', refundedAt: 1 },
        ],
        refundedFen: 1000,
      });
      await orders.fulfilled({ items: [{ bookId: other, title: '乙书' }] });
      const unpaid = await orders.order({ items: [{ bookId: own, payFen: 5 }] });
      return { whole, part, unpaid };
    };

    it('contain at least one of its books, and are searched by these alone', async () => {
      const { whole, part, unpaid } = await shared();
      expect(await found({ scope })).toEqual([unpaid, part, whole]);
      expect(await found({ scope, q: '甲书' })).toEqual([part, whole]);
      expect(await found({ scope, q: '乙书' })).toEqual([]);
      expect(await found({ scope: { publishers: [], institutions: [] } })).toEqual([]);
    });

    it('have the totals of its books; without a scope the totals of all payments', async () => {
      await shared();
      expect(await sumOrders(db(), { ...any, scope })).toEqual({ orders: 3, paidFen: 1350, refundedFen: 310 });
      expect(await sumOrders(db(), any)).toEqual({ orders: 4, paidFen: 1000 + 1050 + 3980, refundedFen: 1010 });
      expect(await sumOrders(db(), { ...any, status: 'created' })).toEqual({ orders: 1, paidFen: 0, refundedFen: 0 });
      expect(await sumOrders(db(), { ...any, status: 'closed' })).toEqual({ orders: 0, paidFen: 0, refundedFen: 0 });
    });
  });
});
