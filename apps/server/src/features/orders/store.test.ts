/** Tests of the rows of orders, their books, payment attempts and events: each function changes or finds only the rows it names. */
import type { Order } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  appendEvent,
  claimQuery,
  countAttempts,
  countToPay,
  findAttempt,
  findOpenOrder,
  findOpenOrderFor,
  findOrder,
  findOwnOrder,
  insertAttempt,
  insertOrder,
  listOpenAttempts,
  listOrdersToReconcile,
  listPaymentEvents,
  lockOrder,
  markClosed,
  markFulfilled,
  markItemsRefunded,
  markPaid,
  markRefunded,
  markRefunding,
  markRefundOver,
  type NewOrder,
  type PaymentEvent,
  setAttemptState,
} from './store.ts';
import { createOrderFixture, type OrderFixture, type OrderGiven, START_MS } from './testing/order-fixture.ts';

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
const inTransaction: OrderFixture['deps']['db']['transaction'] = (work) => orders.deps.db.transaction(work);
const STATES: readonly Order['status'][] = ['created', 'paid', 'fulfilled', 'closed', 'refunding', 'partiallyRefunded', 'refunded'];
/** Inserts an order in each status. */
const oneOfEach = async (given: OrderGiven = {}): Promise<Record<Order['status'], string>> => {
  const nos: [string, string][] = [];
  for (const status of STATES) nos.push([status, await orders.order({ ...given, status })]);
  return Object.fromEntries(nos) as Record<Order['status'], string>;
};
const rowOf = (no: string) => orders.row('purchase_order', 'no', no);
const statusOf = async (no: string) => (await rowOf(no))?.['status'];
/** Runs `change` on an order in each status. Returns its results with the status of each order afterwards. */
const effectOf = async (change: (no: string) => Promise<unknown>, given: OrderGiven = {}) => {
  const nos = await oneOfEach(given);
  const effect: Record<string, [unknown, unknown]> = {};
  for (const status of STATES) effect[status] = [await change(nos[status]), await statusOf(nos[status])];
  return effect;
};
const unchanged = (result: unknown): Record<string, [unknown, unknown]> =>
  Object.fromEntries(STATES.map((status) => [status, [result, status]]));

describe('an order', () => {
  const made = (no: string, change: Partial<NewOrder> = {}): NewOrder => ({
    no,
    userId: orders.mei,
    skuId: 'sku-1',
    items: [
      { bookId: 'b', title: '乙', authors: '某', priceFen: 3000, payFen: 2000, termDays: 30 },
      { bookId: 'a', title: '甲', authors: '', priceFen: 1000, payFen: 1000 },
    ],
    bundle: { collectionId: 'c', title: '丛书', owned: ['丙'] },
    totalFen: 4000,
    payFen: 3000,
    expireAt: START_MS + 5,
    createdAt: START_MS,
    ...change,
  });
  const insert = (order: NewOrder) => inTransaction((tx) => insertOrder(tx, order));

  it('is read with every field that was inserted, and its books in their order', async () => {
    const no = '20261121201500999001';
    expect(await insert(made(no))).toBe(true);
    const order = {
      no,
      userId: orders.mei,
      status: 'created',
      totalFen: 4000,
      discountFen: 1000,
      payFen: 3000,
      refundedFen: 0,
      channel: undefined,
      channelTxn: undefined,
      tradeNo: undefined,
      expireAt: START_MS + 5,
      createdAt: START_MS,
      paidAt: undefined,
      fulfilledAt: undefined,
      closedAt: undefined,
      closeReason: undefined,
      items: [
        { bookId: 'b', title: '乙', authors: '某', priceFen: 3000, payFen: 2000, termDays: 30, skuId: 'sku-1' },
        { bookId: 'a', title: '甲', authors: '', priceFen: 1000, payFen: 1000, skuId: 'sku-1' },
      ],
      bundle: { collectionId: 'c', title: '丛书', owned: ['丙'] },
    };
    expect(await findOrder(db(), no)).toEqual(order);
    expect(await findOwnOrder(db(), orders.mei, no)).toEqual(order);
    expect(await inTransaction((tx) => lockOrder(tx, no))).toEqual(order);
    expect(await findOwnOrder(db(), li, no)).toBeUndefined();
    expect(await findOrder(db(), '20261121201500999000')).toBeUndefined();
    const single = '20261121201500999002';
    await insert(made(single, { bundle: undefined }));
    expect((await findOrder(db(), single))?.bundle).toBeUndefined();
  });

  it('is read with the fields that are set later', async () => {
    const no = await orders.fulfilled({
      closedAt: 7,
      closeReason: 'timeout',
      refundedFen: 5,
      paidAt: 6,
      fulfilledAt: 8,
      items: [{ bookId: 'a', refundedAt: 9 }],
    });
    expect(await findOrder(db(), no)).toMatchObject({
      channel: 'wechatNative',
      channelTxn: `txn-${no}`,
      tradeNo: `${no}_a`,
      refundedFen: 5,
      paidAt: 6,
      fulfilledAt: 8,
      closedAt: 7,
      closeReason: 'timeout',
      items: [{ bookId: 'a', refundedAt: 9 }],
    });
  });

  it('is not inserted if its number is taken', async () => {
    const no = await orders.order({ items: [{ bookId: 'first' }] });
    expect(await insert(made(no))).toBe(false);
    expect((await findOrder(db(), no))?.items.map(({ bookId }) => bookId)).toEqual(['first']);
  });

  it('is locked until the transaction ends', async () => {
    const no = await orders.order();
    const order: string[] = [];
    let second: Promise<unknown> | undefined;
    await inTransaction(async (tx) => {
      await lockOrder(tx, no);
      second = inTransaction(async (other) => {
        await lockOrder(other, no);
        order.push('second');
      });
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await orders.query(waiting)).length, { timeout: 20_000, interval: 20 }).toBe(1);
      order.push('first');
    });
    await second;
    expect(order).toEqual(['first', 'second']);
  });
});

