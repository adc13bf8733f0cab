/** Tests of the offer of a collection as a bundle. */
import { describe, expect, it } from 'vitest';
import { payloadOf } from '../../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { outcomeOf } from '../../account/testing/account-fixture.ts';
import { createOrder } from '../create-order.ts';
import { REFUND_RULE } from '../refunds/refund-rule.ts';
import { BUNDLE_FEN, rightsOf, withBundleDatabase } from '../testing/bundle-database.ts';
import { START_MS } from '../testing/order-fixture.ts';
import { getBundleOffer } from './get-bundle-offer.ts';

testAccess('getBundleOffer', 'everyone');

const { orders, price, series } = withBundleDatabase();
const offer = (
  id: string,
  {
    userId,
    isAnonymous = false,
    mayBuy = true,
    owned = [],
  }: { userId?: string; isAnonymous?: boolean; mayBuy?: boolean; owned?: string[] } = {},
  deps = orders().deps,
) => {
  const caller = orders().caller(userId, { roles: [mayBuy ? 'reader' : 'finance'] });
  return payloadOf(
    getBundleOffer({ ...deps, rightsOf: rightsOf(owned) }, isAnonymous ? { ...caller, reader: undefined } : caller, { collectionId: id }),
  );
};
const order = (id: string, bookIds: string[], priceFen: number, owned: string[] = [], deps = orders().deps) =>
  payloadOf(createOrder({ ...deps, rightsOf: rightsOf(owned) }, orders().caller(), { collectionId: id, bookIds, priceFen }));
const always = { refundRule: REFUND_RULE, channels: ['wechatNative', 'alipayPage'] };

describe('the offer of a collection', () => {
  it('contains the price, the total of the books and the books', async () => {
    const { id, books } = await series({ termDays: 90, saleTo: START_MS + 1 });
    expect(await offer(id)).toStrictEqual({
      priceFen: BUNDLE_FEN,
      bundleFen: BUNDLE_FEN,
      listFen: 10_000,
      deductedFen: 0,
      bookIds: books,
      ownedCount: 0,
      termDays: 90,
      saleTo: START_MS + 1,
      ...always,
    });
  });

  it('is lower for users who own one of the books', async () => {
    const { id, books } = await series();
    expect(await offer(id, { owned: [books[0]] })).toStrictEqual({
      priceFen: 3000,
      bundleFen: BUNDLE_FEN,
      listFen: 5000,
      deductedFen: 3000,
      bookIds: [books[1], books[2]],
      ownedCount: 1,
      ...always,
    });
    expect(await offer(id, { owned: books })).toStrictEqual({
      bundleFen: BUNDLE_FEN,
      listFen: 0,
      deductedFen: 0,
      bookIds: [],
      ownedCount: 3,
      ...always,
    });
  });

  it.each([
    ['soon', { saleFrom: START_MS + 1 }],
    ['ended', { saleTo: START_MS }],
  ] as const)('has no price while it is sold %s', async (saleState, window) => {
    const { id } = await series(window);
    const offered = await offer(id);
    expect(offered).toMatchObject({ saleState, ...window, bundleFen: BUNDLE_FEN });
    expect(offered).not.toHaveProperty('priceFen');
  });

  it('has no price for users who may not buy, without a payment platform, and without a bundle price', async () => {
    const { id, books } = await series();
    const open = await order(id, books, BUNDLE_FEN);
    expect(await offer(id)).toMatchObject({ openOrderNo: open.order.no, openOrderFen: BUNDLE_FEN });
    const notBuying = await offer(id, { mayBuy: false });
    expect(notBuying).not.toHaveProperty('priceFen');
    expect(notBuying).not.toHaveProperty('openOrderNo');
    const noWay = await offer(id, {}, { ...orders().deps, gateways: [] });
    expect(noWay).toMatchObject({ channels: [] });
    expect(noWay).not.toHaveProperty('priceFen');
    await price(id, 0);
    expect(await offer(id, { isAnonymous: true })).toStrictEqual({ listFen: 0, deductedFen: 0, bookIds: [], ownedCount: 0, ...always });
    // The sale has ended, but the order was created before and can still be paid.
    expect(await offer(id)).toMatchObject({ openOrderNo: open.order.no });
  });

  it('has no price for a collection without books for sale', async () => {
    const id = await orders().collection('空', [await orders().book({ shelf_state: 'offShelf' })]);
    await price(id, 100);
    expect(await offer(id)).not.toHaveProperty('bundleFen');
  });

  it('names only the open order at the current price', async () => {
    const { id, books } = await series();
    await order(id, books, BUNDLE_FEN);
    expect(await offer(id, { owned: [books[2]] })).not.toHaveProperty('openOrderNo');
    expect(await offer(id, { userId: await orders().user() })).not.toHaveProperty('openOrderNo');
    expect(await offer(id, { isAnonymous: true })).not.toHaveProperty('openOrderNo');
  });

  it('is refused for an unknown or hidden collection', async () => {
    expect(await outcomeOf(offer('none'))).toBe('catalog.collectionNotFound');
    expect(await outcomeOf(offer(await orders().collection('藏', [], false)))).toBe('catalog.collectionNotFound');
  });
});
