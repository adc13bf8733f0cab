/** The only SQL of `purchase_order`, `order_item`, `payment_attempt` and `payment_event`. States only move forward: each change names the state it starts from. */
import type { Order, OrderBundle, OrderItem, OrderTab, PaymentChannel } from '@shufang/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { isBookWithin } from '../media/publication/books-within.ts';
import type { OrderRecord, PaymentAttempt } from './order-record.ts';

interface OrderRow extends Record<string, unknown> {
  no: string;
  user_id: string;
  status: Order['status'];
  total_fen: number;
  discount_fen: number;
  pay_fen: number;
  refunded_fen: number;
  channel: PaymentChannel | null;
  channel_txn: string | null;
  trade_no: string | null;
  expire_at: number;
  created_at: number;
  paid_at: number | null;
  fulfilled_at: number | null;
  closed_at: number | null;
  close_reason: Order['closeReason'] | null;
  items: OrderRecord['items'];
  bundle: OrderBundle | null;
}

const toOrder = (row: OrderRow): OrderRecord => ({
  no: row.no,
  userId: row.user_id,
  status: row.status,
  totalFen: row.total_fen,
  discountFen: row.discount_fen,
  payFen: row.pay_fen,
  refundedFen: row.refunded_fen,
  channel: row.channel ?? undefined,
  channelTxn: row.channel_txn ?? undefined,
  tradeNo: row.trade_no ?? undefined,
  expireAt: row.expire_at,
  createdAt: row.created_at,
  paidAt: row.paid_at ?? undefined,
  fulfilledAt: row.fulfilled_at ?? undefined,
  closedAt: row.closed_at ?? undefined,
  closeReason: row.close_reason ?? undefined,
  items: row.items,
  bundle: row.bundle ?? undefined,
});

const ITEMS = sql.raw(`
  coalesce((select jsonb_agg(i.snapshot || jsonb_strip_nulls(jsonb_build_object('skuId', i.sku_id, 'bookId', i.book_id, 'priceFen', i.price_fen,
     'payFen', i.pay_fen, 'refundedAt', i.refunded_at)) order by i.position)
   from order_item i where i.order_no = o.no), '[]') as items`);

const selectOrders = async (db: Queryable, rest: SQL): Promise<OrderRecord[]> => {
  const { rows } = await db.execute<OrderRow>(sql`select o.*, ${ITEMS} from purchase_order o ${rest}`);
  return rows.map(toOrder);
};

export const findOrder = async (db: Queryable, no: string): Promise<OrderRecord | undefined> =>
  (await selectOrders(db, sql`where o.no = ${no}`))[0];

/** Nobody sees another's order. */
export const findOwnOrder = async (db: Queryable, userId: string, no: string): Promise<OrderRecord | undefined> =>
  (await selectOrders(db, sql`where o.no = ${no} and o.user_id = ${userId}`))[0];

/** Holds the order until the transaction ends: whoever changes it comes one after the other. */
export const lockOrder = async (tx: Transaction, no: string): Promise<OrderRecord | undefined> =>
  (await selectOrders(tx, sql`where o.no = ${no} for update of o`))[0];

/** What an order would be about: the price, what is paid, and the books. */
export interface OrderWish {
  readonly skuId: string;
  readonly payFen: number;
  readonly bookIds: readonly string[];
}

/** The person's order for this very wish that can still be paid. */
export const findOpenOrder = async (db: Queryable, userId: string, wish: OrderWish, now: number): Promise<OrderRecord | undefined> =>
  (
    await selectOrders(
      db,
      sql`where o.user_id = ${userId} and o.status = 'created' and o.expire_at > ${now} and o.pay_fen = ${wish.payFen}
        and (select array_agg(i.book_id order by i.book_id) from order_item i where i.order_no = o.no and i.sku_id = ${wish.skuId})
          = ${sql.param(wish.bookIds.toSorted())}::text[] order by o.created_at desc limit 1`,
    )
  )[0];

