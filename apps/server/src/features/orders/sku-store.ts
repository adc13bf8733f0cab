/** The only SQL of `sku`: what a book costs now. */
import { newId } from '@shufang/contract';
import { sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { Sku } from './order-record.ts';

interface SkuRow extends Record<string, unknown> {
  id: string;
  book_id: string;
  price_fen: number;
  term_days: number | null;
}

export const findActiveSku = async (db: Queryable, bookId: string): Promise<Sku | undefined> => {
  const { rows } = await db.execute<SkuRow>(
    sql`select id, book_id, price_fen, term_days from sku where book_id = ${bookId} and kind = 'book' and active`,
  );
  const [row] = rows;
  return row && { id: row.id, bookId: row.book_id, priceFen: row.price_fen, termDays: row.term_days ?? undefined };
};

/** A price is never changed, only followed by another: orders point to the one they were made at. `priceFen` 0: not for sale. */
export const replaceSku = async (
  tx: Transaction,
  price: { bookId: string; priceFen: number; termDays: number | undefined },
  now: number,
): Promise<Sku | undefined> => {
  const { bookId, priceFen, termDays } = price;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sku ${bookId}`}, 0))`);
  const known = await findActiveSku(tx, bookId);
  if (known !== undefined && known.priceFen === priceFen && known.termDays === termDays) return known;
  await tx.execute(sql`update sku set active = false where book_id = ${bookId} and kind = 'book' and active`);
  if (priceFen === 0) return undefined;
  const sku: Sku = { id: newId(now), bookId, priceFen, termDays };
  await tx.execute(sql`
    insert into sku (id, kind, book_id, price_fen, term_days, active, created_at)
    values (${sku.id}, 'book', ${bookId}, ${priceFen}, ${termDays ?? null}, true, ${now})`);
  return sku;
};
