/** Tests of stored prices and their successors, and of the price at which a user buys a book. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOrderFixture, DAY_MS, type OrderFixture, PRICE_FEN, START_MS } from '../testing/order-fixture.ts';
import { findSale, isForSale, purchaseOf, skuOf } from './price.ts';
import { findActiveSku, type PricedItem, replaceSku } from './sku-store.ts';

let orders: OrderFixture;
beforeAll(async () => {
  orders = await createOrderFixture();
});
afterAll(() => orders?.drop());
beforeEach(() => orders.reset());

const db = () => orders.deps.db.orm;
const inTransaction: OrderFixture['deps']['db']['transaction'] = (work) => orders.deps.db.transaction(work);
const put = (item: PricedItem, priceFen: number, more: { termDays?: number; saleFrom?: number; saleTo?: number } = {}) =>
  inTransaction((tx) => replaceSku(tx, item, { priceFen, termDays: undefined, ...more }, orders.now()));
const rowsOf = (column: 'book_id' | 'collection_id', id: string) =>
  orders.query(
    `select kind, book_id, collection_id, price_fen, term_days, sale_from, sale_to, active, created_at from sku where ${column} = $1 order by created_at, id`,
    [id],
  );

describe('a price', () => {
  it('is stored with its term and sale window, separately for a book, its renewal and a collection', async () => {
    const bookId = await orders.book();
    const collectionId = await orders.collection('丛书', [bookId]);
    const full = { termDays: 30, saleFrom: 1, saleTo: 9 };
    const book = await put({ bookId }, 100, full);
    const renewal = await put({ renewalOf: bookId }, 50);
    const bundle = await put({ collectionId }, 80, { saleTo: 9 });
    expect(book).toEqual({ id: expect.any(String), priceFen: 100, ...full });
    expect(await findActiveSku(db(), { bookId })).toEqual(book);
    expect(await findActiveSku(db(), { renewalOf: bookId })).toEqual({ ...renewal, saleFrom: undefined, saleTo: undefined });
    expect(await findActiveSku(db(), { collectionId })).toEqual({
      id: bundle?.id,
      priceFen: 80,
      termDays: undefined,
      saleFrom: undefined,
      saleTo: 9,
    });
    const common = { active: true, created_at: START_MS };
    expect(await rowsOf('book_id', bookId)).toEqual(
      expect.arrayContaining([
        { kind: 'book', book_id: bookId, collection_id: null, price_fen: 100, term_days: 30, sale_from: 1, sale_to: 9, ...common },
        {
          kind: 'renewal',
          book_id: bookId,
          collection_id: null,
          price_fen: 50,
          term_days: null,
          sale_from: null,
          sale_to: null,
          ...common,
        },
      ]),
    );
    expect(await rowsOf('collection_id', collectionId)).toEqual([
      {
        kind: 'bundle',
        book_id: null,
        collection_id: collectionId,
        price_fen: 80,
        term_days: null,
        sale_from: null,
        sale_to: 9,
        ...common,
      },
    ]);
    expect(await findActiveSku(db(), { bookId: 'none' })).toBeUndefined();
    expect(await findActiveSku(db(), { collectionId: 'none' })).toBeUndefined();
  });

  it('is replaced if anything about it changes, and stays otherwise', async () => {
    const [bookId, other] = [await orders.book(), await orders.book()];
    const bystander = await put({ bookId: other }, 1);
    const renewal = await put({ renewalOf: bookId }, 1);
    let last = await put({ bookId }, 100, { termDays: 30, saleFrom: 1, saleTo: 9 });
    expect(await put({ bookId }, 100, { termDays: 30, saleFrom: 1, saleTo: 9 })).toEqual(last);
    for (const [priceFen, more] of [
      [101, { termDays: 30, saleFrom: 1, saleTo: 9 }],
      [101, { termDays: 31, saleFrom: 1, saleTo: 9 }],
      [101, { termDays: 31, saleFrom: 2, saleTo: 9 }],
      [101, { termDays: 31, saleFrom: 2, saleTo: 10 }],
    ] as const) {
      const next = await put({ bookId }, priceFen, more);
      expect(next?.id).not.toBe(last?.id);
      expect(await findActiveSku(db(), { bookId })).toEqual(next);
      last = next;
    }
    expect((await rowsOf('book_id', bookId)).filter(({ kind, active }) => kind === 'book' && active === false)).toHaveLength(4);
    expect((await findActiveSku(db(), { bookId: other }))?.id).toBe(bystander?.id);
    expect((await findActiveSku(db(), { renewalOf: bookId }))?.id).toBe(renewal?.id);
  });

  it('of 0 ends the sale of the book', async () => {
    const bookId = await orders.book();
    expect(await put({ bookId }, 0)).toBeUndefined();
    await put({ bookId }, 100);
    expect(await put({ bookId }, 0)).toBeUndefined();
    expect(await findActiveSku(db(), { bookId })).toBeUndefined();
    expect(await rowsOf('book_id', bookId)).toMatchObject([{ price_fen: 100, active: false }]);
  });

  it('set several times at once is stored once', async () => {
    const bookId = await orders.book();
    const made = await Promise.all(Array.from({ length: 6 }, () => put({ bookId }, 100)));
    expect(new Set(made.map((sku) => sku?.id)).size).toBe(1);
    const collectionId = await orders.collection('丛书', []);
    const bundles = await Promise.all(Array.from({ length: 6 }, () => put({ collectionId }, 100)));
    expect(new Set(bundles.map((sku) => sku?.id)).size).toBe(1);
  });
});

describe('a book', () => {
  it('is for sale if it is published, paid and not removed', () => {
    const book = { shelfState: 'published', removalNotice: undefined, accessModel: 'paid', priceFen: 1 } as const;
    expect(isForSale(book)).toBe(true);
    for (const change of [
      { shelfState: 'offShelf' },
      { shelfState: 'draft' },
      { removalNotice: '停止阅读' },
      { accessModel: 'codeOnly' },
      { accessModel: 'free' },
      { priceFen: 0 },
    ] as const)
      expect(isForSale({ ...book, ...change }), JSON.stringify(change)).toBe(false);
  });

  it('is sold as its stored prices say', async () => {
    const bookId = await orders.book();
    expect(await findSale(db(), bookId)).toStrictEqual({});
    await put({ bookId }, 100, { termDays: 30, saleFrom: 1, saleTo: 9 });
    expect(await findSale(db(), bookId)).toStrictEqual({ termDays: 30, saleFrom: 1, saleTo: 9 });
    await put({ bookId }, 100);
    await put({ renewalOf: bookId }, 50);
    expect(await findSale(db(), bookId)).toStrictEqual({ renewalFen: 50 });
  });

  it('has a stored price that follows the catalog, with the last term and sale window', async () => {
    const id = await orders.book();
    const sku = (priceFen: number) => inTransaction((tx) => skuOf(tx, { id, priceFen }, orders.now()));
    const first = await sku(100);
    expect(first).toEqual({ id: expect.any(String), priceFen: 100, termDays: undefined, saleFrom: undefined, saleTo: undefined });
    expect(await sku(100)).toEqual(first);
    await put({ bookId: id }, 100, { termDays: 30, saleFrom: 1, saleTo: 9 });
    expect(await sku(120)).toMatchObject({ priceFen: 120, termDays: 30, saleFrom: 1, saleTo: 9 });
    expect(await sku(0)).toBeUndefined();
  });

  describe('the purchase of a book', () => {
    const end = (bookId: string, ends: number) =>
      orders.query(
        `insert into entitlement (id, user_id, book_id, source, source_id, starts_at, ends_at, status, created_at)
         values ($1, $2, $1, 'order', 'o', 0, $3, 'active', 0)`,
        [bookId, orders.mei, ends],
      );
    const purchase = (id: string) => inTransaction((tx) => purchaseOf(tx, { id, priceFen: PRICE_FEN }, orders.mei, orders.now()));

    it('is at the full price for a user who never had the book', async () => {
      const id = await orders.book();
      await put({ renewalOf: id }, 100);
      expect(await purchase(id)).toMatchObject({ sku: { priceFen: PRICE_FEN }, renewal: undefined });
    });

    it('is at the lower renewal price, for the term of the book, for a user whose right ends soon', async () => {
      const id = await orders.book();
      await put({ bookId: id }, PRICE_FEN, { termDays: 90 });
      const lower = await put({ renewalOf: id }, 100);
      await end(id, orders.now() + 10 * DAY_MS);
      expect(await purchase(id)).toMatchObject({
        sku: { id: lower?.id, priceFen: 100, termDays: 90 },
        renewal: { continuesAt: orders.now() + 10 * DAY_MS },
      });
    });

    it('is at the full price if the renewal price is not lower, or absent', async () => {
      const [same, none] = [await orders.book(), await orders.book()];
      await put({ renewalOf: same }, PRICE_FEN);
      for (const id of [same, none]) {
        await end(id, orders.now() + DAY_MS);
        expect(await purchase(id)).toMatchObject({ sku: { priceFen: PRICE_FEN }, renewal: undefined });
      }
    });

    it('is impossible without a price', async () => {
      const id = await orders.book();
      expect(await inTransaction((tx) => purchaseOf(tx, { id, priceFen: 0 }, orders.mei, orders.now()))).toBeUndefined();
    });
  });
});
