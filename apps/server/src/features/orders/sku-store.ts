/** The only SQL of `sku`: what a book, or a collection as one, costs now. */
import { newId } from '@shufang/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { Sku } from './order-record.ts';

interface SkuRow extends Record<string, unknown> {
  id: string;
  price_fen: number;
  term_days: number | null;
}

/** What a price is of. */
export type Sold = { readonly bookId: string } | { readonly collectionId: string };

const isOf = (sold: Sold): SQL =>
  'bookId' in sold ? sql`book_id = ${sold.bookId} and kind = 'book'` : sql`collection_id = ${sold.collectionId} and kind = 'bundle'`;

export const findActiveSku = async (db: Queryable, sold: Sold): Promise<Sku | undefined> => {
  const { rows } = await db.execute<SkuRow>(sql`select id, price_fen, term_days from sku where ${isOf(sold)} and active`);
  const [row] = rows;
  return row && { id: row.id, priceFen: row.price_fen, termDays: row.term_days ?? undefined };
};

/** A price is never changed, only followed by another: orders point to the one they were made at. `priceFen` 0: not for sale. */
export const replaceSku = async (
  tx: Transaction,
  sold: Sold,
  { priceFen, termDays }: Omit<Sku, 'id'>,
  now: number,
): Promise<Sku | undefined> => {
  const key = 'bookId' in sold ? sold.bookId : sold.collectionId;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sku ${key}`}, 0))`);
  const known = await findActiveSku(tx, sold);
  if (known !== undefined && known.priceFen === priceFen && known.termDays === termDays) return known;
  await tx.execute(sql`update sku set active = false where ${isOf(sold)} and active`);
  if (priceFen === 0) return undefined;
  const sku: Sku = { id: newId(now), priceFen, termDays };
  const [kind, bookId, collectionId] = 'bookId' in sold ? ['book', sold.bookId, null] : ['bundle', null, sold.collectionId];
  await tx.execute(sql`
    insert into sku (id, kind, book_id, collection_id, price_fen, term_days, active, created_at)
    values (${sku.id}, ${kind}, ${bookId}, ${collectionId}, ${priceFen}, ${termDays ?? null}, true, ${now})`);
  return sku;
};
