/** Tests of bundles, partial refunds and suspended entitlements on a whole server (`openTestServer`) with simulated payment providers. */
import type {
  BundleOffer,
  CollectionRecord,
  Envelope,
  getAdminOrder,
  getBookInfo,
  InvoiceRequest,
  listMyBooks,
  Order,
  OrderEvent,
  OutputOf,
  RefundRule,
} from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPdf, granted, sendForm } from '../../testing/file-fixture.ts';
import { createDice } from '../../testing/malicious-requests.ts';
import { type OrderScenario, openOrderScenario, PRICE_FEN } from '../../testing/server-order-fixture.ts';
import type { TestUser } from '../../testing/test-server.ts';

const patience = { timeout: 20_000, interval: 50 };
const BUNDLE_FEN = 9_000;

let fixture: OrderScenario;
let editor: TestUser;
let finance: TestUser;
let userCount = 0;
beforeAll(async () => {
  fixture = await openOrderScenario();
  await fixture.shop.server.listen({ port: 0, host: '127.0.0.1' });
  [editor, finance] = [await fixture.shop.user('13622240000', 'editor'), await fixture.shop.user('13622240001', 'finance')];
}, 120_000);
afterAll(() => fixture?.close());

const aUser = (): Promise<TestUser> => {
  userCount += 1;
  return fixture.shop.user(String(13_622_250_000 + userCount));
};
const call = <T = unknown>(url: string, as: TestUser, body?: object): Promise<Envelope<T>> =>
  fixture.shop.call<T>(url, { as, ...(body === undefined ? {} : { body }) });
const codeOf = async (response: Promise<Envelope>): Promise<string> => (await response).code;

interface Bundle {
  readonly collectionId: string;
  readonly bookIds: readonly string[];
}
const saveBooks = async (id: string, bookIds: readonly string[]): Promise<void> => {
  granted(await call('/api/admin/collection/save', editor, { id, items: bookIds.map((bookId) => ({ bookId })) }));
};
const aBundle = async (count = 3, priceFen = BUNDLE_FEN): Promise<Bundle> => {
  const bookIds: string[] = [];
  while (bookIds.length < count) bookIds.push(await fixture.paidBook('整套'));
  const items = bookIds.map((bookId) => ({ bookId }));
  const { id } = granted(
    await call<CollectionRecord>('/api/admin/collection/save', editor, { kind: 'series', title: '诸子丛书', visible: true, items }),
  );
  granted(await call('/api/admin/collection/price', editor, { collectionId: id, priceFen }));
  return { collectionId: id, bookIds };
};
const offerOf = async (as: TestUser, { collectionId }: Bundle): Promise<BundleOffer> =>
  granted(await call<BundleOffer>(`/api/order/bundleOffer?collectionId=${collectionId}`, as));
const tryOrder = async (as: TestUser, bundle: Bundle): Promise<Envelope<{ order: Order; reused: boolean }>> => {
  const { bookIds, priceFen } = await offerOf(as, bundle);
  return call('/api/order/create', as, { collectionId: bundle.collectionId, bookIds, priceFen });
};
const pay = async (as: TestUser, no: string, channel: 'wechatNative' | 'alipayPage' = 'wechatNative'): Promise<string> => {
  const tradeNo = await fixture.begin(as, no, channel);
  fixture.standIn.pay(tradeNo);
  await fixture.notify(
    channel,
    channel === 'alipayPage' ? fixture.standIn.alipayNotification(tradeNo) : fixture.standIn.wechatNotification(tradeNo),
  );
  return tradeNo;
};
const buyBundle = async (as: TestUser, bundle: Bundle, channel: 'wechatNative' | 'alipayPage' = 'wechatNative') => {
  const { order } = granted(await tryOrder(as, bundle));
  return { no: order.no, tradeNo: await pay(as, order.no, channel) };
};
const rightsOf = async (as: TestUser, { bookIds }: Bundle): Promise<(string | undefined)[]> =>
  Promise.all(bookIds.map(async (bookId) => (await fixture.rights(as, bookId)).at(-1)?.status));
