/** Stores paid orders and their refunds as they would be after real payments, for the demo, benchmarks and tests. Nobody is charged. */
import { newId } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface SimulatedSale {
  /** Order number of 20 digits. */
  readonly no: string;
  readonly userId: string;
  readonly at: number;
  readonly items: readonly { readonly bookId: string; readonly title: string; readonly authors: string; readonly payFen: number }[];
  readonly refunds: readonly { readonly fen: number; readonly at: number }[];
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, fen) => total + fen, 0);

const statusOf = (paidFen: number, refundedFen: number): string => {
  if (refundedFen === 0) return 'fulfilled';
  return refundedFen === paidFen ? 'refunded' : 'partiallyRefunded';
};

export const insertSimulatedSales = async (tx: Transaction, sales: readonly SimulatedSale[]): Promise<void> => {
  const orders = sales.map(({ no, userId, at, items, refunds }) => {
    const [paidFen, refundedFen] = [sum(items.map(({ payFen }) => payFen)), sum(refunds.map(({ fen }) => fen))];
    return { no, user_id: userId, at, pay_fen: paidFen, refunded_fen: refundedFen, status: statusOf(paidFen, refundedFen) };
  });
  await tx.execute(sql`
    insert into purchase_order (no, user_id, status, total_fen, pay_fen, refunded_fen, channel, channel_txn, trade_no, expire_at, created_at,
      paid_at, fulfilled_at)
    select no, user_id, status, pay_fen, pay_fen, refunded_fen, 'local', 'simulated' || no, 'simulated' || no, at, at, at, at
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb)
      as o (no text, user_id text, status text, pay_fen int, refunded_fen int, at bigint)`);
  const items = sales.flatMap(({ no, items: sold, at, refunds }) => {
    const isWhole = sum(refunds.map(({ fen }) => fen)) === sum(sold.map(({ payFen }) => payFen));
    return sold.map(({ bookId, title, authors, payFen }, position) => ({
      no,
      position,
      book_id: bookId,
      snapshot: { title, authors },
      pay_fen: payFen,
      refunded_at: isWhole ? (refunds.at(-1)?.at ?? at) : null,
    }));
  });
  await tx.execute(sql`
    insert into order_item (order_no, position, sku_id, book_id, snapshot, price_fen, pay_fen, refunded_at)
    select no, position, 'simulated', book_id, snapshot, pay_fen, pay_fen, refunded_at from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as i (no text, position int, book_id text, snapshot jsonb, pay_fen int, refunded_at bigint)`);
  const refunds = sales.flatMap(({ no, refunds: returned }) => returned.map(({ fen, at }) => ({ id: newId(at), no, fen, at })));
  await tx.execute(sql`
    insert into order_refund (id, order_no, cause, channel, trade_no, channel_txn, amount_fen, status, requested_at, decided_at, finished_at)
    select id, no, 'operator', 'local', 'simulated' || no, 'simulated' || no, fen, 'succeeded', at, at, at
    from jsonb_to_recordset(${JSON.stringify(refunds)}::jsonb) as r (id text, no text, fen int, at bigint)`);
};
