/** Tests of payments that a payment provider reports (repeated, late, or of another amount), and of fulfilling paid orders. */
import type { PaymentChannel } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentFact } from '../../../gateways/payment/payment-gateway.ts';
import { listPaymentEvents } from '../store.ts';
import { createOrderFixture, DAY_MS, MINUTE_MS, type OrderFixture, type OrderGiven, PRICE_FEN } from '../testing/order-fixture.ts';
import { fulfillOrder, type PaymentSource, takePayment } from './take-payment.ts';

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(() => orders.reset());

const statusOf = async (no: string) => (await orders.row('purchase_order', 'no', no))?.['status'];
const attemptOf = async (tradeNo: string) => (await orders.row('payment_attempt', 'trade_no', tradeNo))?.['state'];
const refundsOf = (no: string) =>
  orders.query(
    `select cause, channel, trade_no, channel_txn, amount_fen, book_ids, reason, status, reply, requested_at, decided_at, finished_at
     from order_refund where order_no = $1 order by id`,
    [no],
  );
/** Creates an order for one book with a payment started at a payment provider. */
const begun = async (given: OrderGiven = {}, channel: 'wechatNative' | 'alipayPage' = 'wechatNative') => {
  const bookId = await orders.book();
  const no = await orders.order({ items: [{ bookId }], ...given });
  return { bookId, no, tradeNo: await orders.begun(no, channel) };
};
const factOf = (tradeNo: string, change: Partial<PaymentFact> = {}): PaymentFact => ({
  tradeNo,
  state: 'paid',
  txn: `txn of ${tradeNo}`,
  amountFen: PRICE_FEN,
  paidAt: orders.now() - 1_000,
  raw: { source: 'the platform' },
  ...change,
});
const take = (
  fact: PaymentFact,
  source: PaymentSource = { type: 'notify', notifyId: `n ${fact.tradeNo}` },
  channel: PaymentChannel = 'wechatNative',
) => takePayment(orders.deps, channel, fact, source);
const untouched = async (no: string, bookId: string) => {
  expect(await orders.row('purchase_order', 'no', no)).toMatchObject({
    status: 'created',
    paid_at: null,
    channel: null,
    fulfilled_at: null,
  });
  expect(await orders.rights(bookId)).toEqual([]);
  expect([orders.paid, orders.jobs, orders.published]).toEqual([[], [], []]);
};