const refundBooks = (no: string, bookIds: readonly string[], more: object = {}) =>
  call('/api/admin/order/refund', finance, { no, bookIds, reason: '印错了一册', ...more });
const untilStatus = async (as: TestUser, no: string, status: Order['status']): Promise<void> => {
  await expect.poll(async () => (await fixture.find(as, no)).status, patience).toBe(status);
};

describe('a collection sold as a bundle', () => {
  it('has a price that an editor sets, at most the total of its books', async () => {
    const { collectionId, bookIds } = await aBundle();
    const price = (priceFen: number) => call('/api/admin/collection/price', editor, { collectionId, priceFen });
    expect(await price(3 * PRICE_FEN + 1)).toMatchObject({ code: 'orders.bundlePrice', message: '整套价格不能高于逐本购买的 119.40 元' });
    expect(granted(await call(`/api/admin/collection/price?collectionId=${collectionId}`, editor))).toEqual({
      priceFen: BUNDLE_FEN,
      books: 3,
      listFen: 3 * PRICE_FEN,
    });
    expect(await codeOf(call('/api/admin/collection/price', finance, { collectionId, priceFen: 1 }))).toBe('forbidden');
    granted(await price(0));
    const mei = await aUser();
    const offer = await offerOf(mei, { collectionId, bookIds });
    expect(offer.priceFen).toBeUndefined();
    expect(await codeOf(call('/api/order/create', mei, { collectionId, bookIds, priceFen: BUNDLE_FEN }))).toBe('orders.notForSale');
  });

  it('leaves out a removed book, and refunds its share if it was already paid for', async () => {
    const [mei, lin, bundle] = [await aUser(), await aUser(), await aBundle(3, BUNDLE_FEN)];
    const [removed = '', ...rest] = bundle.bookIds;
    const { order } = granted(await tryOrder(mei, bundle));
    const tradeNo = await fixture.begin(mei, order.no);
    await fixture.query('update book set removal_notice = $2 where id = $1', [removed, '主管部门要求停止使用']);
    expect((await offerOf(lin, bundle)).bookIds).toEqual(rest);
    fixture.standIn.pay(tradeNo);
    await fixture.notify('wechatNative', fixture.standIn.wechatNotification(tradeNo));
    await untilStatus(mei, order.no, 'partiallyRefunded');
    expect(fixture.standIn.refundsOf(tradeNo)).toEqual([BUNDLE_FEN / 3]);
    expect(await rightsOf(mei, bundle)).toEqual([undefined, 'active', 'active']);
  });

  it('grants all its books by one payment, as listed in the order', async () => {
    const [mei, bundle] = [await aUser(), await aBundle()];
    expect(await offerOf(mei, bundle)).toMatchObject({
      priceFen: BUNDLE_FEN,
      bundleFen: BUNDLE_FEN,
      listFen: 3 * PRICE_FEN,
      deductedFen: 0,
      bookIds: bundle.bookIds,
    });
    const { order } = granted(await tryOrder(mei, bundle));
    expect(order).toMatchObject({
      totalFen: 3 * PRICE_FEN,
      payFen: BUNDLE_FEN,
      discountFen: 3 * PRICE_FEN - BUNDLE_FEN,
      bundle: { title: '诸子丛书', owned: [] },
      items: bundle.bookIds.map((bookId) => ({ bookId, priceFen: PRICE_FEN, payFen: BUNDLE_FEN / 3 })),
    });
    expect(await offerOf(mei, bundle)).toMatchObject({ openOrderNo: order.no });
    expect(granted(await tryOrder(mei, bundle))).toMatchObject({ order: { no: order.no }, reused: true });
    await saveBooks(bundle.collectionId, [await fixture.paidBook('后来的')]);
    await pay(mei, order.no);
    expect((await fixture.find(mei, order.no)).status).toBe('fulfilled');
    expect(await rightsOf(mei, bundle)).toEqual(['active', 'active', 'active']);
    expect(await fixture.query('select count(*)::int as n from entitlement where user_id = $1', [mei.id])).toEqual([{ n: 3 }]);
  });

  it('costs less for users who own some of its books permanently, and is not for sale to owners of all', async () => {
    const [mei, bundle] = [await aUser(), await aBundle(3, 10_000)];
    const [first = ''] = bundle.bookIds;
    await fixture.buy(mei, first);
    expect(await offerOf(mei, bundle)).toMatchObject({
      deductedFen: 3_333,
      priceFen: 6_667,
      ownedCount: 1,
      bookIds: bundle.bookIds.slice(1),
    });
    const { no } = await buyBundle(mei, bundle);
    const order = await fixture.find(mei, no);
    expect(order.items.map(({ bookId, payFen }) => [bookId, payFen])).toEqual([
      [bundle.bookIds[1], 3_334],
      [bundle.bookIds[2], 3_333],
    ]);
    expect(order.bundle?.owned).toHaveLength(1);
    // The buyer already owned one book of the bundle, and gets no second entitlement to it.
    expect(await fixture.rights(mei, first)).toHaveLength(1);
    const offer = await offerOf(mei, bundle);
    expect(offer).toMatchObject({ ownedCount: 3, bookIds: [] });
    expect(offer.priceFen).toBeUndefined();
    expect(await codeOf(call('/api/order/create', mei, { collectionId: bundle.collectionId, bookIds: [], priceFen: 0 }))).toBe(
      'orders.alreadyOwned',
    );
  });

  it('is ordered only at the displayed price and with the displayed books', async () => {
    const [mei, bundle] = [await aUser(), await aBundle()];
    const offer = await offerOf(mei, bundle);
    const order = () =>
      call('/api/order/create', mei, { collectionId: bundle.collectionId, bookIds: offer.bookIds, priceFen: offer.priceFen });
    granted(await call('/api/admin/collection/price', editor, { collectionId: bundle.collectionId, priceFen: 9_500 }));
    expect(await order()).toMatchObject({ code: 'orders.priceChanged', message: expect.stringContaining('95.00') as string });
    granted(await call('/api/admin/collection/price', editor, { collectionId: bundle.collectionId, priceFen: BUNDLE_FEN }));
    await saveBooks(bundle.collectionId, [...bundle.bookIds, await fixture.paidBook('第四册')]);
    expect(await codeOf(order())).toBe('orders.bundleChanged');
    await saveBooks(bundle.collectionId, bundle.bookIds);
    expect(await codeOf(order())).toBe('success');
  });

  it('refunds the share of a book that was bought separately before the payment', async () => {
    const [mei, bundle] = [await aUser(), await aBundle()];
    const { order } = granted(await tryOrder(mei, bundle));
    const [first = ''] = bundle.bookIds;
    await fixture.buy(mei, first);
    const tradeNo = await pay(mei, order.no);
    await untilStatus(mei, order.no, 'partiallyRefunded');
    expect(fixture.standIn.refundsOf(tradeNo)).toEqual([BUNDLE_FEN / 3]);
    expect(await rightsOf(mei, bundle)).toEqual(['active', 'active', 'active']);
    expect(await fixture.find(mei, order.no)).toMatchObject({
      refundedFen: BUNDLE_FEN / 3,
      items: [{ refundedAt: expect.any(Number) as number }, {}, {}],
    });
  });

  it('is ordered once if several pages order it at the same time', async () => {
    const [mei, bundle] = [await aUser(), await aBundle()];
    const orders = await Promise.all(Array.from({ length: 6 }, () => tryOrder(mei, bundle)));
    expect(new Set(orders.map((response) => granted(response).order.no)).size).toBe(1);
  });
});

