/** Tests of setting the bundle price of a collection. */
import { expect, it } from 'vitest';
import { resultOf } from '../../../platform/http/testing/use-case-result.ts';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { outcomeOf } from '../../account/testing/account-fixture.ts';
import { BUNDLE_FEN, withBundleDatabase } from '../testing/bundle-database.ts';
import { setBundlePrice } from './set-bundle-price.ts';
import { findActiveSku } from './sku-store.ts';

testAccess('setBundlePrice', ['editor', 'admin'], 'collectionId:collection');

testIdempotency('setBundlePrice', async ({ shop, aUser, aPaidBook, priceFen, post }) => {
  const as = await aUser('admin');
  const other = await shop.book(aBookNamed('同套的书'), { publish: true, accessModel: 'paid', priceFen });
  const items = [{ bookId: await aPaidBook() }, { bookId: other }];
  const { id } = await post<{ id: string }>('/api/admin/collection/save', as, { kind: 'series', title: '丛书', visible: true, items });
  return { as, body: { collectionId: id, priceFen } };
});

const { orders, series } = withBundleDatabase();
const set = async (collectionId: string, priceFen: number, more: { termDays?: number; saleFrom?: number; saleTo?: number } = {}) => {
  const { payload, say } = await resultOf(
    setBundlePrice(orders().deps, orders().operatorCaller(), {
      collectionId,
      priceFen,
      termDays: undefined,
      saleFrom: undefined,
      saleTo: undefined,
      ...more,
    }),
  );
  expect(say).toBe(priceFen === 0 ? '已停止整套出售' : '已更新整套价格');
  return payload;
};
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: unknown) => (error as Error).message,
  );

it('the price and its sale window are stored, and the change is an audit event', async () => {
  const { id } = await series();
  expect(await set(id, 10_000, { termDays: 30, saleFrom: 1, saleTo: 9 })).toStrictEqual({
    priceFen: 10_000,
    termDays: 30,
    saleFrom: 1,
    saleTo: 9,
  });
  expect(await findActiveSku(orders().deps.db.orm, { collectionId: id })).toMatchObject({
    priceFen: 10_000,
    termDays: 30,
    saleFrom: 1,
    saleTo: 9,
  });
  expect(await set(id, 0)).toStrictEqual({ priceFen: 0 });
  const target = {
    target_kind: 'collection',
    target_id: id,
    target_name: '诸子丛书',
    action: 'collection.price',
    operator_id: orders().operator.userId,
  };
  expect(await orders().auditEvents()).toEqual([
    expect.objectContaining({
      ...target,
      before: { priceFen: BUNDLE_FEN, termDays: null, saleFrom: null, saleTo: null },
      after: { priceFen: 10_000, termDays: 30, saleFrom: 1, saleTo: 9 },
      at: orders().now(),
    }),
    expect.objectContaining({
      ...target,
      before: { priceFen: 10_000, termDays: 30, saleFrom: 1, saleTo: 9 },
      after: { priceFen: 0, termDays: null, saleFrom: null, saleTo: null },
    }),
  ]);
  await set(id, 500);
  expect((await orders().auditEvents()).at(-1)).toMatchObject({ before: { priceFen: 0 }, after: { priceFen: 500 } });
});

it('a price above the total of the books, or for fewer than two of them, is refused', async () => {
  const { id } = await series();
  expect(await messageOf(set(id, 10_001))).toBe('整套价格不能高于逐本购买的 100.00 元');
  const book = await orders().book({ price_fen: 5000 });
  const [one, two] = [await orders().collection('一', [book]), await orders().collection('二', [book, await orders().book()], false)];
  expect(await messageOf(set(one, 100))).toBe('至少要有两本在售的图书，才能整套出售');
  expect(await outcomeOf(set(one, 0))).toBe('success');
  expect(await outcomeOf(set(two, 100))).toBe('success');
  expect(await outcomeOf(set('none', 100))).toBe('catalog.collectionNotFound');
});
