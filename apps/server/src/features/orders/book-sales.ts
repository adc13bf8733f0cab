/** What a book earned: the shares of order items that were paid, and of refunds that were returned. Statistics and statements use the same. */
import type { Queryable, Row } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/**
 * Returns how an amount in fen is divided by weights, by largest remainder; the parts add up to the amount. Of equal remainders, the first
 * ones get a fen. Computed in integers: the products of amount and weight must be below 2^53.
 */
export const divideFen = (amountFen: number, weights: readonly number[]): number[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map((_, index) => (index === 0 ? amountFen : 0));
  const remainders = weights.map((weight) => (amountFen * weight) % total);
  const parts = weights.map((weight, index) => (amountFen * weight - (remainders[index] ?? 0)) / total);
  const left = amountFen - parts.reduce((sum, part) => sum + part, 0);
  const byRemainder = remainders.map((remainder, index) => [remainder, index] as const).toSorted(([a, i], [b, k]) => b - a || i - k);
  for (const [, index] of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
};

export interface BookSale {
  readonly orderNo: string;
  /** Of the item, from 0. */
  readonly position: number;
  readonly kind: 'payment' | 'refund';
  /** Negative for a refund. */
  readonly fen: number;
  readonly at: number;
  /** Id of the refund; empty for a payment. */
  readonly refundId: string;
}

interface PaidItem {
  readonly orderNo: string;
  readonly position: number;
  readonly fen: number;
  readonly at: number;
}

interface RefundOfItems {
  readonly id: string;
  readonly orderNo: string;
  readonly fen: number;
  readonly at: number;
  readonly positions: number[];
  readonly payFen: number[];
  readonly isOfBook: boolean[];
}

/** Returns payments and refunds of a book from a time until another one, UTC ms. Refunds of payments that do not count are left out. */
export const listBookSales = async (db: Queryable, bookId: string, from: number, until: number): Promise<BookSale[]> => {
  const paid = await db.execute<Row<PaidItem>>(sql`
    select i.order_no as "orderNo", i.position, i.pay_fen as fen, o.paid_at as at
    from order_item i join purchase_order o on o.no = i.order_no
    where i.book_id = ${bookId} and o.paid_at >= ${from} and o.paid_at < ${until} order by o.paid_at, i.order_no, i.position`);
  const refunds = await db.execute<Row<RefundOfItems>>(sql`
    select r.id, r.order_no as "orderNo", r.amount_fen as fen, r.finished_at as at, array_agg(i.position order by i.position) as positions,
      array_agg(i.pay_fen order by i.position) as "payFen", array_agg(i.book_id = ${bookId} order by i.position) as "isOfBook"
    from order_refund r join purchase_order o on o.no = r.order_no and o.channel = r.channel and o.channel_txn = r.channel_txn
      join order_item i on i.order_no = r.order_no and (r.book_ids = '{}' or i.book_id = any(r.book_ids))
    where r.status = 'succeeded' and r.finished_at >= ${from} and r.finished_at < ${until}
      and r.order_no in (select order_no from order_item where book_id = ${bookId})
    group by r.id order by r.finished_at, r.id`);
  const sales: BookSale[] = paid.rows.map((item) => ({ ...item, kind: 'payment', refundId: '' }));
  for (const { id, orderNo, fen, at, positions, payFen, isOfBook } of refunds.rows) {
    const parts = divideFen(fen, payFen);
    for (const [index, position] of positions.entries()) {
      if (isOfBook[index] !== true) continue;
      sales.push({ orderNo, position, kind: 'refund', fen: -(parts[index] ?? 0), at, refundId: id });
    }
  }
  return sales;
};
