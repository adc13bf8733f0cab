/** The only SQL of `order_refund`. */
import type { PaymentChannel, Refund, RefundStatus } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import { type SQL, sql } from '../../../platform/sql.ts';
import { isBookInScope } from '../../publication/versions/publisher-scope.ts';
import type { RefundRecord } from '../order-record.ts';
import { isOrderInScope } from '../store.ts';

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
  reply: string;
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
  reply: row.reply,
  requestedAt: row.requested_at,
  decidedAt: row.decided_at ?? undefined,
  finishedAt: row.finished_at ?? undefined,
});

const COLUMNS = sql.raw(
  'id, order_no, cause, channel, trade_no, channel_txn, amount_fen, book_ids, reason, status, reply, requested_at, decided_at, finished_at',
);

const select = async (db: Queryable, rest: SQL): Promise<RefundRecord[]> => {
  const { rows } = await db.execute<RefundRow>(sql`select ${COLUMNS} from order_refund ${rest}`);
  return rows.map(toRefund);
};

export const lockRefund = async (tx: Transaction, id: string): Promise<RefundRecord | undefined> =>
  (await select(tx, sql`where id = ${id} for update`))[0];

export const listRefundsOf = (db: Queryable, orderNo: string): Promise<RefundRecord[]> =>
  select(db, sql`where order_no = ${orderNo} order by requested_at, id`);

/** Lists refunds that were approved by finance or automatically and are not finished. */
export const listRefundsUnderWay = (db: Queryable, orderNo: string): Promise<RefundRecord[]> =>
  select(db, sql`where order_no = ${orderNo} and status in ('approved', 'processing') order by requested_at, id`);

export interface ListedRefund extends RefundRecord {
  /** When the refund was last sent to the payment provider, UTC ms. */
  readonly askedAt: number | undefined;
}

export const findRefund = async (db: Queryable, id: string): Promise<RefundRecord | undefined> =>
  (await select(db, sql`where id = ${id}`))[0];

/** SQL condition for `includesRefund` (`scoped-orders.ts`): the whole order is within the access scope, or all books of the refund are. */
const isRefundInScope = (scope: AccessScope | undefined): SQL =>
  scope === undefined
    ? sql`true`
    : sql`(${isOrderInScope(sql`order_refund.order_no`, scope)} or (cardinality(book_ids) > 0 and not exists (
        select 1 from unnest(book_ids) refunded (id) where not ${isBookInScope(sql`refunded.id`, scope)})))`;

/** Lists requested refunds oldest first, others newest first. */
export const listRefundRows = async (
  db: Queryable,
  page: { status: RefundStatus | undefined; scope: AccessScope | undefined; after: string | undefined; limit: number },
): Promise<ListedRefund[]> => {
  const isOldestFirst = page.status === 'requested';
  const status = page.status === undefined ? sql`true` : sql`status = ${page.status}`;
  // Refunds are paged by id, because ids begin with the creation time and so sort by it.
  const rest = page.after === undefined ? sql`true` : isOldestFirst ? sql`id > ${page.after}` : sql`id < ${page.after}`;
  const { rows } = await db.execute<RefundRow & { asked_at: number }>(sql`
    select ${COLUMNS}, asked_at from order_refund
    where ${status} and ${isRefundInScope(page.scope)} and ${rest} order by id ${isOldestFirst ? sql`asc` : sql`desc`} limit ${page.limit}`);
  return rows.map((row) => ({ ...toRefund(row), askedAt: row.asked_at === 0 ? undefined : row.asked_at }));
};

export const countRefunds = async (db: Queryable, scope: AccessScope | undefined): Promise<Record<RefundStatus, number>> => {
  const { rows } = await db.execute<{ status: RefundStatus; count: number }>(
    sql`select status, count(*)::int as count from order_refund where ${isRefundInScope(scope)} group by status`,
  );
  const none = { requested: 0, approved: 0, processing: 0, succeeded: 0, failed: 0, rejected: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
};

/**
 * Inserts a refund. Returns false if a refund of this payment is already in progress. The caller holds the lock of the order and has
 * checked the amount; a constraint of the table refuses refunds above the payment. `decidedBy`: the operator, if the buyer did not request
 * the refund.
 */
export const insertRefund = async (
  tx: Transaction,
  refund: Omit<RefundRecord, 'reply' | 'finishedAt'>,
  decidedBy?: string,
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    insert into order_refund (id, order_no, cause, channel, trade_no, channel_txn, amount_fen, book_ids, reason, status, requested_at,
      decided_at, decided_by)
    values (${refund.id}, ${refund.orderNo}, ${refund.cause}, ${refund.channel}, ${refund.tradeNo}, ${refund.channelTxn}, ${refund.amountFen},
      ${sql.param([...refund.bookIds])}::text[], ${refund.reason}, ${refund.status}, ${refund.requestedAt}, ${refund.decidedAt ?? null}, ${decidedBy ?? null})
    on conflict (channel, channel_txn) where status in ('requested', 'approved', 'processing') do nothing`);
  return rowCount === 1;
};

/** Returns whether a refund of this payment is requested or in progress. */
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
  decision: { status: 'approved' | 'rejected'; reply: string; decidedBy: string; now: number },
): Promise<void> => {
  await tx.execute(sql`
    update order_refund set status = ${decision.status}, reply = ${decision.reply}, decided_by = ${decision.decidedBy},
      decided_at = ${decision.now}, asked_at = 0
    where id = ${id}`);
};

export const markRefundSent = async (db: Queryable, id: string, now: number): Promise<void> => {
  await db.execute(sql`update order_refund set asked_at = ${now} where id = ${id}`);
};

export const markRefundProcessing = async (db: Queryable, id: string): Promise<void> => {
  await db.execute(sql`update order_refund set status = 'processing' where id = ${id} and status = 'approved'`);
};

/** Stores that the refund ended. Returns false if another run of the job stored it meanwhile. */
export const finishRefund = async (
  tx: Transaction,
  id: string,
  end: { status: 'succeeded' | 'failed'; reply: string; now: number },
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    update order_refund set status = ${end.status}, reply = ${end.reply}, finished_at = ${end.now}
    where id = ${id} and status in ('approved', 'processing')`);
  return rowCount === 1;
};

/** Deletes the texts that the user wrote for refunds; the refunds themselves stay. */
export const anonymiseRefunds = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`
    update order_refund set reason = '' where reason <> '' and order_no in (select no from purchase_order where user_id = ${userId})`);
};
