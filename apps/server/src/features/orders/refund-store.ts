/** The only SQL of `order_refund`. */
import type { PaymentChannel, Refund, RefundStatus } from '@shufang/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { isBookWithin } from '../media/publication/books-within.ts';
import type { RefundRecord } from './order-record.ts';
import { isOrderWithin } from './store.ts';

interface RefundRow extends Record<string, unknown> {
  id: string;
  order_no: string;
  cause: Refund['cause'];
  channel: PaymentChannel;
  trade_no: string;
  channel_txn: string;
  amount_fen: number;
  book_ids: string[];
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
  bookIds: row.book_ids,
  reason: row.reason,
  status: row.status,
  answer: row.answer,
  requestedAt: row.requested_at,
  decidedAt: row.decided_at ?? undefined,
  finishedAt: row.finished_at ?? undefined,
});

const COLUMNS = sql.raw(
  'id, order_no, cause, channel, trade_no, channel_txn, amount_fen, book_ids, reason, status, answer, requested_at, decided_at, finished_at',
);

const select = async (db: Queryable, rest: SQL): Promise<RefundRecord[]> => {
  const { rows } = await db.execute<RefundRow>(sql`select ${COLUMNS} from order_refund ${rest}`);
  return rows.map(toRefund);
};

export const lockRefund = async (tx: Transaction, id: string): Promise<RefundRecord | undefined> =>
  (await select(tx, sql`where id = ${id} for update`))[0];

export const listRefundsOf = (db: Queryable, orderNo: string): Promise<RefundRecord[]> =>
  select(db, sql`where order_no = ${orderNo} order by requested_at, id`);

/** Approved by finance or by rule, and not finished. */
export const listRefundsUnderWay = (db: Queryable, orderNo: string): Promise<RefundRecord[]> =>
  select(db, sql`where order_no = ${orderNo} and status in ('approved', 'processing') order by requested_at, id`);

export interface ListedRefund extends RefundRecord {
  /** When the platform was last asked to give it back. */
  readonly askedAt: number | undefined;
}

export const findRefund = async (db: Queryable, id: string): Promise<RefundRecord | undefined> =>
  (await select(db, sql`where id = ${id}`))[0];

/** As `seesRefund` says (`order-part.ts`): of a whole order in reach, or of named books that all are. */
const isRefundWithin = (bounds: Bounds | undefined): SQL =>
  bounds === undefined
    ? sql`true`
    : sql`(${isOrderWithin(sql`order_refund.order_no`, bounds)} or (cardinality(book_ids) > 0 and not exists (
        select 1 from unnest(book_ids) given (id) where not ${isBookWithin(sql`given.id`, bounds)})))`;

/** Those that wait for an answer from the longest waiting on, others by the newest. */
export const listRefunds = async (
  db: Queryable,
  page: { status: RefundStatus | undefined; bounds: Bounds | undefined; after: string | undefined; limit: number },
): Promise<ListedRefund[]> => {
  const waits = page.status === 'requested';
  const status = page.status === undefined ? sql`true` : sql`status = ${page.status}`;
  // Ids begin with their moment, so they sort as requests do.
  const rest = page.after === undefined ? sql`true` : waits ? sql`id > ${page.after}` : sql`id < ${page.after}`;
  const { rows } = await db.execute<RefundRow & { asked_at: number }>(sql`
    select ${COLUMNS}, asked_at from order_refund
    where ${status} and ${isRefundWithin(page.bounds)} and ${rest} order by id ${waits ? sql`asc` : sql`desc`} limit ${page.limit}`);
  return rows.map((row) => ({ ...toRefund(row), askedAt: row.asked_at === 0 ? undefined : row.asked_at }));
};

export const countRefunds = async (db: Queryable, bounds: Bounds | undefined): Promise<Record<RefundStatus, number>> => {
  const { rows } = await db.execute<{ status: RefundStatus; count: number }>(
    sql`select status, count(*)::int as count from order_refund where ${isRefundWithin(bounds)} group by status`,
  );
  const none = { requested: 0, approved: 0, processing: 0, succeeded: 0, failed: 0, rejected: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
};

/**
 * False: something of this payment is being given back already. The caller holds the order, and knows that no more goes back than was
 * paid; the database refuses what is more. `decidedBy`: who at the desk, where it was not asked for.
 */
export const insertRefund = async (tx: Transaction, refund: RefundRecord, decidedBy?: string): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    insert into order_refund (id, order_no, cause, channel, trade_no, channel_txn, amount_fen, book_ids, reason, status, requested_at,
      decided_at, decided_by)
    values (${refund.id}, ${refund.orderNo}, ${refund.cause}, ${refund.channel}, ${refund.tradeNo}, ${refund.channelTxn}, ${refund.amountFen},
      ${sql.param([...refund.bookIds])}::text[], ${refund.reason}, ${refund.status}, ${refund.requestedAt}, ${refund.decidedAt ?? null}, ${decidedBy ?? null})
    on conflict (channel, channel_txn) where status in ('requested', 'approved', 'processing') do nothing`);
  return rowCount === 1;
};

/** True while something of this payment is asked for or under way. */
export const isRefundLive = async (
  tx: Transaction,
  { channel, channelTxn }: Pick<RefundRecord, 'channel' | 'channelTxn'>,
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    select 1 from order_refund
    where channel = ${channel} and channel_txn = ${channelTxn} and status in ('requested', 'approved', 'processing') limit 1`);
  return (rowCount ?? 0) > 0;
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