describe('a partial refund', () => {
  for (const channel of ['wechatNative', 'alipayPage'] as const)
    it(`of one book of a bundle ends the entitlement to that book, and of the rest ends all (${channel})`, async () => {
      const [mei, bundle] = [await aUser(), await aBundle()];
      const { no, tradeNo } = await buyBundle(mei, bundle, channel);
      const [first = '', ...others] = bundle.bookIds;
      granted(await refundBooks(no, [first]));
      await untilStatus(mei, no, 'partiallyRefunded');
      expect(await rightsOf(mei, bundle)).toEqual(['revoked', 'active', 'active']);
      const { events } = granted(await call<{ events: OrderEvent[] }>(`/api/order/get?no=${no}`, mei));
      expect(events.at(-1)).toMatchObject({
        kind: 'refunded',
        amountFen: 3_000,
        detail: expect.stringMatching(/^《整套 \d+》的阅读权限随退款结束/) as string,
      });
      expect(await codeOf(refundBooks(no, [first]))).toBe('orders.refundRefused');
      granted(await refundBooks(no, others));
      await untilStatus(mei, no, 'refunded');
      expect(await rightsOf(mei, bundle)).toEqual(['revoked', 'revoked', 'revoked']);
      expect(fixture.standIn.refundsOf(tradeNo)).toEqual([3_000, 6_000]);
      expect(await codeOf(refundBooks(no, [], { amountFen: 1 }))).toBe('orders.refundRefused');
    });

  it('of an amount ends no entitlement until everything is refunded, and never exceeds the payment', async () => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    const { no } = await fixture.buy(mei, bookId);
    expect(await refundBooks(no, [], { amountFen: PRICE_FEN + 1 })).toMatchObject({
      code: 'orders.refundRefused',
      message: '不能退款：最多还可以退 39.80 元',
    });
    expect(await codeOf(refundBooks(no, []))).toBe('request.invalid');
    expect(await codeOf(refundBooks(no, [], { amountFen: 980, reason: ' ' }))).toBe('request.invalid');
    granted(await refundBooks(no, [], { amountFen: 980 }));
    await untilStatus(mei, no, 'partiallyRefunded');
    expect((await fixture.rights(mei, bookId))[0]?.status).toBe('active');
    granted(await refundBooks(no, [], { amountFen: 3_000 }));
    await untilStatus(mei, no, 'refunded');
    expect((await fixture.rights(mei, bookId))[0]?.status).toBe('revoked');
    const { rows } = await fixture.shop.platform.db.pool.query(
      `select action, reason from audit_event where action = 'refund.make' and target_name = $1 order by id`,
      [no],
    );
    expect(rows).toEqual([
      { action: 'refund.make', reason: '印错了一册' },
      { action: 'refund.make', reason: '印错了一册' },
    ]);
  });

  it('requested twenty times at once never exceeds the payment', async () => {
    const [mei, bundle] = [await aUser(), await aBundle()];
    const { no, tradeNo } = await buyBundle(mei, bundle);
    for (let round = 0; round < 8; round++) {
      await Promise.all(Array.from({ length: 20 }, () => refundBooks(no, [], { amountFen: 2_000 })));
      await expect.poll(async () => (await fixture.find(mei, no)).status, patience).not.toBe('refunding');
    }
    const refunds = fixture.standIn.refundsOf(tradeNo);
    expect(refunds).toEqual([2_000, 2_000, 2_000, 2_000]);
    expect((await fixture.find(mei, no)).refundedFen).toBe(8_000);
    await expect(
      fixture.query(
        `insert into order_refund (id, order_no, cause, channel, trade_no, channel_txn, amount_fen, status, requested_at)
         select 'more', no, 'operator', channel, trade_no, channel_txn, 1001, 'approved', 0 from purchase_order where no = $1`,
        [no],
      ),
    ).rejects.toThrow(/more would go back than was paid/);
  });

  it('can be requested by the buyer for the books of a bundle that were not read', async () => {
    const [mei, bundle] = [await aUser(), await aBundle()];
    const { no } = await buyBundle(mei, bundle);
    const [first = '', second = ''] = bundle.bookIds;
    await fixture.query(
      `insert into reading_progress (user_id, book_id, version_id, locator, total_progression, hlc, updated_at, passed)
       values ($1, $2, 'v', $3, 0.99, 'h', 0, '{[0,10000)}')`,
      [mei.id, first, JSON.stringify({ href: 'c', locations: { totalProgression: 0.99 } })],
    );
    const rule = granted(await call<RefundRule>(`/api/order/refundRule?no=${no}`, mei));
    expect(rule).toMatchObject({
      eligible: false,
      items: [{ obstacle: expect.stringContaining('10%') as string }, { amountFen: 3_000 }, { amountFen: 3_000 }],
    });
    expect(await codeOf(call('/api/order/refund', mei, { no }))).toBe('orders.refundRefused');
    expect(await codeOf(call('/api/order/refund', mei, { no, bookIds: [first] }))).toBe('orders.refundRefused');
    const { refund } = granted(
      await call<{ refund: { id: string; amountFen: number } }>('/api/order/refund', mei, { no, bookIds: [second] }),
    );
    expect(refund.amountFen).toBe(3_000);
    granted(await call('/api/admin/refund/decide', finance, { id: refund.id, decision: 'approve' }));
    await untilStatus(mei, no, 'partiallyRefunded');
    expect(await rightsOf(mei, bundle)).toEqual(['active', 'revoked', 'active']);
  });

  it('that fails leaves the order unchanged, and cannot be retried once too little is left', async () => {
    const [mei, bundle] = [await aUser(), await aBundle()];
    const { no } = await buyBundle(mei, bundle);
    fixture.standIn.trouble('refundFails');
    granted(await refundBooks(no, [], { amountFen: 5_000 }));
    await untilStatus(mei, no, 'fulfilled');
    fixture.standIn.trouble();
    granted(await refundBooks(no, [], { amountFen: 8_000 }));
    await untilStatus(mei, no, 'partiallyRefunded');
    const [failed] = await fixture.query(`select id from order_refund where order_no = $1 and status = 'failed'`, [no]);
    expect(await codeOf(call('/api/admin/refund/decide', finance, { id: failed?.['id'], decision: 'approve' }))).toBe(
      'orders.refundDecided',
    );
  });

  it('reverses an issued invoice, and another invoice can be requested for the rest', async () => {
    const [mei, bundle] = [await aUser(), await aBundle()];
    const { no } = await buyBundle(mei, bundle);
    const requestInvoice = async () =>
      granted(await call<InvoiceRequest>('/api/invoice/create', mei, { orderNos: [no], titleType: 'personal', title: '梅' }));
    const { id } = await requestInvoice();
    granted(
      await sendForm(fixture.shop, '/api/admin/invoice/issue', finance, [
        ['id', id],
        ['invoiceNo', '26112000000012345678'],
        ['file', { bytes: aPdf(), name: '发票.pdf' }],
      ]),
    );
    granted(await refundBooks(no, bundle.bookIds.slice(0, 1)));
    await untilStatus(mei, no, 'partiallyRefunded');
    const { items } = granted(await call<{ items: InvoiceRequest[] }>('/api/invoice/list', mei));
    expect(items).toMatchObject([{ status: 'redPending', amountFen: BUNDLE_FEN }]);
    expect((await requestInvoice()).amountFen).toBe(6_000);
  });
});

