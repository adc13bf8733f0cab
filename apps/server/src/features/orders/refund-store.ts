/** The only SQL of `order_refund`. */
import type { PaymentChannel, Refund, RefundStatus } from '@shufang/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { RefundRecord } from './order-record.ts';

interface RefundRow extends Record<string, unknown> {
  id: string;
  order_no: string;
  cause: Refund['cause'];
  channel: PaymentChannel;
  trade_no: string;
  channel_txn: string;
  amount_fen: number;
  reason: string;
  status: RefundStatus;
  answer: string;
  requested_at: number;
  decided_at: number | null;
  finished_at: number | null;
}

const toRefund = (row: RefundRow): RefundRecord => ({
  id: row.id,
  orderNo: row.order_no,
  cause: row.cause,
  channel: row.channel,
  tradeNo: row.trade_no,
  channelTxn: row.channel_txn,
  amountFen: row.amount_fen,
  reason: row.reason,
  status: row.status,
  answer: row.answer,
  requestedAt: row.requested_at,
  decidedAt: row.decided_at ?? undefined,
  finishedAt: row.finished_at ?? undefined,
});

const select = async (db: Queryable, rest: SQL): Promise<RefundRecord[]> => {
  const { rows } = await db.execute<RefundRow>(sql`
    select id, order_no, cause, channel, trade_no, channel_txn, amount_fen, reason, status, answer, requested_at, decided_at, finished_at
    from order_refund ${rest}`);
  return rows.map(toRefund);
};

export const lockRefund = async (tx: Transaction, id: string): Promise<RefundRecord | undefined> =>
  (await select(tx, sql`where id = ${id} for update`))[0];

export const listRefundsOf = (db: Queryable, orderNo: string): Promise<RefundRecord[]> =>
  select(db, sql`where order_no = ${orderNo} order by requested_at, id`);

/** Approved by finance or by rule, and not finished. */
export const listRefundsUnderWay = (db: Queryable, orderNo: string): Promise<RefundRecord[]> =>
  select(db, sql`where order_no = ${orderNo} and status in ('approved', 'processing') order by requested_at, id`);

export const listRefunds = (
  db: Queryable,
  page: { status: RefundStatus | undefined; after: string | undefined; limit: number },
): Promise<RefundRecord[]> => {
  const status = page.status === undefined ? sql`true` : sql`status = ${page.status}`;
  // Ids begin with their moment, so they sort as requests do.
  const rest = page.after === undefined ? sql`true` : sql`id < ${page.after}`;
  return select(db, sql`where ${status} and ${rest} order by id desc limit ${page.limit}`);
};

/** False: this payment is being given back already, or was. */
export const insertRefund = async (tx: Transaction, refund: RefundRecord): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    insert into order_refund (id, order_no, cause, channel, trade_no, channel_txn, amount_fen, reason, status, requested_at, decided_at)
    values (${refund.id}, ${refund.orderNo}, ${refund.cause}, ${refund.channel}, ${refund.tradeNo}, ${refund.channelTxn}, ${refund.amountFen},
      ${refund.reason}, ${refund.status}, ${refund.requestedAt}, ${refund.decidedAt ?? null})
    on conflict (channel, channel_txn) where status in ('requested', 'approved', 'processing', 'succeeded') do nothing`);
  return rowCount === 1;
};

export const decideRefundRow = async (
  tx: Transaction,
  id: string,
  decision: { status: 'approved' | 'rejected'; answer: string; decidedBy: string; now: number },
): Promise<void> => {
  await tx.execute(sql`
    update order_refund set status = ${decision.status}, answer = ${decision.answer}, decided_by = ${decision.decidedBy},
      decided_at = ${decision.now}, asked_at = 0
    where id = ${id}`);
};

export const noteRefundAsked = async (db: Queryable, id: string, now: number): Promise<void> => {
  await db.execute(sql`update order_refund set asked_at = ${now} where id = ${id}`);
};

export const markRefundProcessing = async (db: Queryable, id: string): Promise<void> => {
  await db.execute(sql`update order_refund set status = 'processing' where id = ${id} and status = 'approved'`);
};

/** False: another run finished it meanwhile. */
export const finishRefund = async (
  tx: Transaction,
  id: string,
  end: { status: 'succeeded' | 'failed'; answer: string; now: number },
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    update order_refund set status = ${end.status}, answer = ${end.answer}, finished_at = ${end.now}
    where id = ${id} and status in ('approved', 'processing')`);
  return rowCount === 1;
};

/** The person's words go; that money went back stays. */
export const anonymiseRefunds = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`
    update order_refund set reason = '' where reason <> '' and order_no in (select no from purchase_order where user_id = ${userId})`);
};