describe('a reported payment', () => {
  it('is recorded with its order, grants the book, and is published to the buyer', async () => {
    const { bookId, no, tradeNo } = await begun();
    orders.later(MINUTE_MS);
    const now = orders.now();
    expect(await take(factOf(tradeNo))).toBe('recorded');
    expect(await orders.row('purchase_order', 'no', no)).toMatchObject({
      status: 'fulfilled',
      channel: 'wechatNative',
      channel_txn: `txn of ${tradeNo}`,
      trade_no: tradeNo,
      paid_at: now - 1_000,
      fulfilled_at: now,
    });
    expect(await attemptOf(tradeNo)).toBe('paid');
    expect(await orders.rights(bookId)).toEqual([{ source: 'order', source_id: no, status: 'active', starts_at: now, ends_at: null }]);
    expect(await orders.query('select * from payment_event where order_no = $1', [no])).toMatchObject([
      { channel: 'wechatNative', type: 'notify', notify_id: `n ${tradeNo}`, raw: { source: 'the platform' }, verified: true, at: now },
    ]);
    expect(orders.paid).toEqual([{ channel: 'wechatNative', amountFen: PRICE_FEN }]);
    expect(orders.jobs).toEqual([{ name: 'orders.reconcile', data: { id: no }, singletonKey: no, inTransaction: true }]);
    expect(orders.published).toEqual([{ topic: `orders of ${orders.mei}`, data: { no } }]);
    expect(await refundsOf(no)).toEqual([]);
    expect(orders.logged).toEqual([]);
  });

  it('is recorded once, whether it is repeated by the same notification, another one or a query', async () => {
    const { bookId, no, tradeNo } = await begun();
    expect(await take(factOf(tradeNo))).toBe('recorded');
    expect(await take(factOf(tradeNo))).toBe('repeated');
    expect(await take(factOf(tradeNo), { type: 'notify', notifyId: 'another' })).toBe('repeated');
    expect(await take(factOf(tradeNo), { type: 'query' })).toBe('repeated');
    expect((await listPaymentEvents(orders.deps.db.orm, no)).map(({ type }) => type)).toEqual(['notify', 'notify']);
    expect(await orders.rights(bookId)).toHaveLength(1);
    expect(orders.paid).toHaveLength(1);
    expect(await refundsOf(no)).toEqual([]);
  });

  it('found by a query is recorded with that source', async () => {
    const { no, tradeNo } = await begun();
    expect(await take(factOf(tradeNo), { type: 'query' })).toBe('recorded');
    expect(await orders.query('select type, notify_id from payment_event where order_no = $1', [no])).toEqual([
      { type: 'query', notify_id: null },
    ]);
  });

  it('is a repetition if its notification was recorded before, even with another transaction number', async () => {
    const { no, tradeNo } = await begun();
    await take(factOf(tradeNo));
    expect(await take(factOf(tradeNo, { txn: 'another number' }))).toBe('repeated');
    expect(await refundsOf(no)).toEqual([]);
  });

  it.each([
    ['is not paid', { state: 'unpaid' }],
    ['is closed', { state: 'closed' }],
    ['has no number', { txn: undefined }],
    ['has no amount', { amountFen: undefined }],
  ] as const)('that %s is not recorded', async (_, change) => {
    const { bookId, no, tradeNo } = await begun();
    expect(await take({ ...factOf(tradeNo), ...change } as PaymentFact)).toBe('repeated');
    await untouched(no, bookId);
    expect(await listPaymentEvents(orders.deps.db.orm, no)).toEqual([]);
  });

  it.each([PRICE_FEN - 1, PRICE_FEN + 1, 0])('of %i fen instead of 3980 grants nothing and is logged', async (amountFen) => {
    const { bookId, no, tradeNo } = await begun();
    expect(await take(factOf(tradeNo, { amountFen }))).toBe('unknown');
    await untouched(no, bookId);
    expect(await attemptOf(tradeNo)).toBe('open');
    expect(orders.logged).toMatchObject([{ level: 50, orderNo: no, channel: 'wechatNative', paidFen: amountFen, orderFen: PRICE_FEN }]);
    expect((await listPaymentEvents(orders.deps.db.orm, no)).map(({ type }) => type)).toEqual(['notify']);
  });

  it('of an unknown trade, or of one at another platform, is not ours', async () => {
    const { bookId, no, tradeNo } = await begun();
    expect(await take(factOf('20261121201500_none'))).toBe('unknown');
    expect(await take(factOf(tradeNo), { type: 'query' }, 'alipayPage')).toBe('unknown');
    await untouched(no, bookId);
    expect(orders.logged).toMatchObject([
      { level: 50, tradeNo: '20261121201500_none', channel: 'wechatNative' },
      { level: 50, tradeNo, channel: 'alipayPage' },
    ]);
    expect(await listPaymentEvents(orders.deps.db.orm, no)).toEqual([]);
  });

  it.each([
    ['before the order was created', -2 * MINUTE_MS, -MINUTE_MS],
    ['in the future', MINUTE_MS, 0],
    ['no time', undefined, 0],
    ['between them', -1, -1],
  ] as const)('has a time between the order and now, whatever the platform’s clock says (%s)', async (_, reportedMs, countedMs) => {
    const { no, tradeNo } = await begun();
    orders.later(MINUTE_MS);
    const now = orders.now();
    const { paidAt: __, ...timeless } = factOf(tradeNo);
    await take(reportedMs === undefined ? timeless : { ...timeless, paidAt: now + reportedMs });
    expect((await orders.row('purchase_order', 'no', no))?.['paid_at']).toBe(now + countedMs);
  });

  it.each([
    ['at the same platform', 'wechatNative'],
    ['at another platform', 'alipayPage'],
  ] as const)('of an order that was already paid, %s, is refunded automatically', async (_, channel) => {
    const { bookId, no, tradeNo } = await begun();
    await take(factOf(tradeNo));
    const second = await orders.begun(no, channel);
    orders.later(MINUTE_MS);
    // Transaction numbers are unique only within one payment provider.
    const txn = channel === 'wechatNative' ? 'the second' : `txn of ${tradeNo}`;
    expect(await take(factOf(second, { txn }), undefined, channel)).toBe('recorded');
    const now = orders.now();
    expect(await refundsOf(no)).toEqual([
      {
        cause: 'duplicate',
        channel,
        trade_no: second,
        channel_txn: txn,
        amount_fen: PRICE_FEN,
        book_ids: [],
        reason: '',
        status: 'approved',
        reply: '',
        requested_at: now,
        decided_at: now,
        finished_at: null,
      },
    ]);
    expect(await orders.row('purchase_order', 'no', no)).toMatchObject({ status: 'fulfilled', channel: 'wechatNative', trade_no: tradeNo });
    expect(await orders.rights(bookId)).toHaveLength(1);
    expect(await attemptOf(second)).toBe('paid');
    expect(orders.jobs).toHaveLength(2);
  });

  it('that is reported eight times at once grants the book once', async () => {
    const { bookId, no, tradeNo } = await begun();
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        take(factOf(tradeNo), n % 2 === 0 ? { type: 'query' } : { type: 'notify', notifyId: `x${n}${no}` }),
      ),
    );
    expect(results.filter((result) => result === 'recorded')).toHaveLength(1);
    expect(await orders.rights(bookId)).toHaveLength(1);
    expect(await refundsOf(no)).toEqual([]);
    expect(orders.paid).toHaveLength(1);
  });

  it('is recorded even if the book cannot be granted: the job repeats that, and the change is published', async () => {
    const { no, tradeNo } = await begun();
    // The fulfillment fails, because the entitlement to a book that does not exist cannot be inserted.
    await orders.query(`update order_item set book_id = 'gone' where order_no = $1`, [no]);
    expect(await take(factOf(tradeNo))).toBe('recorded');
    expect(await orders.row('purchase_order', 'no', no)).toMatchObject({ status: 'paid', fulfilled_at: null });
    expect(orders.logged).toMatchObject([{ level: 50, orderNo: no, err: expect.anything() }]);
    expect(orders.jobs).toEqual([{ name: 'orders.reconcile', data: { id: no }, singletonKey: no, inTransaction: true }]);
    expect(orders.published).toEqual([{ topic: `orders of ${orders.mei}`, data: { no } }]);
    expect(orders.paid).toHaveLength(1);
  });
});

