/** Tests of buying a book over HTTP on a whole server (`openTestServer`), with simulated payment providers that sign (product.md §7.1). */
import { type Envelope, type getBookInfo, LIMITS, type Order, type OrderEvent, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { aBookNamed, type OrderScenario, openOrderScenario, PRICE_FEN } from '../../testing/server-order-fixture.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { topicOfOrders } from '../sync/topics.ts';

const patience = { timeout: 20_000, interval: 50 };

let fixture: OrderScenario;
let userCount = 0;
beforeAll(async () => {
  fixture = await openOrderScenario();
}, 120_000);
afterAll(() => fixture?.close());

const aUser = (): Promise<TestUser> => {
  userCount += 1;
  return fixture.shop.user(String(13_622_230_000 + userCount));
};
const call = <T = unknown>(url: string, as: TestUser, body?: object): Promise<Envelope<T>> =>
  fixture.shop.call<T>(url, { as, ...(body === undefined ? {} : { body }) });
const codeOf = async (response: Promise<Envelope>): Promise<string> => (await response).code;
const later = (ms: number): void => fixture.shop.platform.advanceClock?.(ms);
const statusOf = async (as: TestUser, no: string): Promise<string> => (await fixture.find(as, no)).status;
const removeBook = (bookId: string) => fixture.query('update book set removal_notice = $2 where id = $1', [bookId, '主管部门要求停止使用']);
const putOffShelf = (bookId: string) => fixture.query(`update book set shelf_state = 'offShelf' where id = $1`, [bookId]);

describe('an order', () => {
  it('stores the current price, title and term, and is returned again while it can be paid', async () => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook('大学语文')];
    const admin = await fixture.shop.user('13622220001', 'admin');
    granted(await call('/api/admin/book/price', admin, { bookId, priceFen: 2_500, termDays: 365 }));
    expect(await fixture.offer(bookId)).toEqual({
      priceFen: 2_500,
      termDays: 365,
      refundRule: expect.stringContaining('7 天'),
      channels: ['wechatNative', 'alipayPage'],
    });
    const order = await fixture.order(mei, bookId, 2_500);
    expect(order).toMatchObject({ status: 'created', payFen: 2_500, expireAt: order.createdAt + LIMITS.orderLifetimeMs });
    expect(order.items).toMatchObject([{ bookId, priceFen: 2_500, termDays: 365 }]);
    expect((await fixture.offer(bookId, mei)).openOrderNo).toBe(order.no);
    expect(await call('/api/order/create', mei, { bookId, priceFen: 2_500 })).toMatchObject({
      payload: { order: { no: order.no }, reused: true },
    });
    const together = await Promise.all(Array.from({ length: 8 }, () => fixture.order(mei, bookId, 2_500)));
    expect(new Set(together.map(({ no }) => no))).toEqual(new Set([order.no]));

    granted(await call('/api/admin/book/price', admin, { bookId, priceFen: 3_000 }));
    expect(await codeOf(call('/api/order/create', mei, { bookId, priceFen: 2_500 }))).toBe('orders.priceChanged');
    const dearer = await fixture.order(mei, bookId, 3_000);
    expect(dearer.no).not.toBe(order.no);
    expect(await fixture.find(mei, order.no)).toMatchObject({ payFen: 2_500, items: [{ termDays: 365 }] });
  });

  it('is refused for a book that is free, sold by code only, off the shelf, unknown or owned', async () => {
    const mei = await aUser();
    const free = await fixture.shop.book(aBookNamed('免费的书'), { publish: true });
    const byCode = await fixture.shop.book(aBookNamed('书码的书'), { publish: true, accessModel: 'codeOnly' });
    const gone = await fixture.paidBook('下架的书');
    await putOffShelf(gone);
    for (const bookId of [free, byCode, gone]) {
      expect(await codeOf(call('/api/order/create', mei, { bookId, priceFen: PRICE_FEN }))).toBe('orders.notForSale');
      expect((await fixture.offer(bookId, mei)).priceFen).toBeUndefined();
    }
    expect(await codeOf(call('/api/order/create', mei, { bookId: '0'.repeat(26), priceFen: 1 }))).toBe('catalog.bookNotFound');
    const bookId = await fixture.paidBook();
    await fixture.buy(mei, bookId);
    expect(await codeOf(call('/api/order/create', mei, { bookId, priceFen: PRICE_FEN }))).toBe('orders.alreadyOwned');
  });

  it('is not found by another user', async () => {
    const [mei, han] = [await aUser(), await aUser()];
    const { no } = await fixture.order(mei, await fixture.paidBook());
    const others: Promise<Envelope>[] = [
      call(`/api/order/get?no=${no}`, han),
      call(`/api/order/poll?no=${no}`, han),
      call(`/api/order/refundRule?no=${no}`, han),
      call('/api/order/pay', han, { no, channel: 'wechatNative' }),
      call('/api/order/cancel', han, { no }),
      call('/api/order/refund', han, { no }),
      call('/api/invoice/create', han, { orderNos: [no], titleType: 'personal', title: '韩' }),
    ];
    expect(await Promise.all(others.map(codeOf))).toEqual(others.map(() => 'orders.notFound'));
    expect(await call('/api/order/list', han)).toMatchObject({ payload: { items: [], toPay: 0 } });
  });

  it('is listed by tab and page, with the number of unpaid orders', async () => {
    const mei = await aUser();
    const nos: string[] = [];
    for (let index = 0; index < 3; index++) {
      nos.unshift((await fixture.order(mei, await fixture.paidBook())).no);
      later(1_000);
    }
    granted(await call('/api/order/cancel', mei, { no: nos[1] }));
    const list = async (query: string) =>
      granted(await call<{ items: Order[]; next?: string; toPay: number }>(`/api/order/list?${query}`, mei));
    const first = await list('limit=2');
    expect(first).toMatchObject({ toPay: 2, next: nos[1] });
    expect([...first.items, ...(await list(`limit=2&cursor=${first.next}`)).items].map(({ no }) => no)).toEqual(nos);
    expect((await list('tab=closed')).items.map(({ no }) => no)).toEqual([nos[1]]);
    expect((await list('tab=created')).items.map(({ no }) => no)).toEqual([nos[0], nos[2]]);
  });
});

