/** The only SQL of `sku`: what a book, renewing it, or a collection as one, costs now. */
import { newId } from '@shufang/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { Sku } from './order-record.ts';

interface SkuRow extends Record<string, unknown> {
  id: string;
  price_fen: number;
  term_days: number | null;
  sale_from: number | null;
  sale_to: number | null;
}

/** What a price is of. */
export type Sold = { readonly bookId: string } | { readonly renewalOf: string } | { readonly collectionId: string };

interface Subject {
  readonly kind: 'book' | 'renewal' | 'bundle';
  readonly bookId: string | null;
  readonly collectionId: string | null;
}

const subjectOf = (sold: Sold): Subject => {
  if ('bookId' in sold) return { kind: 'book', bookId: sold.bookId, collectionId: null };
  if ('renewalOf' in sold) return { kind: 'renewal', bookId: sold.renewalOf, collectionId: null };
  return { kind: 'bundle', bookId: null, collectionId: sold.collectionId };
};

const isOf = ({ kind, bookId, collectionId }: Subject): SQL =>
  bookId === null ? sql`collection_id = ${collectionId} and kind = ${kind}` : sql`book_id = ${bookId} and kind = ${kind}`;

export const findActiveSku = async (db: Queryable, sold: Sold): Promise<Sku | undefined> => {
  const { rows } = await db.execute<SkuRow>(
    sql`select id, price_fen, term_days, sale_from, sale_to from sku where ${isOf(subjectOf(sold))} and active`,
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

/** A price is never changed, only followed by another: orders point to the one they were made at. `priceFen` 0: not for sale. */
export const replaceSku = async (
  tx: Transaction,
  sold: Sold,
  { priceFen, termDays, saleFrom, saleTo }: Omit<Sku, 'id'>,
  now: number,
): Promise<Sku | undefined> => {
  const subject = subjectOf(sold);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sku ${subject.bookId ?? subject.collectionId}`}, 0))`);
  const known = await findActiveSku(tx, sold);
  const isSame = known?.priceFen === priceFen && known.termDays === termDays && known.saleFrom === saleFrom && known.saleTo === saleTo;
  if (isSame) return known;
  await tx.execute(sql`update sku set active = false where ${isOf(subject)} and active`);
  if (priceFen === 0) return undefined;
  const sku: Sku = { id: newId(now), priceFen, termDays, saleFrom, saleTo };
  await tx.execute(sql`
    insert into sku (id, kind, book_id, collection_id, price_fen, term_days, sale_from, sale_to, active, created_at)
    values (${sku.id}, ${subject.kind}, ${subject.bookId}, ${subject.collectionId}, ${priceFen}, ${termDays ?? null}, ${saleFrom ?? null},
      ${saleTo ?? null}, true, ${now})`);
  return sku;
};