describe('a paid order', () => {
  /** Creates an order that is paid but not fulfilled. */
  const paid = (given: OrderGiven) =>
    orders.fulfilled({ status: 'paid', ...given }).then(async (no) => {
      await orders.query('update purchase_order set fulfilled_at = null where no = $1', [no]);
      return no;
    });
  const ownPermanently = (bookId: string) =>
    orders.query(
      `insert into entitlement (id, user_id, book_id, source, source_id, starts_at, status, created_at)
       values ($1, $2, $1, 'order', 'another order', 0, 'active', 0)`,
      [bookId, orders.mei],
    );
  const refundWith = (no: string, cause: string, amount: number, bookIds: string[] = []) => ({
    cause,
    channel: 'wechatNative',
    trade_no: `${no}_a`,
    channel_txn: `txn-${no}`,
    amount_fen: amount,
    book_ids: bookIds,
    reason: '',
    status: 'approved',
    reply: '',
    requested_at: orders.now(),
    decided_at: orders.now(),
    finished_at: null,
  });

  it('grants each of its books, for its term or permanently', async () => {
    const [a, b] = [await orders.book(), await orders.book()];
    const no = await paid({ items: [{ bookId: b, termDays: 30 }, { bookId: a }] });
    orders.later(MINUTE_MS);
    expect(await fulfillOrder(orders.deps, no)).toBe(true);
    expect([await orders.rights(a), await orders.rights(b)]).toMatchObject([
      [{ source_id: no, ends_at: null }],
      [{ source_id: no, ends_at: orders.now() + 30 * DAY_MS }],
    ]);
    expect(await orders.row('purchase_order', 'no', no)).toMatchObject({ status: 'fulfilled', fulfilled_at: orders.now() });
    expect([await refundsOf(no), orders.jobs]).toEqual([[], []]);
    expect(orders.published).toEqual([{ topic: `orders of ${orders.mei}`, data: { no } }]);
  });

  it('extends any current right if it is a renewal, else only a right from an order', async () => {
    const ends: unknown[] = [];
    for (const renewal of [true, undefined]) {
      const bookId = await orders.book();
      await orders.query(
        `insert into entitlement (id, user_id, book_id, source, source_id, starts_at, ends_at, status, created_at)
         values ($1, $2, $1, 'code', 'a code', 0, $3, 'active', 0)`,
        [bookId, orders.mei, orders.now() + 10 * DAY_MS],
      );
      const no = await paid({ items: [{ bookId, termDays: 30, ...(renewal === undefined ? {} : { renewal }) }] });
      await fulfillOrder(orders.deps, no);
      ends.push((await orders.rights(bookId)).find(({ source }) => source === 'order')?.['ends_at']);
    }
    expect(ends).toEqual([orders.now() + 40 * DAY_MS, orders.now() + 30 * DAY_MS]);
  });

  it.each(['created', 'fulfilled', 'closed', 'refunding', 'refunded'] as const)('is not fulfilled if its status is %s', async (status) => {
    const bookId = await orders.book();
    const no = await orders.fulfilled({ status, items: [{ bookId }] });
    expect(await fulfillOrder(orders.deps, no)).toBe(false);
    expect(await orders.rights(bookId)).toEqual([]);
    expect([await statusOf(no), orders.published]).toEqual([status, []]);
  });

  it('is not fulfilled if it does not exist', async () => {
    expect(await fulfillOrder(orders.deps, '20000000000000000000')).toBe(false);
  });

  it('is refunded as a duplicate if the book was bought permanently meanwhile', async () => {
    const bookId = await orders.book();
    await ownPermanently(bookId);
    const no = await paid({ items: [{ bookId }] });
    expect(await fulfillOrder(orders.deps, no)).toBe(true);
    expect(await refundsOf(no)).toEqual([refundWith(no, 'duplicate', PRICE_FEN)]);
    expect(await orders.row('purchase_order', 'no', no)).toMatchObject({ status: 'refunding', fulfilled_at: null });
    expect(await orders.rights(bookId)).toMatchObject([{ source_id: 'another order' }]);
    expect(orders.jobs).toEqual([{ name: 'orders.reconcile', data: { id: no }, inTransaction: true }]);
    expect(orders.published).toHaveLength(1);
  });

  it('is refunded if the book was removed', async () => {
    const bookId = await orders.book({ removal_notice: '停止阅读' });
    const no = await paid({ items: [{ bookId }] });
    await fulfillOrder(orders.deps, no);
    expect(await refundsOf(no)).toEqual([refundWith(no, 'removed', PRICE_FEN)]);
    expect(await orders.rights(bookId)).toEqual([]);
  });

  it('of several books grants what it can and refunds the shares of the others', async () => {
    const [open, owned, removed] = [await orders.book(), await orders.book(), await orders.book({ removal_notice: '停止阅读' })];
    await ownPermanently(owned);
    const items = [
      { bookId: removed, payFen: 700 },
      { bookId: open, payFen: 2000 },
      { bookId: owned, payFen: 300 },
    ];
    const no = await paid({ items });
    expect(await fulfillOrder(orders.deps, no)).toBe(true);
    expect(await refundsOf(no)).toEqual([refundWith(no, 'removed', 1000, [owned, removed])]);
    expect(await orders.row('purchase_order', 'no', no)).toMatchObject({ status: 'refunding', fulfilled_at: orders.now() });
    expect([await orders.rights(open), await orders.rights(removed)]).toMatchObject([[{ source_id: no }], []]);
    expect(orders.jobs).toHaveLength(1);
  });

  it('is fulfilled if the books it cannot grant cost nothing', async () => {
    const [open, owned] = [await orders.book(), await orders.book()];
    await ownPermanently(owned);
    const no = await paid({
      items: [
        { bookId: open, payFen: 2000 },
        { bookId: owned, payFen: 0 },
      ],
    });
    expect(await fulfillOrder(orders.deps, no)).toBe(true);
    expect([await statusOf(no), await refundsOf(no), orders.jobs]).toEqual(['fulfilled', [], []]);
    expect(orders.published).toHaveLength(1);
  });

  describe('that was closed before the payment', () => {
    const closed = { closedAt: 1, closeReason: 'timeout' } as const;
    const sku = async (kind: 'book' | 'bundle', of: string, window: { sale_from?: number; sale_to?: number }) =>
      orders.query(
        `insert into sku (id, kind, ${kind === 'book' ? 'book_id' : 'collection_id'}, price_fen, active, sale_from, sale_to, created_at)
         values ($1 || $2, $2, $1, 1, true, $3, $4, 0)`,
        [of, kind, window.sale_from ?? null, window.sale_to ?? null],
      );
    const outcome = async (given: OrderGiven) => {
      const no = await paid({ ...closed, ...given });
      await fulfillOrder(orders.deps, no);
      const [refund] = await refundsOf(no);
      return refund?.['cause'] ?? (await statusOf(no));
    };

    it('still grants a book that is for sale, with or without a stored price', async () => {
      expect(await outcome({ items: [{ bookId: await orders.book() }] })).toBe('fulfilled');
      const priced = await orders.book();
      await sku('book', priced, {});
      expect(await outcome({ items: [{ bookId: priced }] })).toBe('fulfilled');
    });

    it.each([
      ['off the shelf', { shelf_state: 'offShelf' }],
      ['free now', { access_model: 'free', price_fen: 0 }],
      ['sold by code only', { access_model: 'codeOnly' }],
    ] as const)('refunds a book that is %s', async (_, columns) => {
      const bookId = await orders.book(columns);
      expect(await outcome({ items: [{ bookId }] })).toBe('late');
      // For comparison: an order for the same book that was paid in time is fulfilled, although the book is not for sale any more.
      const no = await paid({ items: [{ bookId }] });
      await fulfillOrder(orders.deps, no);
      expect(await statusOf(no)).toBe('fulfilled');
    });

    it('refunds a book that does not exist', async () => {
      expect(await outcome({ items: [{ bookId: 'gone' }] })).toBe('late');
    });

    it.each([
      ['not yet', { sale_from: 1 }],
      ['not any more', { sale_to: 0 }],
    ] as const)('refunds what is %s on sale, but not a renewal', async (_, window) => {
      const now = orders.now();
      const [single, part] = [await orders.book(), await orders.book()];
      const between = 'sale_from' in window ? { sale_from: now + 1 } : { sale_to: now };
      await sku('book', single, between);
      expect(await outcome({ items: [{ bookId: single }] })).toBe('late');
      expect(await outcome({ items: [{ bookId: single, renewal: true, termDays: 1 }] })).toBe('fulfilled');
      const collectionId = await orders.collection('丛书', [part]);
      await sku('bundle', collectionId, between);
      const bundle = { collectionId, title: '丛书', owned: [] };
      expect(await outcome({ items: [{ bookId: part }], bundle })).toBe('late');
      expect(await outcome({ items: [{ bookId: part }] })).toBe('fulfilled');
    });
  });
});