describe('a suspended entitlement', () => {
  it('has a reason, shown with the book and in the list of the reader’s books, until it is resumed', async () => {
    const [mei, bookId] = [await aUser(), await fixture.paidBook()];
    const { no } = await fixture.buy(mei, bookId);
    const set = (status: string, reason = '付款有争议，核实中') => call('/api/admin/order/rights', finance, { no, status, reason });
    const rightNow = async () => granted(await call<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`, mei)).right;
    expect(await codeOf(call('/api/admin/order/rights', mei, { no, status: 'suspended', reason: '试' }))).toBe('forbidden');
    expect(await codeOf(set('active'))).toBe('orders.rightsUnchanged');
    expect(granted(await set('suspended'))).toEqual({ changed: 1 });
    expect(await codeOf(set('suspended'))).toBe('orders.rightsUnchanged');
    expect(await rightNow()).toMatchObject({ kind: 'trial', reason: '您的阅读权限已暂停（付款有争议，核实中），可试读前 1 章' });
    const mine = granted(await call<OutputOf<typeof listMyBooks>>('/api/my/getBooks', mei));
    expect(mine.items[0]?.held).toMatchObject([{ state: 'suspended', reason: '付款有争议，核实中' }]);
    expect(granted(await call<OutputOf<typeof getAdminOrder>>(`/api/admin/order/get?no=${no}`, finance)).grants).toMatchObject([
      { status: 'suspended', reason: '付款有争议，核实中' },
    ]);
    granted(await set('active', '争议已解决'));
    expect((await rightNow()).kind).toBe('owned');
    const { rows } = await fixture.shop.platform.db.pool.query(`select action, reason from audit_event where target_id = $1 order by id`, [
      no,
    ]);
    expect(rows).toEqual([
      { action: 'rights.suspend', reason: '付款有争议，核实中' },
      { action: 'rights.resume', reason: '争议已解决' },
    ]);
    const notices = granted(await call<{ items: { kind: string }[] }>('/api/notice/mine', mei)).items.map(({ kind }) => kind);
    expect(notices.toSorted()).toEqual(['rightsResumed', 'rightsSuspended']);
  });
});

/** Returns the statuses an order can have after this amount was refunded. */
const statesAt = (refundedFen: number, payFen: number): Order['status'][] => {
  if (refundedFen === payFen) return ['refunded'];
  return refundedFen === 0 ? ['fulfilled', 'refunding'] : ['partiallyRefunded', 'refunding'];
};

describe('an order with random refunds', () => {
  it('never refunds more than was paid, and its books are readable exactly while they are not refunded', async () => {
    const dice = createDice(20261122);
    const [mei, bundle] = [await aUser(), await aBundle(4, 10_000)];
    for (let run = 0; run < 4; run++) {
      const reader = run === 0 ? mei : await aUser();
      const { no, tradeNo } = await buyBundle(reader, bundle, dice.roll(2) === 0 ? 'wechatNative' : 'alipayPage');
      for (let step = 0; step < 10; step++) {
        const some = bundle.bookIds.filter(() => dice.roll(3) === 0);
        fixture.standIn.trouble(dice.roll(4) === 0 ? 'refundFails' : undefined);
        const calls = [
          () => refundBooks(no, some),
          () => refundBooks(no, [], { amountFen: 1 + dice.roll(4_000) }),
          () => call('/api/order/refund', reader, { no, bookIds: some }),
          async () => {
            const [open] = await fixture.query(
              `select id from order_refund where order_no = $1 and status in ('requested', 'failed') limit 1`,
              [no],
            );
            if (open)
              await call('/api/admin/refund/decide', finance, {
                id: open['id'],
                decision: dice.roll(2) === 0 ? 'approve' : 'reject',
                reply: '核实过',
              });
          },
        ];
        await Promise.all([calls[dice.roll(calls.length)]?.(), calls[dice.roll(calls.length)]?.()]);
        await expect
          .poll(
            () => fixture.query(`select id from order_refund where order_no = $1 and status in ('approved', 'processing')`, [no]),
            patience,
          )
          .toEqual([]);
        const order = await fixture.find(reader, no);
        const refundedFen = fixture.standIn.refundsOf(tradeNo).reduce((sum, one) => sum + one, 0);
        expect(refundedFen).toBe(order.refundedFen);
        expect(refundedFen).toBeLessThanOrEqual(order.payFen);
        expect(statesAt(refundedFen, order.payFen)).toContain(order.status);
        const rights = await rightsOf(reader, bundle);
        for (const [index, { refundedAt }] of order.items.entries())
          expect(rights[index]).toBe(refundedAt === undefined ? 'active' : 'revoked');
      }
      fixture.standIn.trouble();
    }
  });
});
