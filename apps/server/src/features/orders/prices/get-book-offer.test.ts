/** Tests of the offer of a book to readers. */
import { type AccessRight, LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payloadOf } from '../../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { outcomeOf } from '../../account/testing/account-fixture.ts';
import { createOrder } from '../create-order.ts';
import { REFUND_RULE } from '../refunds/refund-rule.ts';
import { createOrderFixture, DAY_MS, type OrderFixture, PRICE_FEN, START_MS } from '../testing/order-fixture.ts';
import { hasNothingToBuy } from './buyable-book.ts';
import { getBookOffer } from './get-book-offer.ts';
import { replaceSku } from './sku-store.ts';

testAccess('getBookOffer', 'everyone');

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(() => orders.reset());

const trial = { kind: 'trial', reason: '' } as unknown as AccessRight;
const permanent = { kind: 'owned', reason: '' } as unknown as AccessRight;
const temporary = { kind: 'owned', reason: '', endsAt: START_MS + DAY_MS } as unknown as AccessRight;
const price = (bookId: string, change: { priceFen?: number; termDays?: number; saleFrom?: number; saleTo?: number }, renewal = false) =>
  orders.deps.db.transaction((tx) =>
    replaceSku(tx, renewal ? { renewalOf: bookId } : { bookId }, { priceFen: PRICE_FEN, termDays: undefined, ...change }, orders.now()),
  );
const rightThatEnds = (bookId: string, userId = orders.mei, endsAt = START_MS + 10 * DAY_MS) =>
  orders.query(
    `insert into entitlement (id, user_id, book_id, source, source_id, starts_at, ends_at, status, created_at)
     values ($1 || $2, $2, $1, 'order', 'o', 0, $3, 'active', 0)`,
    [bookId, userId, endsAt],
  );
const order = (
  bookId: string,
  { priceFen = PRICE_FEN, right = trial, userId = orders.mei }: { priceFen?: number; right?: AccessRight; userId?: string } = {},
  deps = orders.deps,
) => payloadOf(createOrder({ ...deps, rightOf: async () => right }, orders.caller(userId), { bookId, bookIds: [], priceFen }));
interface OfferCaller {
  userId?: string;
  isAnonymous?: boolean;
  mayBuy?: boolean;
  right?: AccessRight;
}
const offer = (bookId: string, { userId, isAnonymous = false, mayBuy = true, right = trial }: OfferCaller = {}, deps = orders.deps) => {
  const caller = orders.caller(userId, { roles: [mayBuy ? 'reader' : 'finance'] });
  return payloadOf(
    getBookOffer({ ...deps, rightOf: async () => right }, isAnonymous ? { ...caller, reader: undefined } : caller, { bookId }),
  );
};
const always = { refundRule: REFUND_RULE, channels: ['wechatNative', 'alipayPage'] };

it('users who own the book permanently have nothing to buy', () => {
  expect([hasNothingToBuy(permanent), hasNothingToBuy(temporary), hasNothingToBuy(trial)]).toEqual([true, false, false]);
});

