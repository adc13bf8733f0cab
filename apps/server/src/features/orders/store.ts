/** The only SQL of orders, their items, payment attempts and payment events. Each update of a status names the status it starts from. */
import type { Order, OrderBundle, OrderItem, OrderTab, PaymentChannel } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import { type SQL, sql } from '../../platform/sql.ts';
import { isBookInScope } from '../publication/versions/publisher-scope.ts';
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

/** Returns an order of the user; undefined for an order of another user. */
export const findOwnOrder = async (db: Queryable, userId: string, no: string): Promise<OrderRecord | undefined> =>
  (await selectOrders(db, sql`where o.no = ${no} and o.user_id = ${userId}`))[0];

/**
 * Locks the order until the transaction ends. The order is read by a second statement, because the statement that waits for the lock sees
 * the books of the order as they were before it waited.
 */
export const lockOrder = async (tx: Transaction, no: string): Promise<OrderRecord | undefined> => {
  await tx.execute(sql`select 1 from purchase_order where no = ${no} for update`);
  return findOrder(tx, no);
};

/** What a user would order: the id of the price, the amount to pay and the books. */
export interface OrderRequest {
  readonly skuId: string;
  readonly payFen: number;
  readonly bookIds: readonly string[];
}

/** Returns the user's open order with exactly this price, amount and books, if it can still be paid. */
export const findOpenOrder = async (db: Queryable, userId: string, request: OrderRequest, now: number): Promise<OrderRecord | undefined> =>
  (
    await selectOrders(
      db,
      sql`where o.user_id = ${userId} and o.status = 'created' and o.expire_at > ${now} and o.pay_fen = ${request.payFen}
        and (select array_agg(i.book_id order by i.book_id) from order_item i where i.order_no = o.no and i.sku_id = ${request.skuId})
          = ${sql.param(request.bookIds.toSorted())}::text[] order by o.created_at desc limit 1`,
    )
  )[0];

/** Returns the user's newest open order for this book alone or for this collection, at any price. */
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

/** Inserts an order. Returns false if its number is taken. */
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

export interface RecordedPayment {
  readonly channel: PaymentChannel;
  readonly txn: string;
  readonly tradeNo: string;
  readonly paidAt: number;
}

