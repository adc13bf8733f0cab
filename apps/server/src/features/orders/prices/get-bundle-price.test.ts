/** Tests of the bundle price of a collection, as editors see it. */
import { expect, it } from 'vitest';
import { payloadOf } from '../../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { outcomeOf } from '../../account/testing/account-fixture.ts';
import { BUNDLE_FEN, withBundleDatabase } from '../testing/bundle-database.ts';
import { getBundlePrice } from './get-bundle-price.ts';

testAccess('getBundlePrice', ['editor', 'admin'], 'collectionId:collection');

const { orders, series } = withBundleDatabase();
const priceOf = (collectionId: string) => payloadOf(getBundlePrice(orders().deps, orders().operatorCaller(), { collectionId }));

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
  const hidden = await orders().collection('藏', books, false);
  expect(await priceOf(hidden)).toStrictEqual({ books: 3, listFen: 10_000 });
  expect(await outcomeOf(priceOf('none'))).toBe('catalog.collectionNotFound');
});