/** The person's newest order for this book alone, or for this collection, that can still be paid, whatever it is sold at now. */
export const findOpenOrderFor = async (
  db: Queryable,
  userId: string,
  { bookId, collectionId }: { bookId: string; collectionId?: undefined } | { bookId?: undefined; collectionId: string },
  now: number,
): Promise<OrderRecord | undefined> => {
  const isOfIt =
    bookId === undefined
      ? sql`o.bundle ->> 'collectionId' = ${collectionId}`
      : sql`o.bundle is null and exists (select 1 from order_item i where i.order_no = o.no and i.book_id = ${bookId})`;
  const [found] = await selectOrders(
    db,
    sql`where o.user_id = ${userId} and o.status = 'created' and o.expire_at > ${now} and ${isOfIt} order by o.created_at desc limit 1`,
  );
  return found;
};

export interface NewOrder {
  readonly no: string;
  readonly userId: string;
  readonly skuId: string;
  readonly items: readonly OrderItem[];
  readonly bundle: OrderBundle | undefined;
  readonly totalFen: number;
  readonly payFen: number;
  readonly expireAt: number;
  readonly createdAt: number;
}

/** False: the number is taken. */
export const insertOrder = async (tx: Transaction, order: NewOrder): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    insert into purchase_order (no, user_id, status, total_fen, discount_fen, pay_fen, bundle, expire_at, created_at)
    values (${order.no}, ${order.userId}, 'created', ${order.totalFen}, ${order.totalFen - order.payFen}, ${order.payFen},
      ${order.bundle === undefined ? null : JSON.stringify(order.bundle)}::jsonb, ${order.expireAt}, ${order.createdAt})
    on conflict (no) do nothing`);
  if (rowCount === 0) return false;
  for (const [position, { bookId, priceFen, payFen, ...snapshot }] of order.items.entries())
    await tx.execute(sql`
      insert into order_item (order_no, position, sku_id, book_id, snapshot, price_fen, pay_fen)
      values (${order.no}, ${position}, ${order.skuId}, ${bookId}, ${JSON.stringify(snapshot)}::jsonb, ${priceFen}, ${payFen})`);
  return true;
};

export interface TakenPayment {
  readonly channel: PaymentChannel;
  readonly txn: string;
  readonly tradeNo: string;
  readonly paidAt: number;
}

/** False: it was paid before, or by another transaction meanwhile. */
export const markPaid = async (tx: Transaction, no: string, payment: TakenPayment): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    update purchase_order set status = 'paid', channel = ${payment.channel}, channel_txn = ${payment.txn},
      trade_no = ${payment.tradeNo}, paid_at = ${payment.paidAt}
    where no = ${no} and status in ('created', 'closed') and paid_at is null`);
  return rowCount === 1;
};

export const markFulfilled = async (tx: Transaction, no: string, now: number): Promise<boolean> => {
  const { rowCount } = await tx.execute(
    sql`update purchase_order set status = 'fulfilled', fulfilled_at = ${now} where no = ${no} and status = 'paid'`,
  );
  return rowCount === 1;
};

export const markClosed = async (tx: Transaction, no: string, reason: NonNullable<Order['closeReason']>, now: number): Promise<boolean> => {
  const { rowCount } = await tx.execute(
    sql`update purchase_order set status = 'closed', closed_at = ${now}, close_reason = ${reason} where no = ${no} and status = 'created'`,
  );
  return rowCount === 1;
};

/** An order of which a part has gone back may give back more. */
export const markRefunding = async (tx: Transaction, no: string, from: 'paid' | 'fulfilled'): Promise<boolean> => {
  const states = from === 'fulfilled' ? ['fulfilled', 'partiallyRefunded'] : [from];
  const { rowCount } = await tx.execute(
    sql`update purchase_order set status = 'refunding' where no = ${no} and status = any(${sql.param(states)}::text[])`,
  );
  return rowCount === 1;
};

