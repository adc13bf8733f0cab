/**
 * The orders slice on a fresh database, without a server: books and users are rows, payments go through the real adapters to a simulated
 * payment provider, and the clock moves only when a test advances it.
 */
import type { AccessRight, Order, OrderBundle, PaymentChannel, Role } from '@shufang/contract';
import { createAlipay } from '../../../gateways/payment/alipay.ts';
import { type PaymentStandIn, type SignedNotification, startPaymentStandIn } from '../../../gateways/payment/testing/payment-stand-in.ts';
import { createWechatPay } from '../../../gateways/payment/wechat-pay.ts';
import { readConfig } from '../../../platform/config.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import type { ReaderContext } from '../../../platform/http/call-context.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createMemoryRateLimiter } from '../../../platform/rate-limit.ts';
import { createTestDatabase } from '../../../platform/testing/test-database.ts';
import type { AdminOperator } from '../../audit/audit-events.ts';
import type { FileDependencies } from '../../files/file-dependencies.ts';
import type { OrderOperationDependencies } from '../order-dependencies.ts';
import type { RefundRecord } from '../order-record.ts';

export const PRICE_FEN = 3980;
/** Start of every test: 2026-11-21, 20:15 in China. */
export const START_MS = Date.UTC(2026, 10, 21, 12, 15);
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

export interface SentJob {
  readonly name: string;
  readonly data: object;
  readonly singletonKey?: string;
  /** Whether the job was sent in a transaction, so that it exists only if the transaction commits. */
  readonly inTransaction: boolean;
}

export interface BookColumns {
  title?: string;
  authors?: string;
  publisher?: string | null;
  access_model?: 'free' | 'paid' | 'codeOnly';
  price_fen?: number;
  shelf_state?: 'draft' | 'published' | 'offShelf';
  removal_notice?: string | null;
}

/** Values of the row of an order, with its items. Default: an unpaid order for one book, created now. */
export interface OrderGiven {
  no?: string;
  userId?: string;
  status?: Order['status'];
  items?: readonly { bookId: string; title?: string; payFen?: number; priceFen?: number; skuId?: string; [more: string]: unknown }[];
  refundedFen?: number;
  discountFen?: number;
  channel?: PaymentChannel;
  channelTxn?: string;
  tradeNo?: string;
  createdAt?: number;
  expireAt?: number;
  paidAt?: number;
  fulfilledAt?: number;
  closedAt?: number;
  closeReason?: 'timeout' | 'user';
  askedAt?: number;
  bundle?: OrderBundle;
}

export interface OrderFixture {
  readonly deps: OrderOperationDependencies;
  readonly operator: AdminOperator;
  readonly standIn: PaymentStandIn;
  /** The id of the default buyer. */
  readonly mei: string;
  readonly jobs: SentJob[];
  /** The published events. */
  readonly published: { topic: string; data: unknown }[];
  readonly paid: { channel: PaymentChannel; amountFen: number }[];
  /** The parsed lines of the log. */
  readonly logged: Record<string, unknown>[];
  /** The read share of each book, by book id. */
  readonly read: Map<string, number>;
  /** Ids of the books with an offline copy. */
  readonly leased: Set<string>;
  /** The arguments of each call that sent a file. */
  readonly sentFiles: unknown[][];
  /** Returns a reader as the caller of an operation; by default the default buyer. */
  caller(userId?: string, more?: Partial<ReaderContext> & { roles?: readonly Role[] }): ReaderContext;
  /** Returns an operator of the admin area as the caller of an operation. */
  operatorCaller(scope?: AccessScope, userId?: string): ReaderContext;
  now(): number;
  later(ms: number): void;
  query<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
  user(nickname?: string): Promise<string>;
  book(columns?: BookColumns): Promise<string>;
  collection(title: string, bookIds: readonly string[], visible?: boolean): Promise<string>;
  order(given?: OrderGiven): Promise<string>;
  /** Inserts an order that was paid with WeChat Pay and fulfilled. Returns its number. */
  fulfilled(given?: OrderGiven): Promise<string>;
  refund(given: Partial<RefundRecord> & { orderNo: string; askedAt?: number }): Promise<string>;
  invoice(given: {
    orderNos: readonly string[];
    userId?: string;
    status?: string;
    heldBy?: string;
    live?: boolean;
    [column: string]: unknown;
  }): Promise<string>;
  /** Returns the row whose column `key` has the value. */
  row(table: string, key: string, value: string): Promise<Record<string, unknown> | undefined>;
  rights(bookId: string, userId?: string): Promise<Record<string, unknown>[]>;
  /** Returns the audit events since the last `reset`, in the order of their creation. */
  auditEvents(): Promise<Record<string, unknown>[]>;
  notifications(userId?: string): Promise<Record<string, unknown>[]>;
  /** Starts a payment of an order at a payment provider and returns the trade number. */
  begun(no: string, channel?: PaymentChannel): Promise<string>;
  notificationOf(channel: PaymentChannel, tradeNo: string): SignedNotification;
  /** Clears everything that was sent, published, logged and recorded so far, and all notifications. */
  reset(): Promise<void>;
  drop(): Promise<void>;
}