describe('the offer of a book', () => {
  it('contains the price, the term and the sale window', async () => {
    const bookId = await orders.book();
    expect(await offer(bookId)).toStrictEqual({ priceFen: PRICE_FEN, ...always });
    expect(await offer(bookId, { isAnonymous: true })).toStrictEqual({ priceFen: PRICE_FEN, ...always });
    await price(bookId, { termDays: 30, saleTo: START_MS + 1 });
    for (const caller of [{}, { isAnonymous: true }])
      expect(await offer(bookId, caller)).toStrictEqual({ priceFen: PRICE_FEN, termDays: 30, saleTo: START_MS + 1, ...always });
  });

  it.each([
    ['soon', { saleFrom: START_MS + 1 }],
    ['ended', { saleTo: START_MS }],
  ] as const)('has no price while the sale state is %s, but the sale window', async (saleState, window) => {
    const bookId = await orders.book();
    await price(bookId, window);
    expect(await offer(bookId)).toStrictEqual({ ...window, saleState, ...always });
  });

  it('has no price for users who may not buy or own the book permanently, and without a payment platform', async () => {
    const bookId = await orders.book();
    const no = (await order(bookId)).order.no;
    expect(await offer(bookId)).toMatchObject({ openOrderNo: no });
    expect(await offer(bookId, { mayBuy: false })).toStrictEqual(always);
    expect(await offer(bookId, { right: permanent })).toStrictEqual(always);
    expect(await offer(bookId, {}, { ...orders.deps, gateways: [] })).toStrictEqual({ ...always, channels: [] });
    expect(await offer(bookId, { right: temporary })).toMatchObject({ priceFen: PRICE_FEN });
  });

  it.each([
    ['off the shelf', { shelf_state: 'offShelf' }],
    ['by code alone', { access_model: 'codeOnly' }],
  ] as const)('has neither price nor sale window for a book that is %s', async (_, columns) => {
    const bookId = await orders.book(columns);
    await price(bookId, { saleTo: START_MS + 1 });
    expect(await offer(bookId)).toStrictEqual(always);
  });

  it('is refused for an unknown book or a draft', async () => {
    expect(await outcomeOf(offer('none'))).toBe('catalog.bookNotFound');
    expect(await outcomeOf(offer(await orders.book({ shelf_state: 'draft' })))).toBe('catalog.bookNotFound');
    expect(await outcomeOf(order('none'))).toBe('catalog.bookNotFound');
  });

  it('names the user’s unpaid order', async () => {
    const bookId = await orders.book();
    const { order: open } = await order(bookId);
    expect(await offer(bookId)).toStrictEqual({ priceFen: PRICE_FEN, ...always, openOrderNo: open.no, openOrderFen: PRICE_FEN });
    expect(await offer(bookId, { isAnonymous: true })).not.toHaveProperty('openOrderNo');
    expect(await offer(bookId, { userId: await orders.user() })).not.toHaveProperty('openOrderNo');
    orders.later(LIMITS.orderLifetimeMs);
    expect(await offer(bookId)).not.toHaveProperty('openOrderNo');
    orders.later(-LIMITS.orderLifetimeMs);
  });

  it('names an order created before the end of the sale, but not for a removed book', async () => {
    const bookId = await orders.book();
    const { order: open } = await order(bookId);
    await orders.query(`update book set shelf_state = 'offShelf' where id = $1`, [bookId]);
    expect(await offer(bookId)).toStrictEqual({ ...always, openOrderNo: open.no, openOrderFen: PRICE_FEN });
    expect(await offer(bookId, { isAnonymous: true })).toStrictEqual(always);
    await orders.query(`update book set removal_notice = '停止阅读' where id = $1`, [bookId]);
    expect(await offer(bookId)).toStrictEqual(always);
    const sold = await orders.book();
    const { order: before } = await order(sold);
    await price(sold, { saleTo: START_MS });
    expect(await offer(sold)).toMatchObject({ openOrderNo: before.no, saleState: 'ended' });
  });

  it('has the renewal price for users whose right ends, regardless of the sale window', async () => {
    const bookId = await orders.book();
    await price(bookId, { saleTo: START_MS, termDays: 30 });
    await price(bookId, { priceFen: 100 }, true);
    await rightThatEnds(bookId);
    expect(await offer(bookId, { right: temporary })).toStrictEqual({
      priceFen: 100,
      termDays: 30,
      saleTo: START_MS,
      saleState: 'ended',
      renewal: { fullFen: PRICE_FEN, continuesAt: START_MS + 10 * DAY_MS },
      ...always,
    });
    const over = await orders.book();
    await price(over, { priceFen: 100 }, true);
    await rightThatEnds(over, orders.mei, START_MS - 1);
    expect((await offer(over)).renewal).toStrictEqual({ fullFen: PRICE_FEN });
  });
});
