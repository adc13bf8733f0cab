/** A collection bought as one: what it would mean to this person, and ordering it. [Note: price of a bundle] */
import {
  type AccessRight,
  CodedError,
  type createOrder as createOrderOperation,
  type getBundleOffer,
  type getBundlePrice as getPriceOperation,
  type OutputOf,
  type ParsedInputOf,
  type setBundlePrice as setPriceOperation,
} from '@shufang/contract';
import { changeBetween, type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Book } from '../catalog/book.ts';
import { findSoldCollection } from '../catalog/get-collection.ts';
import { hasBoughtForGood } from '../commerce/grant-bought-book.ts';
import { type BundlePrice, priceBundle } from './bundle-price.ts';
import { hasNothingToBuy } from './create-order.ts';
import type { OrderDependencies } from './order-dependencies.ts';
import type { OrderRecord, Sku } from './order-record.ts';
import { placeOrder } from './place-order.ts';
import { isForSale } from './price.ts';
import { REFUND_RULE } from './refund-rule.ts';
import { boundsOf, SALE_SENTENCES, saleStateOf, viewWindow } from './sale-window.ts';
import { findActiveSku, replaceSku } from './sku-store.ts';
import { findOpenOrder, findOpenOrderFor, type OrderWish } from './store.ts';

export interface BundleBuyer {
  readonly userId: string | undefined;
  readonly rightsOf: (books: readonly Book[]) => Promise<ReadonlyMap<string, AccessRight>>;
}

interface Bundle {
  readonly title: string;
  /** Those sold one by one: free books, and those by code alone, are no part of it. */
  readonly books: readonly Book[];
  readonly owned: ReadonlySet<string>;
  readonly sku: Sku | undefined;
  /** Undefined: not sold, or nothing to buy. */
  readonly price: BundlePrice | undefined;
}

const yuan = (fen: number): string => (fen / 100).toFixed(2);

/** Throws `catalog.collectionNotFound`. */
const openBundle = async (
  db: Queryable,
  collectionId: string,
  listOwned: (books: readonly Book[]) => Promise<ReadonlySet<string>>,
): Promise<Bundle> => {
  const found = await findSoldCollection(db, collectionId);
  if (found === undefined) throw new CodedError('catalog.collectionNotFound');
  const books = found.books.filter(isForSale);
  const owned = await listOwned(books);
  const sku = await findActiveSku(db, { collectionId });
  const priced = books.map((book) => ({ bookId: book.id, listFen: book.priceFen, isOwned: owned.has(book.id) }));
  return {
    title: found.title,
    books,
    owned,
    sku,
    price: sku && priceBundle(sku.priceFen, priced),
  };
};

/** Books the person may read in full for good. */
const ownedBy =
  ({ rightsOf }: Pick<BundleBuyer, 'rightsOf'>) =>
  async (books: readonly Book[]): Promise<ReadonlySet<string>> =>
    new Set([...(await rightsOf(books))].flatMap(([id, right]) => (hasNothingToBuy(right) ? [id] : [])));

/** One that was made in time is paid in time, whatever became of the sale. `wish`: as it is sold now. */
const openOrderOf = async (
  { db: { orm }, clock }: Pick<OrderDependencies, 'db' | 'clock'>,
  { userId, mayBuy }: { userId: string | undefined; mayBuy: boolean },
  { collectionId, wish }: { collectionId: string; wish: OrderWish | undefined },
): Promise<OrderRecord | undefined> => {
  if (userId === undefined || !mayBuy) return undefined;
  return wish === undefined ? findOpenOrderFor(orm, userId, { collectionId }, clock.now()) : findOpenOrder(orm, userId, wish, clock.now());
};

/** Throws `catalog.collectionNotFound`. */
export const offerBundle = async (
  deps: OrderDependencies,
  asker: BundleBuyer & { mayBuy: boolean },
  collectionId: string,
): Promise<OutputOf<typeof getBundleOffer>> => {
  const { orm } = deps.db;
  const { books, owned, sku, price } = await openBundle(orm, collectionId, ownedBy(asker));
  const channels = deps.gateways.map((gateway) => gateway.channel);
  const bookIds = price?.parts.map(({ bookId }) => bookId) ?? [];
  const window = viewWindow(sku, deps.clock.now());
  const isOffered = asker.mayBuy && price !== undefined && channels.length > 0 && window.saleState === undefined;
  const open = await openOrderOf(deps, asker, {
    collectionId,
    wish: isOffered && sku !== undefined ? { skuId: sku.id, payFen: price.payFen, bookIds } : undefined,
  });
  return {
    ...(isOffered ? { priceFen: price.payFen } : {}),
    ...(sku === undefined || books.length === 0 ? {} : { bundleFen: sku.priceFen }),
    listFen: price?.listFen ?? 0,
    deductedFen: price?.deductedFen ?? 0,
    bookIds,
    ownedCount: owned.size,
    ...(sku?.termDays === undefined ? {} : { termDays: sku.termDays }),
    ...window,
    refundRule: REFUND_RULE,
    channels,
    ...(open === undefined ? {} : { openOrderNo: open.no, openOrderFen: open.payFen }),
  };
};