/** Answers whether the whole payment has gone back. */
export const markRefunded = async (tx: Transaction, no: string, amountFen: number): Promise<boolean> => {
  const { rows } = await tx.execute<{ whole: boolean }>(sql`
    update purchase_order set refunded_fen = refunded_fen + ${amountFen},
      status = case when refunded_fen + ${amountFen} >= pay_fen then 'refunded' else 'partiallyRefunded' end
    where no = ${no} and status = 'refunding' returning refunded_fen >= pay_fen as whole`);
  return rows[0]?.whole === true;
};

/** `bookIds` undefined: all of them. */
export const markItemsRefunded = async (
  tx: Transaction,
  no: string,
  bookIds: readonly string[] | undefined,
  now: number,
): Promise<void> => {
  const only = bookIds === undefined ? sql`` : sql`and book_id = any(${sql.param([...bookIds])}::text[])`;
  await tx.execute(sql`update order_item set refunded_at = ${now} where order_no = ${no} and refunded_at is null ${only}`);
};

/** Back to what it was before the refund was asked for; one that was never fulfilled waits for finance. */
export const markRefundOver = async (tx: Transaction, no: string): Promise<void> => {
  await tx.execute(
    sql`update purchase_order set status = case when refunded_fen > 0 then 'partiallyRefunded' else 'fulfilled' end
      where no = ${no} and status = 'refunding' and fulfilled_at is not null`,
  );
};

const TABS: Readonly<Record<OrderTab, SQL>> = {
  all: sql`true`,
  created: sql`o.status = 'created'`,
  done: sql`o.status in ('paid', 'fulfilled', 'partiallyRefunded')`,
  refunded: sql`o.status in ('refunding', 'partiallyRefunded', 'refunded')`,
  closed: sql`o.status = 'closed'`,
};

/** `after`: the number of the last order of the page before. Numbers begin with their moment, so they sort as orders do. */
const pageOf = (after: string | undefined): SQL => (after === undefined ? sql`true` : sql`o.no < ${after}`);

export const listOwnOrders = (
  db: Queryable,
  userId: string,
  page: { tab: OrderTab; after: string | undefined; limit: number },
): Promise<OrderRecord[]> =>
  selectOrders(db, sql`where o.user_id = ${userId} and ${TABS[page.tab]} and ${pageOf(page.after)} order by o.no desc limit ${page.limit}`);

const IS_INVOICEABLE = sql`o.status in ('fulfilled', 'partiallyRefunded') and o.pay_fen > o.refunded_fen
  and not exists (select 1 from invoice_order v where v.order_no = o.no and v.live)`;

/** Paid orders that stand on no live invoice. */
export const listOrdersToInvoice = (
  db: Queryable,
  userId: string,
  page: { after: string | undefined; limit: number },
): Promise<OrderRecord[]> =>
  selectOrders(db, sql`where o.user_id = ${userId} and ${IS_INVOICEABLE} and ${pageOf(page.after)} order by o.no desc limit ${page.limit}`);

