/** Tests of setting the price of a book. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resultOf } from '../../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { outcomeOf } from '../../account/testing/account-fixture.ts';
import { createOrderFixture, type OrderFixture, PRICE_FEN } from '../testing/order-fixture.ts';
import { setBookPrice } from './set-book-price.ts';
import { findActiveSku } from './sku-store.ts';

testAccess('setBookPrice', ['editor', 'admin'], 'bookId:book');
testIdempotency('setBookPrice', async ({ aUser, aPaidBook, priceFen }) => ({
  as: await aUser('admin'),
  body: { bookId: await aPaidBook(), priceFen },
}));

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(() => orders.reset());

const db = () => orders.deps.db.orm;

describe('a book whose price an editor sets', () => {
  const set = async (
    bookId: string,
    priceFen: number,
    more: { termDays?: number; saleFrom?: number; saleTo?: number; renewalFen?: number } = {},
  ) => {
    const absent = { termDays: undefined, saleFrom: undefined, saleTo: undefined, renewalFen: undefined };
    const { payload, say } = await resultOf(setBookPrice(orders.deps, orders.operatorCaller(), { bookId, priceFen, ...absent, ...more }));
    expect(say).toBe('已更新价格');
    return payload;
  };

  it('has the price in the catalog and on sale, and the change is an audit event', async () => {
    const bookId = await orders.book({ title: '论语' });
    const sale = { termDays: 30, saleFrom: 1, saleTo: 9, renewalFen: 50 };
    expect(await set(bookId, 100, sale)).toStrictEqual({ bookId, priceFen: 100, ...sale });
    expect(await orders.row('book', 'id', bookId)).toMatchObject({ price_fen: 100, access_model: 'paid', updated_at: orders.now() });
    expect(await findActiveSku(db(), { bookId })).toMatchObject({ priceFen: 100, termDays: 30, saleFrom: 1, saleTo: 9 });
    expect(await findActiveSku(db(), { renewalOf: bookId })).toMatchObject({ priceFen: 50, termDays: undefined });
    expect(await orders.auditEvents()).toEqual([
      {
        operator_id: orders.operator.userId,
        request_id: 'request-1',
        action: 'book.price',
        target_kind: 'book',
        target_id: bookId,
        target_name: '论语',
        before: { priceFen: PRICE_FEN, termDays: null, saleFrom: null, saleTo: null, renewalFen: null },
        after: { priceFen: 100, ...sale },
        reason: '',
        at: orders.now(),
      },
    ]);
  });

  it('is free at a price of 0 and loses its renewal price', async () => {
    const bookId = await orders.book();
    await set(bookId, 100, { renewalFen: 50, termDays: 30 });
    await orders.reset();
    expect(await set(bookId, 0)).toStrictEqual({ bookId, priceFen: 0 });
    expect(await orders.row('book', 'id', bookId)).toMatchObject({ price_fen: 0, access_model: 'free' });
    expect([await findActiveSku(db(), { bookId }), await findActiveSku(db(), { renewalOf: bookId })]).toEqual([undefined, undefined]);
    expect((await orders.auditEvents())[0]).toMatchObject({
      before: { priceFen: 100, renewalFen: 50, termDays: 30 },
      after: { priceFen: 0, renewalFen: null, termDays: null },
    });
  });

  it('must exist', async () => {
    expect(await outcomeOf(set('none', 100))).toBe('catalog.bookNotFound');
  });
});