describe('an open order', () => {
  const find = async (userId: string, request: { skuId: string; payFen: number; bookIds: string[] }) =>
    (await findOpenOrder(db(), userId, request, START_MS))?.no;
  const request = { skuId: 'sku', payFen: 5, bookIds: ['b', 'a'] };
  const items = [
    { bookId: 'a', payFen: 2 },
    { bookId: 'b', payFen: 3 },
  ];

  it('is found as the newest of this user for these books at this price', async () => {
    await orders.order({ items, createdAt: 1 });
    const newest = await orders.order({ items, createdAt: 3 });
    await orders.order({ items, createdAt: 2 });
    expect(await find(orders.mei, request)).toBe(newest);
    expect(await find(li, request)).toBeUndefined();
    expect(await find(orders.mei, { ...request, payFen: 6 })).toBeUndefined();
    expect(await find(orders.mei, { ...request, skuId: 'another' })).toBeUndefined();
    for (const bookIds of [['a'], ['a', 'b', 'c'], ['a', 'c'], []]) expect(await find(orders.mei, { ...request, bookIds })).toBeUndefined();
  });

  it('is found only while it is unpaid and has not expired', async () => {
    await orders.order({ items, expireAt: START_MS });
    for (const status of STATES.slice(1)) await orders.order({ items, status });
    expect(await find(orders.mei, request)).toBeUndefined();
    const last = await orders.order({ items, expireAt: START_MS + 1 });
    expect(await find(orders.mei, request)).toBe(last);
  });

  it('is found by its book or its collection at any price', async () => {
    const bundle = { collectionId: 'c', title: '丛书', owned: [] };
    const single = await orders.order({ items: [{ bookId: 'a' }], createdAt: 1 });
    const newer = await orders.order({ items: [{ bookId: 'a', skuId: 'other' }], createdAt: 2 });
    const whole = await orders.order({ items, bundle, createdAt: 3 });
    const of = async (what: { bookId: string } | { collectionId: string }, userId = orders.mei) =>
      (await findOpenOrderFor(db(), userId, what, START_MS))?.no;
    expect([await of({ bookId: 'a' }), await of({ bookId: 'b' }), await of({ bookId: 'a' }, li)]).toEqual([newer, undefined, undefined]);
    expect([await of({ collectionId: 'c' }), await of({ collectionId: 'd' }), await of({ collectionId: 'c' }, li)]).toEqual([
      whole,
      undefined,
      undefined,
    ]);
    await orders.query('update purchase_order set expire_at = $2 where no = $1', [newer, START_MS]);
    expect(await of({ bookId: 'a' })).toBe(single);
    await orders.query(`update purchase_order set status = 'closed' where no = any($1)`, [[single, whole]]);
    expect([await of({ bookId: 'a' }), await of({ collectionId: 'c' })]).toEqual([undefined, undefined]);
  });

  it('counts as unpaid until it expires', async () => {
    await oneOfEach();
    await orders.order({ expireAt: START_MS });
    await orders.order({ expireAt: START_MS + 1 });
    await orders.order({ userId: li });
    expect([await countToPay(db(), orders.mei, START_MS), await countToPay(db(), 'nobody', START_MS)]).toEqual([2, 0]);
  });
});