export const countToPay = async (db: Queryable, userId: string, now: number): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from purchase_order where user_id = ${userId} and status = 'created' and expire_at > ${now}`,
  );
  return rows[0]?.count ?? 0;
};

export interface OrderFilter {
  readonly status: Order['status'] | undefined;
  readonly channel: PaymentChannel | undefined;
  /** When they were made, UTC ms; `to` exclusive. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Digits of a number or words of a title; empty: any. */
  readonly q: string;
  /** People found by the same words. */
  readonly userIds: readonly string[];
  /** Only what holds a book in reach, and of it only that. */
  readonly bounds: Bounds | undefined;
}

const isItemWithin = (bounds: Bounds | undefined): SQL => isBookWithin(sql`i.book_id`, bounds);

/** Whether every book of the order with the number in this column is in reach. */
export const isOrderWithin = (no: SQL, bounds: Bounds | undefined): SQL =>
  bounds === undefined
    ? sql`true`
    : sql`(exists (select 1 from order_item i where i.order_no = ${no})
        and not exists (select 1 from order_item i where i.order_no = ${no} and not ${isItemWithin(bounds)}))`;

const like = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

const isOf = ({ status, channel, from, to, q, userIds, bounds }: OrderFilter): SQL => {
  const parts = [sql`true`];
  if (bounds !== undefined) parts.push(sql`exists (select 1 from order_item i where i.order_no = o.no and ${isItemWithin(bounds)})`);
  if (status !== undefined) parts.push(sql`o.status = ${status}`);
  if (channel !== undefined) parts.push(sql`o.channel = ${channel}`);
  if (from !== undefined) parts.push(sql`o.created_at >= ${from}::bigint`);
  if (to !== undefined) parts.push(sql`o.created_at < ${to}::bigint`);
  if (q !== '') {
    const found = [
      sql`o.user_id = any(${sql.param([...userIds])}::text[])`,
      sql`exists (select 1 from order_item i where i.order_no = o.no and ${isItemWithin(bounds)} and i.snapshot->>'title' ilike ${like(q)})`,
      sql`o.bundle->>'title' ilike ${like(q)}`,
    ];
    if (/^\d{4,20}$/.test(q)) found.push(sql`o.no like ${like(q)}`);
    parts.push(sql`(${sql.join(found, sql` or `)})`);
  }
  return sql.join(parts, sql` and `);
};

export const listAllOrders = (
  db: Queryable,
  filter: OrderFilter,
  page: { after: string | undefined; limit: number },
): Promise<OrderRecord[]> => selectOrders(db, sql`where ${isOf(filter)} and ${pageOf(page.after)} order by o.no desc limit ${page.limit}`);

/** What everything that fits comes to; of an order that holds others' books, too, what those in reach come to. */
export const sumOrders = async (db: Queryable, filter: OrderFilter): Promise<{ orders: number; paidFen: number; refundedFen: number }> => {
  const { rows } = await db.execute<{ orders: number; paid_fen: number; refunded_fen: number }>(sql`
    select count(*) as orders, coalesce(sum(part.pay_fen) filter (where o.paid_at is not null), 0)::bigint as paid_fen,
      coalesce(sum(part.refunded_fen), 0)::bigint as refunded_fen
    from purchase_order o cross join lateral (
      select case when whole then o.pay_fen else own.pay_fen end as pay_fen, case when whole then o.refunded_fen else own.refunded_fen end as refunded_fen
      from (select ${isOrderWithin(sql`o.no`, filter.bounds)} as whole) w cross join (
        select coalesce(sum(i.pay_fen), 0) as pay_fen, coalesce(sum(i.pay_fen) filter (where i.refunded_at is not null), 0) as refunded_fen
        from order_item i where i.order_no = o.no and ${isItemWithin(filter.bounds)}) own) part
    where ${isOf(filter)}`);
  const { orders = 0, paid_fen = 0, refunded_fen = 0 } = rows[0] ?? {};
  return { orders: Number(orders), paidFen: Number(paid_fen), refundedFen: Number(refunded_fen) };
};

export const listOrdersByNo = (db: Queryable, nos: readonly string[]): Promise<OrderRecord[]> =>
  selectOrders(db, sql`where o.no = any(${sql.param([...nos])}::text[]) order by o.no desc`);

/** Orders something has to be done about: expired, paid and not fulfilled, or with a payment that may have gone unnoticed. */
export const listOrdersToTend = async (db: Queryable, now: number, askEveryMs: number, limit: number): Promise<string[]> => {
  const { rows } = await db.execute<{ no: string }>(sql`
    select o.no from purchase_order o
    where o.status = 'paid'
      or (o.status = 'created' and o.expire_at <= ${now})
      or (o.asked_at < ${now - askEveryMs} and exists (select 1 from payment_attempt a where a.order_no = o.no and a.state = 'open'))
      or exists (select 1 from order_refund r where r.order_no = o.no and r.status in ('approved', 'processing') and r.asked_at < ${now - askEveryMs})
    order by o.expire_at limit ${limit}`);
  return rows.map(({ no }) => no);
};

/** True for one caller in `everyMs`: the platform is not asked by every poll. */
export const claimAsking = async (db: Queryable, no: string, now: number, everyMs: number): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`update purchase_order set asked_at = ${now} where no = ${no} and asked_at <= ${now - everyMs}`);
  return rowCount === 1;
};

interface AttemptRow extends Record<string, unknown> {
  trade_no: string;
  order_no: string;
  channel: PaymentChannel;
  start: PaymentAttempt['start'];
  state: PaymentAttempt['state'];
}
const toAttempt = (row: AttemptRow): PaymentAttempt => ({
  tradeNo: row.trade_no,
  orderNo: row.order_no,
  channel: row.channel,
  start: row.start,
  state: row.state,
});
const selectAttempts = async (db: Queryable, where: SQL): Promise<PaymentAttempt[]> => {
  const { rows } = await db.execute<AttemptRow>(
    sql`select trade_no, order_no, channel, start, state from payment_attempt where ${where} order by created_at, trade_no`,
  );
  return rows.map(toAttempt);
};

export const findAttempt = async (db: Queryable, tradeNo: string): Promise<PaymentAttempt | undefined> =>
  (await selectAttempts(db, sql`trade_no = ${tradeNo}`))[0];

export const listOpenAttempts = (db: Queryable, orderNo: string): Promise<PaymentAttempt[]> =>
  selectAttempts(db, sql`order_no = ${orderNo} and state = 'open'`);

export const countAttempts = async (db: Queryable, orderNo: string): Promise<number> =>
  (await selectAttempts(db, sql`order_no = ${orderNo}`)).length;

/** False: the order has an open one at this platform already. */
export const insertAttempt = async (db: Queryable, attempt: PaymentAttempt, now: number): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    insert into payment_attempt (trade_no, order_no, channel, start, state, created_at)
    values (${attempt.tradeNo}, ${attempt.orderNo}, ${attempt.channel}, ${JSON.stringify(attempt.start)}::jsonb, ${attempt.state}, ${now})
    on conflict do nothing`);
  return rowCount === 1;
};

