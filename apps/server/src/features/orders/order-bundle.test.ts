/** Tests of ordering a collection as a bundle. */
import { describe, expect, it } from 'vitest';
import { payloadOf } from '../../platform/http/testing/use-case-result.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { createOrder } from './create-order.ts';
import { findActiveSku } from './prices/sku-store.ts';
import { findOrder } from './store.ts';
import { BUNDLE_FEN, rightsOf, withBundleDatabase } from './testing/bundle-database.ts';
import { START_MS } from './testing/order-fixture.ts';

const { orders, price, series } = withBundleDatabase();
const order = (id: string, bookIds: string[], priceFen: number, owned: string[] = [], deps = orders().deps) =>
  payloadOf(createOrder({ ...deps, rightsOf: rightsOf(owned) }, orders().caller(), { collectionId: id, bookIds, priceFen }));
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: unknown) => (error as Error).message,
  );

describe('an order of a collection', () => {
  it('contains each book with its share of the payment', async () => {
    const { id, books } = await series({ termDays: 90 });
    const { order: created, reused } = await order(id, books.toReversed(), BUNDLE_FEN);
    expect(reused).toBe(false);
    const items = [
      { bookId: books[0], title: '甲', authors: '某', priceFen: 5000, payFen: 3000, termDays: 90 },
      { bookId: books[1], title: '乙', authors: '孔子弟子', priceFen: 3000, payFen: 1800, termDays: 90 },
      { bookId: books[2], title: '丙', authors: '孔子弟子', priceFen: 2000, payFen: 1200, termDays: 90 },
    ];
    expect(created).toMatchObject({
      totalFen: 10_000,
      payFen: BUNDLE_FEN,
      discountFen: 4000,
      bundle: { collectionId: id, title: '诸子丛书', owned: [] },
    });
    expect(created.items).toStrictEqual(items);
    const sku = await findActiveSku(orders().deps.db.orm, { collectionId: id });
    expect((await findOrder(orders().deps.db.orm, created.no))?.items.map(({ skuId }) => skuId)).toEqual([sku?.id, sku?.id, sku?.id]);
    expect(await order(id, books, BUNDLE_FEN)).toMatchObject({ reused: true, order: { no: created.no } });
  });

  it('leaves out the books that the buyer owns, and names them', async () => {
    const { id, books } = await series();
    const { order: created } = await order(id, [books[1], books[2]], 3000, [books[0]]);
    expect(created.bundle).toStrictEqual({ collectionId: id, title: '诸子丛书', owned: ['甲'] });
    expect(created.items.map((item) => [item.bookId, item.payFen])).toEqual([
      [books[1], 1800],
      [books[2], 1200],
    ]);
    expect(created.items[0]).not.toHaveProperty('termDays');
  });

  it('considers what another order has granted meanwhile', async () => {
    const { id, books } = await series();
    await orders().query(
      `insert into entitlement (id, user_id, book_id, source, source_id, starts_at, status, created_at) values ($1, $2, $1, 'order', 'o', 0, 'active', 0)`,
      [books[0], orders().mei],
    );
    expect(await messageOf(order(id, books, BUNDLE_FEN))).toBe('价格已变为 30.00 元，请确认后再下单');
    expect((await order(id, [books[1], books[2]], 3000)).order.bundle?.owned).toEqual(['甲']);
  });

  it('is refused with the reason', async () => {
    const { id, books } = await series();
    expect(await outcomeOf(order(id, books, BUNDLE_FEN, books))).toBe('orders.alreadyOwned');
    expect(await messageOf(order(id, books, BUNDLE_FEN - 1))).toBe('价格已变为 60.00 元，请确认后再下单');
    for (const bookIds of [[books[0]], [...books, 'other'], [books[0], books[1], 'other'], [books[0], books[0], books[1]]])
      expect(await outcomeOf(order(id, bookIds, BUNDLE_FEN))).toBe('orders.bundleChanged');
    expect(await outcomeOf(order(id, books, BUNDLE_FEN, [], { ...orders().deps, gateways: [] }))).toBe('orders.notForSale');
    expect(await outcomeOf(order('none', books, BUNDLE_FEN))).toBe('catalog.collectionNotFound');
    await price(id, BUNDLE_FEN, { saleFrom: START_MS + 1 });
    expect(await messageOf(order(id, books, BUNDLE_FEN))).toBe('现在不能购买：还没有开售');
    await price(id, BUNDLE_FEN, { saleTo: START_MS });
    expect(await messageOf(order(id, books, BUNDLE_FEN))).toBe('现在不能购买：已经停售');
    await price(id, 0);
    expect(await outcomeOf(order(id, books, BUNDLE_FEN))).toBe('orders.notForSale');
    const empty = await orders().collection('空', []);
    await price(empty, 100);
    expect(await outcomeOf(order(empty, [], 100))).toBe('orders.notForSale');
  });
});