/** Marks the order as paid. Returns false if it was already paid. */
export const markPaid = async (tx: Transaction, no: string, payment: RecordedPayment): Promise<boolean> => {
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

/** Marks the order as being refunded. An order that was partially refunded can be refunded further. */
export const markRefunding = async (tx: Transaction, no: string, from: 'paid' | 'fulfilled'): Promise<boolean> => {
  const states = from === 'fulfilled' ? ['fulfilled', 'partiallyRefunded'] : [from];
  const { rowCount } = await tx.execute(
    sql`update purchase_order set status = 'refunding' where no = ${no} and status = any(${sql.param(states)}::text[])`,
  );
  return rowCount === 1;
};

/** Adds a refunded amount. Returns whether the whole payment is refunded now. */
export const markRefunded = async (tx: Transaction, no: string, amountFen: number): Promise<boolean> => {
  const { rows } = await tx.execute<{ whole: boolean }>(sql`
    update purchase_order set refunded_fen = refunded_fen + ${amountFen},
      status = case when refunded_fen + ${amountFen} >= pay_fen then 'refunded' else 'partiallyRefunded' end
    where no = ${no} and status = 'refunding' returning refunded_fen >= pay_fen as whole`);
  return rows[0]?.whole === true;
};

/** Marks books of an order as refunded. `bookIds` undefined: all of its books. */
export const markItemsRefunded = async (
  tx: Transaction,
  no: string,
  bookIds: readonly string[] | undefined,
  now: number,
): Promise<void> => {
  const only = bookIds === undefined ? sql`` : sql`and book_id = any(${sql.param([...bookIds])}::text[])`;
  await tx.execute(sql`update order_item set refunded_at = ${now} where order_no = ${no} and refunded_at is null ${only}`);
};

/** Restores the status that the order had before the refund. An order that was never fulfilled stays `refunding` until finance decides. */
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

/**
 * Condition for the orders of the next page. `after`: the number of the last order of the previous page. Numbers begin with the creation
 * time, so they sort by it.
 */
const isAfter = (after: string | undefined): SQL => (after === undefined ? sql`true` : sql`o.no < ${after}`);

export const listOwnOrders = (
  db: Queryable,
  userId: string,
  page: { tab: OrderTab; after: string | undefined; limit: number },
): Promise<OrderRecord[]> =>
  selectOrders(
    db,
    sql`where o.user_id = ${userId} and ${TABS[page.tab]} and ${isAfter(page.after)} order by o.no desc limit ${page.limit}`,
  );

const IS_INVOICEABLE = sql`o.status in ('fulfilled', 'partiallyRefunded') and o.pay_fen > o.refunded_fen
  and not exists (select 1 from invoice_order v where v.order_no = o.no and v.live)`;

/** Lists the user's paid orders for which no invoice is requested or issued. */
export const listInvoiceableOrders = (
  db: Queryable,
  userId: string,
  page: { after: string | undefined; limit: number },
): Promise<OrderRecord[]> =>
  selectOrders(
    db,
    sql`where o.user_id = ${userId} and ${IS_INVOICEABLE} and ${isAfter(page.after)} order by o.no desc limit ${page.limit}`,
  );

export const countToPay = async (db: Queryable, userId: string, now: number): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from purchase_order where user_id = ${userId} and status = 'created' and expire_at > ${now}`,
  );
  return rows[0]?.count ?? 0;
};

export interface OrderFilter {
  readonly status: Order['status'] | undefined;
  readonly channel: PaymentChannel | undefined;
  /** Range of the creation time, UTC ms; `to` is exclusive. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Digits of an order number or a part of a title; empty: any order. */
  readonly q: string;
  /** The users whom the search text `q` matches. */
  readonly userIds: readonly string[];
  /** Limits the list to orders with a book in the access scope; undefined: all orders. */
  readonly scope: AccessScope | undefined;
}

const isItemInScope = (scope: AccessScope | undefined): SQL => isBookInScope(sql`i.book_id`, scope);

/** SQL condition: every book of the order with the number in this column is within the access scope. */
export const isOrderInScope = (no: SQL, scope: AccessScope | undefined): SQL =>
  scope === undefined
    ? sql`true`
    : sql`(exists (select 1 from order_item i where i.order_no = ${no})
        and not exists (select 1 from order_item i where i.order_no = ${no} and not ${isItemInScope(scope)}))`;

const like = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

const isOf = ({ status, channel, from, to, q, userIds, scope }: OrderFilter): SQL => {
  const conditions = [sql`true`];
  if (scope !== undefined) conditions.push(sql`exists (select 1 from order_item i where i.order_no = o.no and ${isItemInScope(scope)})`);
  if (status !== undefined) conditions.push(sql`o.status = ${status}`);
  if (channel !== undefined) conditions.push(sql`o.channel = ${channel}`);
  if (from !== undefined) conditions.push(sql`o.created_at >= ${from}::bigint`);
  if (to !== undefined) conditions.push(sql`o.created_at < ${to}::bigint`);
  if (q !== '') {
    const found = [
      sql`o.user_id = any(${sql.param([...userIds])}::text[])`,
      sql`exists (select 1 from order_item i where i.order_no = o.no and ${isItemInScope(scope)} and i.snapshot->>'title' ilike ${like(q)})`,
      sql`o.bundle->>'title' ilike ${like(q)}`,
    ];
    if (/^\d{4,20}$/.test(q)) found.push(sql`o.no like ${like(q)}`);
    conditions.push(sql`(${sql.join(found, sql` or `)})`);
  }
  return sql.join(conditions, sql` and `);
};

export const listMatchingOrders = (
  db: Queryable,
  filter: OrderFilter,
  page: { after: string | undefined; limit: number },
): Promise<OrderRecord[]> => selectOrders(db, sql`where ${isOf(filter)} and ${isAfter(page.after)} order by o.no desc limit ${page.limit}`);

/**
 * Returns the totals of all orders that match the filter; of an order with books outside the access scope, only the amounts of those
 * within it.
 */
export const sumOrders = async (db: Queryable, filter: OrderFilter): Promise<{ orders: number; paidFen: number; refundedFen: number }> => {
  const { rows } = await db.execute<{ orders: number; paid_fen: number; refunded_fen: number }>(sql`
    select count(*) as orders, coalesce(sum(part.pay_fen) filter (where o.paid_at is not null), 0)::bigint as paid_fen,
      coalesce(sum(part.refunded_fen), 0)::bigint as refunded_fen
    from purchase_order o cross join lateral (
      select case when whole then o.pay_fen else own.pay_fen end as pay_fen, case when whole then o.refunded_fen else own.refunded_fen end as refunded_fen
      from (select ${isOrderInScope(sql`o.no`, filter.scope)} as whole) w cross join (
        select coalesce(sum(i.pay_fen), 0) as pay_fen, coalesce(sum(i.pay_fen) filter (where i.refunded_at is not null), 0) as refunded_fen
        from order_item i where i.order_no = o.no and ${isItemInScope(filter.scope)}) own) part
    where ${isOf(filter)}`);
  const { orders = 0, paid_fen = 0, refunded_fen = 0 } = rows[0] ?? {};
  return { orders: Number(orders), paidFen: Number(paid_fen), refundedFen: Number(refunded_fen) };
};

export const listOrdersByNo = (db: Queryable, nos: readonly string[]): Promise<OrderRecord[]> =>
  selectOrders(db, sql`where o.no = any(${sql.param([...nos])}::text[]) order by o.no desc`);

/** Lists the numbers of orders to reconcile: expired, paid but not fulfilled, or with an open payment or refund to query. */
export const listOrdersToReconcile = async (db: Queryable, now: number, intervalMs: number, limit: number): Promise<string[]> => {
  const { rows } = await db.execute<{ no: string }>(sql`
    select o.no from purchase_order o
    where o.status = 'paid'
      or (o.status = 'created' and o.expire_at <= ${now})
      or (o.asked_at < ${now - intervalMs} and exists (select 1 from payment_attempt a where a.order_no = o.no and a.state = 'open'))
      or exists (select 1 from order_refund r where r.order_no = o.no and r.status in ('approved', 'processing') and r.asked_at < ${now - intervalMs})
    order by o.expire_at limit ${limit}`);
  return rows.map(({ no }) => no);
};

/**
 * Returns true at most once per `intervalMs` for each order. The caller that gets true queries the payment providers, so that many waiting
 * pages cause few queries.
 */
export const claimQuery = async (db: Queryable, no: string, now: number, intervalMs: number): Promise<boolean> => {
  const { rowCount } = await db.execute(
    sql`update purchase_order set asked_at = ${now} where no = ${no} and asked_at <= ${now - intervalMs}`,
  );
  return rowCount === 1;
};

interface AttemptRow extends Record<string, unknown> {
  trade_no: string;
  order_no: string;
  channel: PaymentChannel;
  environment: PaymentAttempt['environment'];
  payer_sid: string | null;
  start: PaymentAttempt['start'];
  state: PaymentAttempt['state'];
  created_at: number;
}
const toAttempt = (row: AttemptRow): PaymentAttempt => ({
  tradeNo: row.trade_no,
  orderNo: row.order_no,
  channel: row.channel,
  environment: row.environment,
  payerSid: row.payer_sid ?? undefined,
  start: row.start,
  state: row.state,
  createdAt: Number(row.created_at),
});
const selectAttempts = async (db: Queryable, where: SQL): Promise<PaymentAttempt[]> => {
  const { rows } = await db.execute<AttemptRow>(
    sql`select trade_no, order_no, channel, environment, payer_sid, start, state, created_at from payment_attempt where ${where} order by created_at, trade_no`,
  );
  return rows.map(toAttempt);
};

export const findAttempt = async (db: Queryable, tradeNo: string): Promise<PaymentAttempt | undefined> =>
  (await selectAttempts(db, sql`trade_no = ${tradeNo}`))[0];

export const listOpenAttempts = (db: Queryable, orderNo: string): Promise<PaymentAttempt[]> =>
  selectAttempts(db, sql`order_no = ${orderNo} and state = 'open'`);

export const countAttempts = async (db: Queryable, orderNo: string): Promise<number> =>
  (await selectAttempts(db, sql`order_no = ${orderNo}`)).length;

/** A new payment attempt. `environment` defaults to a desktop browser. */
type NewAttempt = Omit<PaymentAttempt, 'createdAt' | 'environment' | 'payerSid'> &
  Partial<Pick<PaymentAttempt, 'environment' | 'payerSid'>>;

/** Inserts a payment attempt. Returns false if the order already has an open attempt at this payment provider for this environment. */
export const insertAttempt = async (db: Queryable, attempt: NewAttempt, now: number): Promise<boolean> => {
  const { tradeNo, orderNo, channel, environment = 'desktop', payerSid, start, state } = attempt;
  const { rowCount } = await db.execute(sql`
    insert into payment_attempt (trade_no, order_no, channel, environment, payer_sid, start, state, created_at)
    values (${tradeNo}, ${orderNo}, ${channel}, ${environment}, ${payerSid ?? null}, ${JSON.stringify(start)}::jsonb, ${state}, ${now})
    on conflict do nothing`);
  return rowCount === 1;
};

export const setAttemptState = async (db: Queryable, tradeNo: string, state: 'paid' | 'closed'): Promise<void> => {
  await db.execute(sql`update payment_attempt set state = ${state} where trade_no = ${tradeNo} and state <> 'paid'`);
};

/** Stores the `state` of an authorization flow in which the payer is identified; a later one replaces it. */
export const setPayerState = async (db: Queryable, no: string, payer: { state: string; sid: string; endsAt: number }): Promise<void> => {
  await db.execute(sql`
    update purchase_order set payer_state = ${payer.state}, payer_state_sid = ${payer.sid}, payer_state_ends_at = ${payer.endsAt}
    where no = ${no}`);
};

/** Consumes the `state` of an authorization flow. Returns false if it is unknown, expired, of another session, or was consumed before. */
export const takePayerState = async (db: Queryable, no: string, payer: { state: string; sid: string; now: number }): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    update purchase_order set payer_state = null, payer_state_sid = null, payer_state_ends_at = null
    where no = ${no} and payer_state = ${payer.state} and payer_state_sid = ${payer.sid} and payer_state_ends_at > ${payer.now}`);
  return rowCount === 1;
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

/** Records a message of a payment provider. Returns false if this notification was recorded before. */
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

/** Lists the messages between the server and the payment providers about an order, oldest first. */
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