describe('a payment', () => {
  it.each(['wechatNative', 'alipayPage'] as const)(
    'by %s grants the book when its notification arrives, and notifies the buyer’s clients',
    async (channel) => {
      const [mei, bookId] = [await aUser(), await fixture.paidBook()];
      const published: unknown[] = [];
      const stop = fixture.shop.platform.events.subscribe(topicOfOrders(mei.id), (data) => published.push(data));
      const { no, tradeNo } = await fixture.buy(mei, bookId, channel);
      stop();
      expect(await fixture.find(mei, no)).toMatchObject({
        status: 'fulfilled',
        channel,
        paidAt: expect.any(Number),
        fulfilledAt: expect.any(Number),
      });
      expect(await fixture.rights(mei, bookId)).toMatchObject([{ source_id: no, status: 'active', ends_at: null }]);
      expect(published).toContainEqual({ no });
      const info = granted(await call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`, mei));
      expect(info.right).toMatchObject({ kind: 'owned', reason: expect.stringContaining('您已购买本书') });
      const { events } = granted(await call<{ events: OrderEvent[] }>(`/api/order/get?no=${no}`, mei));
      expect(events.map(({ kind }) => kind)).toEqual(['created', 'paid', 'fulfilled']);
      // The log of payment events must not contain the payer's identity at the payment provider.
      const stored = JSON.stringify(await fixture.query('select * from payment_event where order_no = $1', [no]));
      expect(stored).toContain(tradeNo);
      expect(stored).not.toContain('THE-PAYER');
      await expect(fixture.query('delete from payment_event where order_no = $1', [no])).rejects.toThrow('append only');
    },
  );

  it('for a term extends the term of an earlier one', async () => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    const admin = await fixture.shop.user('13622220002', 'admin');
    granted(await call('/api/admin/book/price', admin, { bookId, priceFen: PRICE_FEN, termDays: 30 }));
    await fixture.buy(mei, bookId);
    expect(await fixture.offer(bookId, mei)).toMatchObject({ priceFen: PRICE_FEN, termDays: 30 });
    await fixture.buy(mei, bookId);
    const [first, second] = (await fixture.rights(mei, bookId)).map((right) => right.ends_at ?? 0);
    expect((second ?? 0) - (first ?? 0)).toBe(30 * 86_400_000);
  });

  it('continues the open attempt, also when it is started eight times at once', async () => {
    const mei = await aUser();
    const { no } = await fixture.order(mei, await fixture.paidBook());
    const tradeNos = await Promise.all(Array.from({ length: 8 }, () => fixture.begin(mei, no)));
    expect(new Set(tradeNos).size).toBe(1);
    const trades = [...fixture.standIn.trades.values()].filter((trade) => trade.tradeNo.startsWith(no));
    expect(trades.filter((trade) => trade.state === 'open')).toHaveLength(1);
  });

  it('whose notification was lost is found by the waiting page, and by the job', async () => {
    const [mei, bookId, other] = [await aUser(), await fixture.paidBook(), await fixture.paidBook()];
    const waited = await fixture.order(mei, bookId);
    fixture.standIn.pay(await fixture.begin(mei, waited.no));
    later(10_000);
    expect(await call(`/api/order/poll?no=${waited.no}`, mei)).toMatchObject({ payload: { status: 'fulfilled' } });

    const left = await fixture.order(mei, other);
    fixture.standIn.pay(await fixture.begin(mei, left.no, 'alipayPage'));
    later(180_000);
    await fixture.reconcileDue();
    await expect.poll(async () => (await fixture.rights(mei, other)).length, patience).toBe(1);
  });

  it.each([
    ['one fen', 1],
    ['one fen less', PRICE_FEN - 1],
    ['one fen more', PRICE_FEN + 1],
    ['a hundred times the price', PRICE_FEN * 100],
  ])('of another amount (%s) grants nothing, whether notified or queried, and is logged', async (_, totalFen) => {
    for (const channel of ['wechatNative', 'alipayPage'] as const) {
      const [mei, bookId] = [await aUser(), await fixture.paidBook()];
      const { no } = await fixture.order(mei, bookId);
      const tradeNo = await fixture.begin(mei, no, channel);
      fixture.standIn.pay(tradeNo, { totalFen });
      const { standIn } = fixture;
      const notification = channel === 'alipayPage' ? standIn.alipayNotification(tradeNo) : standIn.wechatNotification(tradeNo);
      expect(await fixture.notify(channel, notification)).toMatch(/^200/);
      const isUntouched = async () => {
        expect(await fixture.query('select status, paid_at from purchase_order where no = $1', [no])).toEqual([
          { status: 'created', paid_at: null },
        ]);
        expect(await fixture.rights(mei, bookId)).toEqual([]);
      };
      await isUntouched();
      later(10_000);
      expect(await call(`/api/order/poll?no=${no}`, mei)).toMatchObject({ payload: { status: 'created' } });
      await isUntouched();
      // The expired order stays open, because an operator must check its payment.
      later(LIMITS.orderLifetimeMs);
      await fixture.reconcile(no);
      await isUntouched();
      const logged = fixture.shop
        .log()
        .split('\n')
        .filter((line) => line.includes(no) && line.includes('a payment of another amount'));
      expect(logged.map((line) => JSON.parse(line) as object)[0]).toMatchObject({ paidFen: totalFen, orderFen: PRICE_FEN });
    }
  });

  it('made twice, at two platforms, buys the book once: the second one is refunded', async () => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    const { no } = await fixture.order(mei, bookId);
    const [first, second] = [await fixture.begin(mei, no), await fixture.begin(mei, no, 'alipayPage')];
    fixture.standIn.pay(first);
    fixture.standIn.pay(second);
    await fixture.notify('alipayPage', fixture.standIn.alipayNotification(second));
    await fixture.notify('wechatNative', fixture.standIn.wechatNotification(first));
    await expect.poll(() => fixture.standIn.refundsOf(first), patience).toEqual([PRICE_FEN]);
    expect(fixture.standIn.refundsOf(second)).toEqual([]);
    await expect
      .poll(async () => (await call<{ refunds: object[] }>(`/api/order/get?no=${no}`, mei)).payload?.refunds, patience)
      .toMatchObject([{ cause: 'duplicate', status: 'succeeded' }]);
    expect(await fixture.find(mei, no)).toMatchObject({ status: 'fulfilled', channel: 'alipayPage', refundedFen: 0 });
    expect(await fixture.rights(mei, bookId)).toHaveLength(1);
  });

  it('fails with a code while the platform cannot be reached, and the order stays open', async () => {
    const mei = await aUser();
    const { no } = await fixture.order(mei, await fixture.paidBook());
    fixture.standIn.trouble('down');
    expect(await codeOf(call('/api/order/pay', mei, { no, channel: 'wechatNative' }))).toBe('orders.channelFailed');
    fixture.standIn.trouble();
    const tradeNo = await fixture.begin(mei, no);
    fixture.standIn.trouble('down');
    expect(await codeOf(call('/api/order/cancel', mei, { no }))).toBe('orders.channelFailed');
    later(10_000);
    expect(await call(`/api/order/poll?no=${no}`, mei)).toMatchObject({ code: 'success', payload: { status: 'created' } });
    fixture.standIn.trouble();
    expect(fixture.standIn.trades.get(tradeNo)?.state).toBe('open');
    expect(await codeOf(call('/api/order/pay', mei, { no, channel: 'local' }))).toBe('orders.channelOff');
  });
});

describe('an unpaid order', () => {
  it('is closed after 30 minutes, at the platform first', async () => {
    const mei = await aUser();
    const { no } = await fixture.order(mei, await fixture.paidBook());
    const tradeNo = await fixture.begin(mei, no);
    later(LIMITS.orderLifetimeMs);
    expect(await codeOf(call('/api/order/pay', mei, { no, channel: 'wechatNative' }))).toBe('orders.notPayable');
    await fixture.reconcileDue();
    await expect.poll(() => statusOf(mei, no), patience).toBe('closed');
    expect(fixture.standIn.trades.get(tradeNo)?.state).toBe('closed');
    expect(await fixture.find(mei, no)).toMatchObject({ closeReason: 'timeout' });
  });

  it('that was paid in the last second without a notification is fulfilled instead', async () => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    const { no } = await fixture.order(mei, bookId);
    fixture.standIn.pay(await fixture.begin(mei, no));
    later(LIMITS.orderLifetimeMs);
    await fixture.reconcileDue();
    await expect.poll(() => statusOf(mei, no), patience).toBe('fulfilled');
    expect(await fixture.rights(mei, bookId)).toHaveLength(1);
  });

  it('is not closed while the platform cannot be reached', async () => {
    const mei = await aUser();
    const { no } = await fixture.order(mei, await fixture.paidBook());
    await fixture.begin(mei, no);
    later(LIMITS.orderLifetimeMs);
    fixture.standIn.trouble('down');
    await expect(fixture.reconcile(no)).rejects.toThrow('unreachable');
    fixture.standIn.trouble();
    expect(await fixture.query('select status from purchase_order where no = $1', [no])).toEqual([{ status: 'created' }]);
    await fixture.reconcile(no);
    expect(await statusOf(mei, no)).toBe('closed');
  });

  it('can be canceled; one that was paid meanwhile is returned as fulfilled', async () => {
    const mei = await aUser();
    const [open, paid] = [await fixture.order(mei, await fixture.paidBook()), await fixture.order(mei, await fixture.paidBook())];
    const tradeNo = await fixture.begin(mei, open.no);
    fixture.standIn.pay(await fixture.begin(mei, paid.no, 'alipayPage'));
    expect(await call('/api/order/cancel', mei, { no: open.no })).toMatchObject({
      message: '订单已取消',
      payload: { order: { closeReason: 'user' } },
    });
    expect(fixture.standIn.trades.get(tradeNo)?.state).toBe('closed');
    expect(await call('/api/order/cancel', mei, { no: paid.no })).toMatchObject({ payload: { order: { status: 'fulfilled' } } });
    expect(await codeOf(call('/api/order/cancel', mei, { no: open.no }))).toBe('orders.notPayable');
  });
});

describe('a payment after the order was closed', () => {
  const paidLate = async (offShelf: boolean) => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    const { no } = await fixture.order(mei, bookId);
    const tradeNo = await fixture.begin(mei, no);
    later(LIMITS.orderLifetimeMs);
    await fixture.reconcile(no);
    expect(await statusOf(mei, no)).toBe('closed');
    // The payment provider reports a payment made before the trade was closed, so the trade is opened again here and paid.
    const trade = fixture.standIn.trades.get(tradeNo);
    if (trade) trade.state = 'open';
    fixture.standIn.pay(tradeNo);
    if (offShelf) await putOffShelf(bookId);
    await fixture.notify('wechatNative', fixture.standIn.wechatNotification(tradeNo));
    return { mei, bookId, no, tradeNo };
  };

  it('still buys the book while it is for sale', async () => {
    const { mei, bookId, no } = await paidLate(false);
    expect(await statusOf(mei, no)).toBe('fulfilled');
    expect(await fixture.rights(mei, bookId)).toHaveLength(1);
  });

  it('is refunded automatically if the book is off the shelf', async () => {
    const { mei, bookId, no, tradeNo } = await paidLate(true);
    await expect.poll(() => statusOf(mei, no), patience).toBe('refunded');
    expect(fixture.standIn.refundsOf(tradeNo)).toEqual([PRICE_FEN]);
    expect(await fixture.rights(mei, bookId)).toEqual([]);
    expect(await call(`/api/order/get?no=${no}`, mei)).toMatchObject({ payload: { refunds: [{ cause: 'late', status: 'succeeded' }] } });
  });

  it('is refunded if another order has bought the book meanwhile', async () => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    const { no } = await fixture.order(mei, bookId);
    const tradeNo = await fixture.begin(mei, no);
    granted(await call('/api/order/cancel', mei, { no }));
    await fixture.buy(mei, bookId);
    const trade = fixture.standIn.trades.get(tradeNo);
    if (trade) trade.state = 'open';
    fixture.standIn.pay(tradeNo);
    await fixture.notify('wechatNative', fixture.standIn.wechatNotification(tradeNo));
    await expect.poll(() => statusOf(mei, no), patience).toBe('refunded');
    expect(await fixture.rights(mei, bookId)).toMatchObject([{ status: 'active' }]);
  });
});

describe('a removed book', () => {
  it('is not for sale, even while it is on the shelf, and an open order for it cannot be paid', async () => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    const { no } = await fixture.order(mei, bookId);
    await removeBook(bookId);
    const { priceFen, openOrderNo } = await fixture.offer(bookId, mei);
    expect({ priceFen, openOrderNo }).toEqual({});
    expect((await fixture.offer(bookId)).priceFen).toBeUndefined();
    expect(await codeOf(call('/api/order/create', mei, { bookId, priceFen: PRICE_FEN }))).toBe('orders.notForSale');
    expect(await codeOf(call('/api/order/pay', mei, { no, channel: 'wechatNative' }))).toBe('orders.notForSale');
    const { book } = granted(await call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`, mei));
    expect(book.removed).toBe(true);
  });

  it.each([
    ['in time', 0],
    ['after the order was closed', LIMITS.orderLifetimeMs],
  ])('is refunded automatically when it was paid for %s', async (_, ms) => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    const { no } = await fixture.order(mei, bookId);
    const tradeNo = await fixture.begin(mei, no);
    await removeBook(bookId);
    later(ms);
    if (ms > 0) await fixture.reconcile(no);
    const trade = fixture.standIn.trades.get(tradeNo);
    if (trade) trade.state = 'open';
    fixture.standIn.pay(tradeNo);
    await fixture.notify('wechatNative', fixture.standIn.wechatNotification(tradeNo));
    await expect.poll(() => statusOf(mei, no), patience).toBe('refunded');
    expect(fixture.standIn.refundsOf(tradeNo)).toEqual([PRICE_FEN]);
    expect(await fixture.rights(mei, bookId)).toEqual([]);
    const response = await call<{ events: OrderEvent[] }>(`/api/order/get?no=${no}`, mei);
    expect(response).toMatchObject({ payload: { refunds: [{ cause: 'removed', status: 'succeeded' }] } });
    expect(granted(response).events.map(({ detail }) => detail)).toContain('图书已停止阅读，自动退款');
  });
});

describe('the orders of a user', () => {
  it('are listed with the current right to each book', async () => {
    const [mei, bookId, other] = [await aUser(), await fixture.paidBook(), await fixture.paidBook()];
    const { no } = await fixture.buy(mei, bookId);
    await fixture.order(mei, other);
    const listed = async () =>
      granted(await call<{ items: Order[] }>('/api/order/list', mei)).items.map(
        ({ status, items }) => [status, items[0]?.right?.kind] as const,
      );
    expect(new Map(await listed())).toEqual(
      new Map([
        ['created', undefined],
        ['fulfilled', 'owned'],
      ]),
    );
    const finance = await fixture.shop.user('13622220009', 'finance');
    granted(await call('/api/admin/order/rights', finance, { no, status: 'suspended', reason: '付款有争议' }));
    const { items } = granted(await call<{ items: Order[] }>('/api/order/list?tab=done', mei));
    expect(items[0]?.items[0]?.right).toMatchObject({ kind: 'trial', reason: expect.stringContaining('已暂停（付款有争议）') });
  });
});
