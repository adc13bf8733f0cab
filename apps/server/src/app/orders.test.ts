/** Buying a book over the wire, on a whole server (`openTestServer`), against payment platforms that sign as the real ones do (product.md §7.1). */
import { type Envelope, type getBookInfo, LIMITS, type Order, type OrderEvent, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { topicOfOrders } from '../features/sync/topics.ts';
import { granted } from './testing/file-scene.ts';
import { aBookNamed, type OrderScene, openOrderScene, PRICE_FEN } from './testing/order-scene.ts';
import type { TestPerson } from './testing/test-server.ts';

const patience = { timeout: 20_000, interval: 50 };

let scene: OrderScene;
let people = 0;
beforeAll(async () => {
  scene = await openOrderScene();
}, 120_000);
afterAll(() => scene?.close());

const aPerson = (): Promise<TestPerson> => {
  people += 1;
  return scene.shop.person(String(13_622_230_000 + people));
};
const call = <T = unknown>(url: string, as: TestPerson, body?: object): Promise<Envelope<T>> =>
  scene.shop.call<T>(url, { as, ...(body === undefined ? {} : { body }) });
const codeOf = async (answer: Promise<Envelope>): Promise<string> => (await answer).code;
const later = (ms: number): void => scene.shop.platform.advanceClock?.(ms);
const statusOf = async (as: TestPerson, no: string): Promise<string> => (await scene.find(as, no)).status;
const stopReading = (bookId: string) => scene.query('update book set removal_notice = $2 where id = $1', [bookId, '主管部门要求停止使用']);
const putOffShelf = (bookId: string) => scene.query(`update book set shelf_state = 'offShelf' where id = $1`, [bookId]);

describe('an order', () => {
  it('keeps the price, title and term of the moment, and is answered again while it is open', async () => {
    const [mei, bookId] = [await aPerson(), await scene.paidBook('大学语文')];
    const admin = await scene.shop.person('13622220001', 'admin');
    granted(await call('/api/admin/book/price', admin, { bookId, priceFen: 2_500, termDays: 365 }));
    expect(await scene.offer(bookId)).toEqual({
      priceFen: 2_500,
      termDays: 365,
      refundRule: expect.stringContaining('7 天'),
      channels: ['wechatNative', 'alipayPage'],
    });
    const order = await scene.order(mei, bookId, 2_500);
    expect(order).toMatchObject({ status: 'created', payFen: 2_500, expireAt: order.createdAt + LIMITS.orderLifetimeMs });
    expect(order.items).toMatchObject([{ bookId, priceFen: 2_500, termDays: 365 }]);
    expect((await scene.offer(bookId, mei)).openOrderNo).toBe(order.no);
    expect(await call('/api/order/create', mei, { bookId, priceFen: 2_500 })).toMatchObject({
      payload: { order: { no: order.no }, reused: true },
    });
    const together = await Promise.all(Array.from({ length: 8 }, () => scene.order(mei, bookId, 2_500)));
    expect(new Set(together.map(({ no }) => no))).toEqual(new Set([order.no]));

    granted(await call('/api/admin/book/price', admin, { bookId, priceFen: 3_000 }));
    expect(await codeOf(call('/api/order/create', mei, { bookId, priceFen: 2_500 }))).toBe('orders.priceChanged');
    const dearer = await scene.order(mei, bookId, 3_000);
    expect(dearer.no).not.toBe(order.no);
    expect(await scene.find(mei, order.no)).toMatchObject({ payFen: 2_500, items: [{ termDays: 365 }] });
  });

  it('is refused for a book that is free, sold by code, off the shelf, unknown or owned', async () => {
    const mei = await aPerson();
    const free = await scene.shop.book(aBookNamed('免费的书'), { publish: true });
    const byCode = await scene.shop.book(aBookNamed('书码的书'), { publish: true, accessModel: 'codeOnly' });
    const gone = await scene.paidBook('下架的书');
    await putOffShelf(gone);
    for (const bookId of [free, byCode, gone]) {
      expect(await codeOf(call('/api/order/create', mei, { bookId, priceFen: PRICE_FEN }))).toBe('orders.notForSale');
      expect((await scene.offer(bookId, mei)).priceFen).toBeUndefined();
    }
    expect(await codeOf(call('/api/order/create', mei, { bookId: '0'.repeat(26), priceFen: 1 }))).toBe('catalog.bookNotFound');
    const bookId = await scene.paidBook();
    await scene.buy(mei, bookId);
    expect(await codeOf(call('/api/order/create', mei, { bookId, priceFen: PRICE_FEN }))).toBe('orders.alreadyOwned');
  });

  it('is nobody else’s', async () => {
    const [mei, han] = [await aPerson(), await aPerson()];
    const { no } = await scene.order(mei, await scene.paidBook());
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

  it('lists by tab and page, with how many wait for payment', async () => {
    const mei = await aPerson();
    const nos: string[] = [];
    for (let index = 0; index < 3; index++) {
      nos.unshift((await scene.order(mei, await scene.paidBook())).no);
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
    'by %s opens the book once its notification comes, and the person’s clients hear of it',
    async (channel) => {
      const [mei, bookId] = [await aPerson(), await scene.paidBook()];
      const heard: unknown[] = [];
      const stop = scene.shop.platform.events.subscribe(topicOfOrders(mei.id), (data) => heard.push(data));
      const { no, tradeNo } = await scene.buy(mei, bookId, channel);
      stop();
      expect(await scene.find(mei, no)).toMatchObject({
        status: 'fulfilled',
        channel,
        paidAt: expect.any(Number),
        fulfilledAt: expect.any(Number),
      });
      expect(await scene.rights(mei, bookId)).toMatchObject([{ source_id: no, status: 'active', ends_at: null }]);
      expect(heard).toContainEqual({ no });
      const info = granted(await call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`, mei));
      expect(info.right).toMatchObject({ kind: 'owned', reason: expect.stringContaining('您已购买本书') });
      const { events } = granted(await call<{ events: OrderEvent[] }>(`/api/order/get?no=${no}`, mei));
      expect(events.map(({ kind }) => kind)).toEqual(['created', 'paid', 'fulfilled']);
      // Who paid is nobody's business here.
      const kept = JSON.stringify(await scene.query('select * from payment_event where order_no = $1', [no]));
      expect(kept).toContain(tradeNo);
      expect(kept).not.toContain('THE-PAYER');
      await expect(scene.query('delete from payment_event where order_no = $1', [no])).rejects.toThrow('append only');
    },
  );

  it('for a term is prolonged by another: the second begins where the first ends', async () => {
    const [mei, bookId] = [await aPerson(), await scene.paidBook()];
    const admin = await scene.shop.person('13622220002', 'admin');
    granted(await call('/api/admin/book/price', admin, { bookId, priceFen: PRICE_FEN, termDays: 30 }));
    await scene.buy(mei, bookId);
    expect(await scene.offer(bookId, mei)).toMatchObject({ priceFen: PRICE_FEN, termDays: 30 });
    await scene.buy(mei, bookId);
    const [first, second] = (await scene.rights(mei, bookId)).map((right) => right.ends_at ?? 0);
    expect((second ?? 0) - (first ?? 0)).toBe(30 * 86_400_000);
  });

  it('goes on with the one that was begun, also when begun eight times at once', async () => {
    const mei = await aPerson();
    const { no } = await scene.order(mei, await scene.paidBook());
    const begun = await Promise.all(Array.from({ length: 8 }, () => scene.begin(mei, no)));
    expect(new Set(begun).size).toBe(1);
    const known = [...scene.standIn.trades.values()].filter((trade) => trade.tradeNo.startsWith(no));
    expect(known.filter((trade) => trade.state === 'open')).toHaveLength(1);
  });

  it('whose notification got lost is found by the page that waits, and by the job', async () => {
    const [mei, bookId, other] = [await aPerson(), await scene.paidBook(), await scene.paidBook()];
    const waited = await scene.order(mei, bookId);
    scene.standIn.pay(await scene.begin(mei, waited.no));
    later(10_000);
    expect(await call(`/api/order/poll?no=${waited.no}`, mei)).toMatchObject({ payload: { status: 'fulfilled' } });

    const left = await scene.order(mei, other);
    scene.standIn.pay(await scene.begin(mei, left.no, 'alipayPage'));
    later(180_000);
    await scene.tendDue();
    await expect.poll(async () => (await scene.rights(mei, other)).length, patience).toBe(1);
  });

  it('of another amount opens nothing, and stands in the log', async () => {
    const [mei, bookId] = [await aPerson(), await scene.paidBook()];
    const { no } = await scene.order(mei, bookId);
    const tradeNo = await scene.begin(mei, no);
    scene.standIn.pay(tradeNo);
    expect(await scene.notify('wechatNative', scene.standIn.wechatNotification(tradeNo, { totalFen: 1 }))).toMatch(/^200/);
    expect(await scene.query('select status from purchase_order where no = $1', [no])).toEqual([{ status: 'created' }]);
    expect(await scene.rights(mei, bookId)).toEqual([]);
    expect(scene.shop.log()).toContain('a payment of another amount');
  });

  it('made twice, at two platforms, buys once: the second goes back', async () => {
    const [mei, bookId] = [await aPerson(), await scene.paidBook()];
    const { no } = await scene.order(mei, bookId);
    const [first, second] = [await scene.begin(mei, no), await scene.begin(mei, no, 'alipayPage')];
    scene.standIn.pay(first);
    scene.standIn.pay(second);
    await scene.notify('alipayPage', scene.standIn.alipayNotification(second));
    await scene.notify('wechatNative', scene.standIn.wechatNotification(first));
    await expect.poll(() => scene.standIn.refundsOf(first), patience).toEqual([PRICE_FEN]);
    expect(scene.standIn.refundsOf(second)).toEqual([]);
    await expect
      .poll(async () => (await call<{ refunds: object[] }>(`/api/order/get?no=${no}`, mei)).payload?.refunds, patience)
      .toMatchObject([{ cause: 'duplicate', status: 'succeeded' }]);
    expect(await scene.find(mei, no)).toMatchObject({ status: 'fulfilled', channel: 'alipayPage', refundedFen: 0 });
    expect(await scene.rights(mei, bookId)).toHaveLength(1);
  });

  it('is told the person as away while the platform is, and the order waits', async () => {
    const mei = await aPerson();
    const { no } = await scene.order(mei, await scene.paidBook());
    scene.standIn.trouble('down');
    expect(await codeOf(call('/api/order/pay', mei, { no, channel: 'wechatNative' }))).toBe('orders.channelFailed');
    scene.standIn.trouble();
    const tradeNo = await scene.begin(mei, no);
    scene.standIn.trouble('down');
    expect(await codeOf(call('/api/order/cancel', mei, { no }))).toBe('orders.channelFailed');
    later(10_000);
    expect(await call(`/api/order/poll?no=${no}`, mei)).toMatchObject({ code: 'success', payload: { status: 'created' } });
    scene.standIn.trouble();
    expect(scene.standIn.trades.get(tradeNo)?.state).toBe('open');
    expect(await codeOf(call('/api/order/pay', mei, { no, channel: 'local' }))).toBe('orders.channelOff');
  });
});

describe('an order nobody pays', () => {
  it('is closed after 30 minutes, at the platform first', async () => {
    const mei = await aPerson();
    const { no } = await scene.order(mei, await scene.paidBook());
    const tradeNo = await scene.begin(mei, no);
    later(LIMITS.orderLifetimeMs);
    expect(await codeOf(call('/api/order/pay', mei, { no, channel: 'wechatNative' }))).toBe('orders.notPayable');
    await scene.tendDue();
    await expect.poll(() => statusOf(mei, no), patience).toBe('closed');
    expect(scene.standIn.trades.get(tradeNo)?.state).toBe('closed');
    expect(await scene.find(mei, no)).toMatchObject({ closeReason: 'timeout' });
  });

  it('that was paid in the last second, untold, is fulfilled instead', async () => {
    const [mei, bookId] = [await aPerson(), await scene.paidBook()];
    const { no } = await scene.order(mei, bookId);
    scene.standIn.pay(await scene.begin(mei, no));
    later(LIMITS.orderLifetimeMs);
    await scene.tendDue();
    await expect.poll(() => statusOf(mei, no), patience).toBe('fulfilled');
    expect(await scene.rights(mei, bookId)).toHaveLength(1);
  });

  it('is not closed while the platform cannot be asked', async () => {
    const mei = await aPerson();
    const { no } = await scene.order(mei, await scene.paidBook());
    await scene.begin(mei, no);
    later(LIMITS.orderLifetimeMs);
    scene.standIn.trouble('down');
    await expect(scene.tend(no)).rejects.toThrow('unreachable');
    scene.standIn.trouble();
    expect(await scene.query('select status from purchase_order where no = $1', [no])).toEqual([{ status: 'created' }]);
    await scene.tend(no);
    expect(await statusOf(mei, no)).toBe('closed');
  });

  it('can be cancelled; one that was paid meanwhile is answered as paid', async () => {
    const mei = await aPerson();
    const [open, paid] = [await scene.order(mei, await scene.paidBook()), await scene.order(mei, await scene.paidBook())];
    const tradeNo = await scene.begin(mei, open.no);
    scene.standIn.pay(await scene.begin(mei, paid.no, 'alipayPage'));
    expect(await call('/api/order/cancel', mei, { no: open.no })).toMatchObject({
      message: '订单已取消',
      payload: { order: { closeReason: 'user' } },
    });
    expect(scene.standIn.trades.get(tradeNo)?.state).toBe('closed');
    expect(await call('/api/order/cancel', mei, { no: paid.no })).toMatchObject({ payload: { order: { status: 'fulfilled' } } });
    expect(await codeOf(call('/api/order/cancel', mei, { no: open.no }))).toBe('orders.notPayable');
  });
});

describe('money that comes after the order was closed', () => {
  const paidLate = async (offShelf: boolean) => {
    const [mei, bookId] = [await aPerson(), await scene.paidBook()];
    const { no } = await scene.order(mei, bookId);
    const tradeNo = await scene.begin(mei, no);
    later(LIMITS.orderLifetimeMs);
    await scene.tend(no);
    expect(await statusOf(mei, no)).toBe('closed');
    // The platform closed it a moment too late.
    const trade = scene.standIn.trades.get(tradeNo);
    if (trade) trade.state = 'open';
    scene.standIn.pay(tradeNo);
    if (offShelf) await putOffShelf(bookId);
    await scene.notify('wechatNative', scene.standIn.wechatNotification(tradeNo));
    return { mei, bookId, no, tradeNo };
  };

  it('still buys the book while it is sold', async () => {
    const { mei, bookId, no } = await paidLate(false);
    expect(await statusOf(mei, no)).toBe('fulfilled');
    expect(await scene.rights(mei, bookId)).toHaveLength(1);
  });

  it('goes back by itself when the book is off the shelf', async () => {
    const { mei, bookId, no, tradeNo } = await paidLate(true);
    await expect.poll(() => statusOf(mei, no), patience).toBe('refunded');
    expect(scene.standIn.refundsOf(tradeNo)).toEqual([PRICE_FEN]);
    expect(await scene.rights(mei, bookId)).toEqual([]);
    expect(await call(`/api/order/get?no=${no}`, mei)).toMatchObject({ payload: { refunds: [{ cause: 'late', status: 'succeeded' }] } });
  });

  it('goes back when another order has bought the book since', async () => {
    const [mei, bookId] = [await aPerson(), await scene.paidBook()];
    const { no } = await scene.order(mei, bookId);
    const tradeNo = await scene.begin(mei, no);
    granted(await call('/api/order/cancel', mei, { no }));
    await scene.buy(mei, bookId);
    const trade = scene.standIn.trades.get(tradeNo);
    if (trade) trade.state = 'open';
    scene.standIn.pay(tradeNo);
    await scene.notify('wechatNative', scene.standIn.wechatNotification(tradeNo));
    await expect.poll(() => statusOf(mei, no), patience).toBe('refunded');
    expect(await scene.rights(mei, bookId)).toMatchObject([{ status: 'active' }]);
  });
});

describe('a book that was ordered out of reading', () => {
  it('is not for sale, though it stands on the shelf, and an order for it cannot be paid any more', async () => {
    const [mei, bookId] = [await aPerson(), await scene.paidBook()];
    const { no } = await scene.order(mei, bookId);
    await stopReading(bookId);
    const { priceFen, openOrderNo } = await scene.offer(bookId, mei);
    expect({ priceFen, openOrderNo }).toEqual({});
    expect((await scene.offer(bookId)).priceFen).toBeUndefined();
    expect(await codeOf(call('/api/order/create', mei, { bookId, priceFen: PRICE_FEN }))).toBe('orders.notForSale');
    expect(await codeOf(call('/api/order/pay', mei, { no, channel: 'wechatNative' }))).toBe('orders.notForSale');
    const { book } = granted(await call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`, mei));
    expect(book.removed).toBe(true);
  });

  it.each([
    ['in time', 0],
    ['after the order was closed', LIMITS.orderLifetimeMs],
  ])('gives back by itself what was paid for it %s', async (_, ms) => {
    const [mei, bookId] = [await aPerson(), await scene.paidBook()];
    const { no } = await scene.order(mei, bookId);
    const tradeNo = await scene.begin(mei, no);
    await stopReading(bookId);
    later(ms);
    if (ms > 0) await scene.tend(no);
    const trade = scene.standIn.trades.get(tradeNo);
    if (trade) trade.state = 'open';
    scene.standIn.pay(tradeNo);
    await scene.notify('wechatNative', scene.standIn.wechatNotification(tradeNo));
    await expect.poll(() => statusOf(mei, no), patience).toBe('refunded');
    expect(scene.standIn.refundsOf(tradeNo)).toEqual([PRICE_FEN]);
    expect(await scene.rights(mei, bookId)).toEqual([]);
    const answer = await call<{ events: OrderEvent[] }>(`/api/order/get?no=${no}`, mei);
    expect(answer).toMatchObject({ payload: { refunds: [{ cause: 'removed', status: 'succeeded' }] } });
    expect(granted(answer).events.map(({ detail }) => detail)).toContain('图书已停止阅读，自动退款');
  });
});

describe('one’s orders', () => {
  it('say what may be read of each book now', async () => {
    const [mei, bookId, other] = [await aPerson(), await scene.paidBook(), await scene.paidBook()];
    const { no } = await scene.buy(mei, bookId);
    await scene.order(mei, other);
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
    const finance = await scene.shop.person('13622220009', 'finance');
    granted(await call('/api/admin/order/rights', finance, { no, status: 'suspended', reason: '付款有争议' }));
    const { items } = granted(await call<{ items: Order[] }>('/api/order/list?tab=done', mei));
    expect(items[0]?.items[0]?.right).toMatchObject({ kind: 'trial', reason: expect.stringContaining('已暂停（付款有争议）') });
  });
});
