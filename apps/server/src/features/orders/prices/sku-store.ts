/** The only SQL of `sku`: the current prices of books, renewals and bundles. */
import { newId } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { type SQL, sql } from '../../../platform/sql.ts';
import type { Sku } from '../order-record.ts';

interface SkuRow extends Record<string, unknown> {
  id: string;
  price_fen: number;
  term_days: number | null;
  sale_from: number | null;
  sale_to: number | null;
}

/** What a price applies to: a book, the renewal of a book, or a collection. */
export type PricedItem = { readonly bookId: string } | { readonly renewalOf: string } | { readonly collectionId: string };

interface Subject {
  readonly kind: 'book' | 'renewal' | 'bundle';
  readonly bookId: string | null;
  readonly collectionId: string | null;
}

const subjectOf = (item: PricedItem): Subject => {
  if ('bookId' in item) return { kind: 'book', bookId: item.bookId, collectionId: null };
  if ('renewalOf' in item) return { kind: 'renewal', bookId: item.renewalOf, collectionId: null };
  return { kind: 'bundle', bookId: null, collectionId: item.collectionId };
};

const isOf = ({ kind, bookId, collectionId }: Subject): SQL =>
  bookId === null ? sql`collection_id = ${collectionId} and kind = ${kind}` : sql`book_id = ${bookId} and kind = ${kind}`;

export const findActiveSku = async (db: Queryable, item: PricedItem): Promise<Sku | undefined> => {
  const { rows } = await db.execute<SkuRow>(
    sql`select id, price_fen, term_days, sale_from, sale_to from sku where ${isOf(subjectOf(item))} and active`,
  );
  const [row] = rows;
  return (
    row && {
      id: row.id,
      priceFen: row.price_fen,
      termDays: row.term_days ?? undefined,
      saleFrom: row.sale_from ?? undefined,
      saleTo: row.sale_to ?? undefined,
    }
  );
};

/**
 * Sets a price by adding a row; rows are never changed, because orders refer to them. Returns the current price, or undefined if
 * `priceFen` is 0, which means not for sale.
 */
export const replaceSku = async (
  tx: Transaction,
  item: PricedItem,
  { priceFen, termDays, saleFrom, saleTo }: Omit<Sku, 'id'>,
  now: number,
): Promise<Sku | undefined> => {
  const subject = subjectOf(item);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sku ${subject.bookId ?? subject.collectionId}`}, 0))`);
  const current = await findActiveSku(tx, item);
  const isSame =
    current?.priceFen === priceFen && current.termDays === termDays && current.saleFrom === saleFrom && current.saleTo === saleTo;
  if (isSame) return current;
  await tx.execute(sql`update sku set active = false where ${isOf(subject)} and active`);
  if (priceFen === 0) return undefined;
  const sku: Sku = { id: newId(now), priceFen, termDays, saleFrom, saleTo };
  await tx.execute(sql`
    insert into sku (id, kind, book_id, collection_id, price_fen, term_days, sale_from, sale_to, active, created_at)
    values (${sku.id}, ${subject.kind}, ${subject.bookId}, ${subject.collectionId}, ${priceFen}, ${termDays ?? null}, ${saleFrom ?? null},
      ${saleTo ?? null}, true, ${now})`);
  return sku;
};