const isSameSet = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && new Set([...a, ...b]).size === a.length;

/** Throws `catalog.collectionNotFound`, `orders.notForSale`, `orders.notOnSaleNow`, `orders.alreadyOwned`, `orders.priceChanged`, `orders.bundleChanged`, `request.tooMany`. */
export const orderBundle = async (
  deps: OrderDependencies,
  buyer: BundleBuyer & { userId: string },
  { collectionId, bookIds, priceFen }: { collectionId: string; bookIds: readonly string[]; priceFen: number },
): Promise<OutputOf<typeof createOrderOperation>> => {
  const seen = await openBundle(deps.db.orm, collectionId, ownedBy(buyer));
  return placeOrder(
    deps,
    buyer.userId,
    seen.books.map(({ id }) => id),
    async (tx) => {
      // Again, now that the person's other purchases wait: one of them may have been fulfilled.
      const listOwned = async (books: readonly Book[]): Promise<ReadonlySet<string>> => {
        const ids = new Set(seen.owned);
        for (const { id } of books) if (await hasBoughtForGood(tx, buyer.userId, id)) ids.add(id);
        return ids;
      };
      const { title, books, owned, sku, price } = await openBundle(tx, collectionId, listOwned);
      if (sku === undefined || books.length === 0 || deps.gateways.length === 0) throw new CodedError('orders.notForSale');
      const state = saleStateOf(sku, deps.clock.now());
      if (state !== undefined) throw new CodedError('orders.notOnSaleNow', { reason: SALE_SENTENCES[state] });
      if (price === undefined) throw new CodedError('orders.alreadyOwned');
      if (price.payFen !== priceFen) throw new CodedError('orders.priceChanged', { price: yuan(price.payFen) });
      const parts = new Map(price.parts.map((part) => [part.bookId, part]));
      if (!isSameSet([...parts.keys()], bookIds)) throw new CodedError('orders.bundleChanged');
      return {
        skuId: sku.id,
        items: books.flatMap(({ id: bookId, title: bookTitle, authors }) => {
          const part = parts.get(bookId);
          if (part === undefined) return [];
          const term = sku.termDays === undefined ? {} : { termDays: sku.termDays };
          return [{ bookId, title: bookTitle, authors, priceFen: part.listFen, payFen: part.payFen, ...term }];
        }),
        bundle: { collectionId, title, owned: books.filter(({ id }) => owned.has(id)).map((book) => book.title) },
      };
    },
  );
};

const sumOf = (books: readonly Book[]): number => books.reduce((sum, { priceFen }) => sum + priceFen, 0);

const requireBooks = async (db: Queryable, collectionId: string): Promise<{ title: string; books: readonly Book[] }> => {
  const found = await findSoldCollection(db, collectionId, { hiddenToo: true });
  if (found === undefined) throw new CodedError('catalog.collectionNotFound');
  return { title: found.title, books: found.books.filter(isForSale) };
};

/** Throws `catalog.collectionNotFound`. */
export const readBundlePrice = async (
  { db }: Pick<OrderDependencies, 'db'>,
  collectionId: string,
): Promise<OutputOf<typeof getPriceOperation>> => {
  const { books } = await requireBooks(db.orm, collectionId);
  const sku = await findActiveSku(db.orm, { collectionId });
  return {
    ...(sku === undefined ? {} : { priceFen: sku.priceFen }),
    ...(sku?.termDays === undefined ? {} : { termDays: sku.termDays }),
    ...(sku === undefined ? {} : boundsOf(sku)),
    books: books.length,
    listFen: sumOf(books),
  };
};

/** Throws `catalog.collectionNotFound`, `orders.bundlePrice`. */
export const setBundlePrice = (
  { db, clock }: Pick<OrderDependencies, 'db' | 'clock'>,
  operator: DeskOperator,
  { collectionId, priceFen, termDays, saleFrom, saleTo }: ParsedInputOf<typeof setPriceOperation>,
): Promise<OutputOf<typeof setPriceOperation>> =>
  db.transaction(async (tx) => {
    const { title, books } = await requireBooks(tx, collectionId);
    const listFen = sumOf(books);
    if (priceFen > 0 && books.length < 2) throw new CodedError('orders.bundlePrice', { reason: '至少要有两本在售的图书，才能整套出售' });
    if (priceFen > listFen) throw new CodedError('orders.bundlePrice', { reason: `整套价格不能高于逐本购买的 ${yuan(listFen)} 元` });
    const known = await findActiveSku(tx, { collectionId });
    await replaceSku(tx, { collectionId }, { priceFen, termDays, saleFrom, saleTo }, clock.now());
    const facts = changeBetween(
      { priceFen: known?.priceFen ?? 0, termDays: known?.termDays, saleFrom: known?.saleFrom, saleTo: known?.saleTo },
      { priceFen, termDays, saleFrom, saleTo },
    );
    await recordAct(
      tx,
      operator,
      { act: 'collection.price', target: { kind: 'collection', id: collectionId, name: title }, ...facts },
      clock.now(),
    );
    return { priceFen, ...(termDays === undefined ? {} : { termDays }), ...boundsOf({ saleFrom, saleTo }) };
  });
