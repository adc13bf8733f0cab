/** Tests of the bundle price of a collection, as editors see it. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { payloadOf } from '../../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { outcomeOf } from '../../account/testing/account-fixture.ts';
import { createOrderFixture, type OrderFixture } from '../testing/order-fixture.ts';
import { getBundlePrice } from './get-bundle-price.ts';
import { replaceSku } from './sku-store.ts';

testAccess('getBundlePrice', ['editor', 'admin'], 'collectionId:collection');

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(() => orders.reset());

const BUNDLE_FEN = 6000;
interface Series {
  id: string;
  /** The ids of three books that cost 50, 30 and 20 yuan. */
  books: [string, string, string];
}
const price = (collectionId: string, priceFen: number, more: { termDays?: number; saleFrom?: number; saleTo?: number } = {}) =>
  orders.deps.db.transaction((tx) => replaceSku(tx, { collectionId }, { priceFen, termDays: undefined, ...more }, orders.now()));
const series = async (more: { termDays?: number; saleFrom?: number; saleTo?: number } = {}): Promise<Series> => {
  const books: Series['books'] = [
    await orders.book({ title: '甲', price_fen: 5000, authors: '某' }),
    await orders.book({ title: '乙', price_fen: 3000 }),
    await orders.book({ title: '丙', price_fen: 2000 }),
  ];
  // Books that are free, sold by code only, or off the shelf are not part of the bundle.
  const others = [
    await orders.book({ access_model: 'free', price_fen: 0 }),
    await orders.book({ shelf_state: 'offShelf' }),
    await orders.book({ access_model: 'codeOnly' }),
  ];
  const id = await orders.collection('诸子丛书', [...books, ...others]);
  await price(id, BUNDLE_FEN, more);
  return { id, books };
};
const priceOf = (collectionId: string) => payloadOf(getBundlePrice(orders.deps, orders.operatorCaller(), { collectionId }));

it('returns the price of a collection, hidden or not, and the total of its books', async () => {
  const { id, books } = await series({ termDays: 90, saleFrom: 1, saleTo: 9 });
  expect(await priceOf(id)).toStrictEqual({
    priceFen: BUNDLE_FEN,
    termDays: 90,
    saleFrom: 1,
    saleTo: 9,
    books: 3,
    listFen: 10_000,
  });
  const hidden = await orders.collection('藏', books, false);
  expect(await priceOf(hidden)).toStrictEqual({ books: 3, listFen: 10_000 });
  expect(await outcomeOf(priceOf('none'))).toBe('catalog.collectionNotFound');
});