let sequence = 0;
const numbered = (prefix: string): string => {
  sequence += 1;
  return `${prefix}${String(sequence).padStart(6, '0')}`;
};

/** Returns a row id in the format of `entityId`; later ids are greater. */
const newRowId = (): string => numbered('0'.repeat(20));

const insertRow = async (query: OrderFixture['query'], table: string, columns: Readonly<Record<string, unknown>>): Promise<void> => {
  const names = Object.keys(columns).filter((name) => columns[name] !== undefined);
  const values = names.map((name) => columns[name]);
  await query(`insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`, values);
};

export const createOrderFixture = async (): Promise<OrderFixture> => {
  const database = await createTestDatabase();
  let nowMs = START_MS;
  const clock = { now: () => nowMs };
  const standIn = await startPaymentStandIn({ now: () => nowMs });
  const config = readConfig(standIn.environment);
  if (config.wechatPay === undefined || config.alipay === undefined) throw new Error('the simulated payment platform is not configured');
  const jobs: SentJob[] = [];
  const published: OrderFixture['published'] = [];
  const paid: OrderFixture['paid'] = [];
  const logged: Record<string, unknown>[] = [];
  const read = new Map<string, number>();
  const leased = new Set<string>();
  const sentFiles: unknown[][] = [];
  const trial = { kind: 'trial', reason: '' } as unknown as AccessRight;
  let auditEventsBefore = 0;
  const deps: OrderOperationDependencies = {
    db: database.db,
    clock,
    jobs: {
      async send(name, data, { tx, singletonKey } = {}) {
        jobs.push({ name, data, ...(singletonKey === undefined ? {} : { singletonKey }), inTransaction: tx !== undefined });
      },
    },
    events: {
      async publish(topic, data) {
        published.push({ topic, data });
      },
    },
    log: createLogger('info', { write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>) }),
    limiter: createMemoryRateLimiter(clock),
    gateways: [createWechatPay(config.wechatPay, clock), createAlipay(config.alipay, clock)],
    publicUrl: 'https://books.example.com',
    onPaid: (channel, amountFen) => void paid.push({ channel, amountFen }),
    topicOf: (userId) => `orders of ${userId}`,
    readShareOf: async (_userId, bookId) => read.get(bookId) ?? 0,
    listLeasedBooks: async (_userId, bookIds) => bookIds.filter((bookId) => leased.has(bookId)),
    rightOf: async () => trial,
    rightsOf: async (_caller, books) => new Map(books.map(({ id }) => [id, trial] as const)),
    findUsers: async (ids) => new Map(ids.map((userId) => [userId, { userId, nickname: `人 ${userId}`, tel: '136****0000' }] as const)),
    searchUserIds: async (q) => (q === '梅' ? [mei] : []),
    sendInvoiceFile: async (...sent) => sentFiles.push(sent),
    // No files are needed: issuing an invoice, the only operation that stores a file, is tested on a whole server.
    files: {} as FileDependencies,
  };
  const query: OrderFixture['query'] = async <T>(text: string, values: unknown[] = []) =>
    (await database.db.pool.query(text, values)).rows as T[];
  const user: OrderFixture['user'] = async (nickname = '梅') => {
    const id = newRowId();
    await insertRow(query, 'user_account', { id, nickname, created_at: 0, updated_at: 0 });
    return id;
  };
  const mei: string = await user();
  const fixture: OrderFixture = {
    deps,
    operator: { userId: await user('财务'), requestId: 'request-1' },
    standIn,
    mei,
    jobs,
    published,
    paid,
    logged,
    read,
    leased,
    sentFiles,
    now: clock.now,
    later: (ms) => {
      nowMs += ms;
    },
    query,
    user,
    caller: (userId = mei, { roles = ['reader'] as readonly Role[], ...more } = {}) => ({
      reader: { userId, sid: 'session', roles },
      accessScope: undefined,
      deviceCode: 'web',
      deviceId: undefined,
      deviceCredentials: [],
      clientKey: undefined,
      address: '192.0.2.7',
      userAgent: '',
      requestId: 'request-1',
      appOrigin: 'https://books.example.com',
      log: deps.log,
      ...more,
    }),
    operatorCaller: (accessScope, userId = fixture.operator.userId) =>
      fixture.caller(userId, { roles: ['finance'], ...(accessScope === undefined ? {} : { accessScope }) }),
    async book(columns = {}) {
      const id = newRowId();
      const versionId = newRowId();
      await insertRow(query, 'book', {
        id,
        title: `论语第 ${sequence} 册`,
        authors: '孔子弟子',
        access_model: 'paid',
        price_fen: PRICE_FEN,
        shelf_state: 'published',
        created_at: 0,
        updated_at: 0,
        ...columns,
      });
      await insertRow(query, 'book_version', {
        id: versionId,
        book_id: id,
        no: 1,
        state: 'released',
        source_sha256: id,
        source_file_name: 'a.epub',
        metadata: '{}',
        manifest: '{}',
        chars: 1,
        positions: 1,
        created_at: 0,
      });
      await query('update book set current_version_id = $2 where id = $1', [id, versionId]);
      return id;
    },
    async collection(title, bookIds, visible = true) {
      const id = newRowId();
      await insertRow(query, 'book_collection', { id, kind: 'series', title, position: 1, visible, created_at: 0, updated_at: 0 });
      for (const [position, book_id] of bookIds.entries())
        await insertRow(query, 'book_collection_item', { collection_id: id, book_id, position });
      return id;
    },
    async order(given = {}) {
      const no = given.no ?? numbered('20261121201500');
      const items = given.items ?? [{ bookId: '0'.repeat(26), title: '论语' }];
      const payOf = (item: (typeof items)[number]): number => item.payFen ?? item.priceFen ?? PRICE_FEN;
      const payFen = items.reduce((sum, item) => sum + payOf(item), 0);
      const discountFen = given.discountFen ?? 0;
      await insertRow(query, 'purchase_order', {
        no,
        user_id: given.userId ?? mei,
        status: given.status ?? 'created',
        total_fen: payFen + discountFen,
        discount_fen: discountFen,
        pay_fen: payFen,
        refunded_fen: given.refundedFen ?? 0,
        channel: given.channel,
        channel_txn: given.channelTxn,
        trade_no: given.tradeNo,
        created_at: given.createdAt ?? nowMs,
        expire_at: given.expireAt ?? nowMs + 30 * MINUTE_MS,
        paid_at: given.paidAt,
        fulfilled_at: given.fulfilledAt,
        closed_at: given.closedAt,
        close_reason: given.closeReason,
        asked_at: given.askedAt,
        bundle: given.bundle === undefined ? undefined : JSON.stringify(given.bundle),
      });
      for (const [position, item] of items.entries()) {
        const { bookId, payFen: _pay, priceFen = PRICE_FEN, skuId = 'sku', title = '论语', refundedAt, ...more } = item;
        await insertRow(query, 'order_item', {
          order_no: no,
          position,
          sku_id: skuId,
          book_id: bookId,
          snapshot: JSON.stringify({ title, authors: '孔子弟子', ...more }),
          price_fen: priceFen,
          pay_fen: payOf(item),
          refunded_at: refundedAt,
        });
      }
      return no;
    },
    async fulfilled(given = {}) {
      const no = given.no ?? numbered('20261121201500');
      return fixture.order({
        no,
        status: 'fulfilled',
        channel: 'wechatNative',
        channelTxn: `txn-${no}`,
        tradeNo: `${no}_a`,
        paidAt: nowMs,
        fulfilledAt: nowMs,
        ...given,
      });
    },
    async refund({ orderNo, askedAt, ...given }) {
      const id = given.id ?? newRowId();
      await insertRow(query, 'order_refund', {
        id,
        order_no: orderNo,
        cause: given.cause ?? 'requested',
        channel: given.channel ?? 'wechatNative',
        trade_no: given.tradeNo ?? `${orderNo}_a`,
        channel_txn: given.channelTxn ?? `txn-${orderNo}`,
        amount_fen: given.amountFen ?? PRICE_FEN,
        book_ids: given.bookIds ?? [],
        reason: given.reason ?? '',
        status: given.status ?? 'requested',
        reply: given.reply ?? '',
        requested_at: given.requestedAt ?? nowMs,
        decided_at: given.decidedAt,
        finished_at: given.finishedAt,
        asked_at: askedAt,
      });
      return id;
    },
    async invoice({ orderNos, userId, status = 'submitted', heldBy, live = true, ...columns }) {
      const id = newRowId();
      await insertRow(query, 'invoice_request', {
        id,
        user_id: userId ?? mei,
        title_type: 'personal',
        title: '梅',
        amount_fen: PRICE_FEN,
        status,
        held_by: heldBy,
        created_at: nowMs,
        ...(status === 'redIssued' ? { red_invoice_no: '26112000000099999999' } : {}),
        ...columns,
      });
      for (const order_no of orderNos) await insertRow(query, 'invoice_order', { invoice_id: id, order_no, live });
      return id;
    },
    row: async (table, key, value) => (await query(`select * from ${table} where ${key} = $1`, [value]))[0],
    rights: (bookId, userId = mei) =>
      query(
        'select source, source_id, status, starts_at, ends_at from entitlement where user_id = $1 and book_id = $2 order by created_at, id',
        [userId, bookId],
      ),
    auditEvents: () =>
      query(
        'select operator_id, request_id, action, target_kind, target_id, target_name, before, after, reason, at from audit_event order by ctid offset $1',
        [auditEventsBefore],
      ),
    notifications: (userId = mei) =>
      query('select kind, subject_id, subject_name, created_at from notice where user_id = $1 order by created_at, id', [userId]),
    async begun(no, channel = 'wechatNative') {
      const tradeNo = `${no}_${numbered('t').slice(-4)}`;
      const gateway = deps.gateways.find((one) => one.channel === channel);
      if (gateway === undefined) throw new Error(`no gateway ${channel}`);
      const order = await fixture.row('purchase_order', 'no', no);
      const start = await gateway.begin({
        tradeNo,
        amountFen: Number(order?.['pay_fen']),
        subject: '《论语》',
        expireAt: Number(order?.['expire_at']),
        notifyUrl: 'https://books.example.com/notify',
        returnUrl: 'https://books.example.com/back',
      });
      if (start.kind === 'form') standIn.openAlipayPage(start.action, start.fields);
      await insertRow(query, 'payment_attempt', {
        trade_no: tradeNo,
        order_no: no,
        channel,
        start: JSON.stringify(start),
        state: 'open',
        created_at: nowMs,
      });
      return tradeNo;
    },
    notificationOf: (channel, tradeNo) =>
      channel === 'alipayPage' ? standIn.alipayNotification(tradeNo) : standIn.wechatNotification(tradeNo),
    async reset() {
      for (const list of [jobs, published, paid, logged, sentFiles]) list.length = 0;
      read.clear();
      leased.clear();
      standIn.trouble();
      await query('delete from notice');
      auditEventsBefore = (await query<{ events: number }>('select count(*)::int as events from audit_event'))[0]?.events ?? 0;
    },
    async drop() {
      await standIn.stop();
      await database.drop();
    },
  };
  return fixture;
};
