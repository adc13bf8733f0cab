/** A database with collections that are sold as bundles, for all tests of a file. */
import type { AccessRight } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { replaceSku } from '../prices/sku-store.ts';
import { createOrderFixture, type OrderFixture } from './order-fixture.ts';

export const BUNDLE_FEN = 6000;

export interface Series {
  id: string;
  /** The ids of three books that cost 50, 30 and 20 yuan. */
  books: [string, string, string];
}

/** Terms of a sale; times are UTC milliseconds. */
export interface SaleTerms {
  termDays?: number;
  saleFrom?: number;
  saleTo?: number;
}

/** Returns the rights of a user who owns these books and may try all others. */
export const rightsOf = (owned: readonly string[]) => async (_caller: unknown, books: readonly { id: string }[]) =>
  new Map(books.map(({ id }) => [id, { kind: owned.includes(id) ? 'owned' : 'trial', reason: '' } as unknown as AccessRight] as const));

export const withBundleDatabase = () => {
  let opened: OrderFixture | undefined;
  beforeAll(async () => {
    opened = await createOrderFixture();
  });
  afterAll(() => opened?.drop());
  const orders = (): OrderFixture => {
    if (opened === undefined) throw new Error('the database is open only in tests');
    return opened;
  };
  beforeEach(() => orders().reset());
  const price = (collectionId: string, priceFen: number, more: SaleTerms = {}) =>
    orders().deps.db.transaction((tx) => replaceSku(tx, { collectionId }, { priceFen, termDays: undefined, ...more }, orders().now()));
  return {
    orders,
    /** Sets the price of a collection. */
    price,
    /** Creates a collection of three books that are for sale, which costs `BUNDLE_FEN`. */
    series: async (more: SaleTerms = {}): Promise<Series> => {
      const books: Series['books'] = [
        await orders().book({ title: '甲', price_fen: 5000, authors: '某' }),
        await orders().book({ title: '乙', price_fen: 3000 }),
        await orders().book({ title: '丙', price_fen: 2000 }),
      ];
      // Books that are free, sold by code only, or off the shelf are not part of the bundle.
      const others = [
        await orders().book({ access_model: 'free', price_fen: 0 }),
        await orders().book({ shelf_state: 'offShelf' }),
        await orders().book({ access_model: 'codeOnly' }),
      ];
      const id = await orders().collection('诸子丛书', [...books, ...others]);
      await price(id, BUNDLE_FEN, more);
      return { id, books };
    },
  };
};