describe('the status of an order', () => {
  const payment = { channel: 'alipayPage', txn: 'T', tradeNo: 'N', paidAt: 44 } as const;

  it('becomes paid from created or closed, once', async () => {
    const effect = await effectOf((no) => inTransaction((tx) => markPaid(tx, no, { ...payment, txn: no })));
    expect(effect).toEqual({ ...unchanged(false), created: [true, 'paid'], closed: [true, 'paid'] });
    const [no, other] = [await orders.order(), await orders.order()];
    await inTransaction((tx) => markPaid(tx, no, payment));
    expect(await rowOf(no)).toMatchObject({ status: 'paid', channel: 'alipayPage', channel_txn: 'T', trade_no: 'N', paid_at: 44 });
    expect(await rowOf(other)).toMatchObject({ status: 'created', paid_at: null });
    const before = await orders.fulfilled({ status: 'closed' });
    expect(await inTransaction((tx) => markPaid(tx, before, { ...payment, txn: 'second' }))).toBe(false);
    expect(await rowOf(before)).toMatchObject({ status: 'closed', channel: 'wechatNative' });
  });

  it('becomes fulfilled from paid', async () => {
    const other = await orders.order({ status: 'paid' });
    expect(await effectOf((no) => inTransaction((tx) => markFulfilled(tx, no, 55)))).toEqual({
      ...unchanged(false),
      paid: [true, 'fulfilled'],
    });
    expect(await statusOf(other)).toBe('paid');
    await inTransaction((tx) => markFulfilled(tx, other, 56));
    expect(await rowOf(other)).toMatchObject({ fulfilled_at: 56 });
  });

  it('becomes closed from created, with its time and reason', async () => {
    const other = await orders.order();
    expect(await effectOf((no) => inTransaction((tx) => markClosed(tx, no, 'user', 66)))).toEqual({
      ...unchanged(false),
      created: [true, 'closed'],
    });
    expect(await statusOf(other)).toBe('created');
    await inTransaction((tx) => markClosed(tx, other, 'timeout', 67));
    expect(await rowOf(other)).toMatchObject({ closed_at: 67, close_reason: 'timeout' });
  });

  it('becomes refunding from paid, or from fulfilled in whole or in part', async () => {
    const others = [await orders.order({ status: 'paid' }), await orders.order({ status: 'fulfilled' })];
    expect(await effectOf((no) => inTransaction((tx) => markRefunding(tx, no, 'paid')))).toEqual({
      ...unchanged(false),
      paid: [true, 'refunding'],
    });
    expect(await effectOf((no) => inTransaction((tx) => markRefunding(tx, no, 'fulfilled')))).toEqual({
      ...unchanged(false),
      fulfilled: [true, 'refunding'],
      partiallyRefunded: [true, 'refunding'],
    });
    expect([await statusOf(others[0] ?? ''), await statusOf(others[1] ?? '')]).toEqual(['paid', 'fulfilled']);
  });

  it('becomes refunded or partially refunded from refunding, depending on the refunded total', async () => {
    const other = await orders.order({ status: 'refunding' });
    const half = (amount: number) => (no: string) => inTransaction((tx) => markRefunded(tx, no, amount));
    expect(await effectOf(half(1979), { refundedFen: 2000 })).toEqual({ ...unchanged(false), refunding: [false, 'partiallyRefunded'] });
    expect(await effectOf(half(1980), { refundedFen: 2000 })).toEqual({ ...unchanged(false), refunding: [true, 'refunded'] });
    expect(await rowOf(other)).toMatchObject({ status: 'refunding', refunded_fen: 0 });
    expect(await half(3980)(other)).toBe(true);
    expect(await rowOf(other)).toMatchObject({ status: 'refunded', refunded_fen: 3980 });
  });

  it('is restored after a refund, except for an order that was never fulfilled', async () => {
    const over = (no: string) => inTransaction((tx) => markRefundOver(tx, no));
    const other = await orders.order({ status: 'refunding', fulfilledAt: 1 });
    expect(await effectOf(over)).toEqual(unchanged(undefined));
    expect(await effectOf(over, { fulfilledAt: 1 })).toEqual({ ...unchanged(undefined), refunding: [undefined, 'fulfilled'] });
    expect(await effectOf(over, { fulfilledAt: 1, refundedFen: 1 })).toEqual({
      ...unchanged(undefined),
      refunding: [undefined, 'partiallyRefunded'],
    });
    expect(await statusOf(other)).toBe('refunding');
  });

  it('does not change when books are refunded: the named ones, or all remaining ones', async () => {
    const items = [{ bookId: 'a', refundedAt: 1 }, { bookId: 'b' }, { bookId: 'c' }];
    const [some, all, other] = [await orders.order({ items }), await orders.order({ items }), await orders.order({ items })];
    await inTransaction((tx) => markItemsRefunded(tx, some, ['a', 'b'], 9));
    await inTransaction((tx) => markItemsRefunded(tx, all, undefined, 9));
    const ends = async (no: string) => (await findOrder(db(), no))?.items.map(({ refundedAt }) => refundedAt);
    expect([await ends(some), await ends(all), await ends(other)]).toEqual([
      [1, 9, undefined],
      [1, 9, 9],
      [1, undefined, undefined],
    ]);
  });
});