export const setAttemptState = async (db: Queryable, tradeNo: string, state: 'paid' | 'closed'): Promise<void> => {
  await db.execute(sql`update payment_attempt set state = ${state} where trade_no = ${tradeNo} and state <> 'paid'`);
};

export interface PaymentEvent {
  readonly id: string;
  readonly orderNo: string;
  readonly channel: PaymentChannel;
  readonly type: 'create' | 'notify' | 'query' | 'close' | 'refund';
  readonly notifyId: string | undefined;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly verified: boolean;
  readonly at: number;
}

/** False: this notification was taken in before. */
export const appendEvent = async (db: Queryable, event: PaymentEvent): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    insert into payment_event (id, order_no, channel, type, notify_id, raw, verified, at)
    values (${event.id}, ${event.orderNo}, ${event.channel}, ${event.type}, ${event.notifyId ?? null}, ${JSON.stringify(event.raw)}::jsonb,
      ${event.verified}, ${event.at})
    on conflict (channel, notify_id) do nothing`);
  return rowCount === 1;
};

export const readOrdersOf = async (db: Queryable, userId: string): Promise<OrderRecord[]> =>
  selectOrders(db, sql`where o.user_id = ${userId} order by o.no`);

/** What passed between us and the platforms about an order, the oldest first. */
export const listPaymentEvents = async (db: Queryable, orderNo: string): Promise<Omit<PaymentEvent, 'id' | 'orderNo' | 'notifyId'>[]> => {
  const { rows } = await db.execute<{
    at: number;
    type: PaymentEvent['type'];
    channel: PaymentChannel;
    verified: boolean;
    raw: PaymentEvent['raw'];
  }>(sql`select at, type, channel, verified, raw from payment_event where order_no = ${orderNo} order by at, id`);
  return rows.map(({ at, type, channel, verified, raw }) => ({ at, type, channel, verified, raw }));
};