describe('queries and events of a payment platform', () => {
  it('let one caller at a time query about an order', async () => {
    const [no, other] = [await orders.order({ askedAt: 1000 }), await orders.order({ askedAt: 1000 })];
    expect(await claimQuery(db(), no, 1099, 100)).toBe(false);
    expect(await claimQuery(db(), no, 1100, 100)).toBe(true);
    expect(await claimQuery(db(), no, 1100, 100)).toBe(false);
    expect([(await rowOf(no))?.['asked_at'], (await rowOf(other))?.['asked_at']]).toEqual([1100, 1000]);
  });

  it('are limited to the given number of due orders', async () => {
    for (let n = 0; n < 3; n += 1) await orders.order({ expireAt: 0 });
    expect(await listOrdersToReconcile(db(), START_MS, 0, 2)).toHaveLength(2);
  });

  it('allow one open attempt for each order and platform', async () => {
    const no = await orders.order();
    const attempt = (tradeNo: string, change = {}) =>
      ({ tradeNo, orderNo: no, channel: 'wechatNative', start: { kind: 'qr', codeUrl: 'weixin://x' }, state: 'open', ...change }) as const;
    expect(await insertAttempt(db(), attempt('trade_1'), 5)).toBe(true);
    expect(await insertAttempt(db(), attempt('trade_2'), 5)).toBe(false);
    expect(await insertAttempt(db(), attempt('trade_3', { channel: 'alipayPage' }), 4)).toBe(true);
    expect(await findAttempt(db(), 'trade_1')).toMatchObject(attempt('trade_1'));
    expect(await findAttempt(db(), 'trade_2')).toBeUndefined();
    expect((await listOpenAttempts(db(), no)).map(({ tradeNo }) => tradeNo)).toEqual(['trade_3', 'trade_1']);
    await setAttemptState(db(), 'trade_1', 'closed');
    expect((await listOpenAttempts(db(), no)).map(({ tradeNo }) => tradeNo)).toEqual(['trade_3']);
    await setAttemptState(db(), 'trade_1', 'paid');
    await setAttemptState(db(), 'trade_1', 'closed');
    expect(await findAttempt(db(), 'trade_1')).toMatchObject({ state: 'paid' });
    expect(await insertAttempt(db(), attempt('trade_4'), 5)).toBe(true);
    expect([await countAttempts(db(), no), await countAttempts(db(), 'none')]).toEqual([3, 0]);
  });

  it('record each notification once', async () => {
    const event = (id: string, change: Partial<PaymentEvent> = {}): PaymentEvent => ({
      id,
      orderNo: 'no',
      channel: 'wechatNative',
      type: 'notify',
      notifyId: 'n',
      raw: { a: 1 },
      verified: true,
      at: 5,
      ...change,
    });
    expect(await appendEvent(db(), event('2'))).toBe(true);
    expect(await appendEvent(db(), event('3'))).toBe(false);
    expect(await appendEvent(db(), event('1', { channel: 'alipayPage', verified: false }))).toBe(true);
    expect(await appendEvent(db(), event('4', { notifyId: undefined, type: 'query', at: 4 }))).toBe(true);
    expect(await appendEvent(db(), event('5', { notifyId: undefined, type: 'query', orderNo: 'other' }))).toBe(true);
    expect(await listPaymentEvents(db(), 'no')).toEqual([
      { at: 4, type: 'query', channel: 'wechatNative', verified: true, raw: { a: 1 } },
      { at: 5, type: 'notify', channel: 'alipayPage', verified: false, raw: { a: 1 } },
      { at: 5, type: 'notify', channel: 'wechatNative', verified: true, raw: { a: 1 } },
    ]);
  });
});
