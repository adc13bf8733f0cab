/** The only SQL of `invoice_request` and `invoice_order`. */
import type { InvoiceRequest, InvoiceStatus } from '@shufang/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { isOrderWithin } from './store.ts';

export interface InvoiceRecord extends InvoiceRequest {
  readonly userId: string;
  /** Who at the desk has it in hand. */
  readonly heldBy?: string | undefined;
}

interface InvoiceRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  order_nos: string[];
  title_type: InvoiceRequest['titleType'];
  title: string;
  tax_no: string | null;
  email: string | null;
  amount_fen: number;
  status: InvoiceStatus;
  invoice_no: string | null;
  file_id: string | null;
  red_invoice_no: string | null;
  red_file_id: string | null;
  answer: string;
  created_at: number;
  held_by: string | null;
}

const toInvoice = (row: InvoiceRow): InvoiceRecord => ({
  id: row.id,
  userId: row.user_id,
  orderNos: row.order_nos,
  titleType: row.title_type,
  title: row.title,
  taxNo: row.tax_no ?? undefined,
  email: row.email ?? undefined,
  amountFen: row.amount_fen,
  status: row.status,
  invoiceNo: row.invoice_no ?? undefined,
  fileId: row.file_id ?? undefined,
  redInvoiceNo: row.red_invoice_no ?? undefined,
  redFileId: row.red_file_id ?? undefined,
  answer: row.answer,
  createdAt: row.created_at,
  heldBy: row.held_by ?? undefined,
});

const select = async (db: Queryable, rest: SQL): Promise<InvoiceRecord[]> => {
  const { rows } = await db.execute<InvoiceRow>(sql`
    select r.*, array(select o.order_no from invoice_order o where o.invoice_id = r.id order by 1) as order_nos
    from invoice_request r ${rest}`);
  return rows.map(toInvoice);
};

export const lockInvoice = async (tx: Transaction, id: string): Promise<InvoiceRecord | undefined> =>
  (await select(tx, sql`where r.id = ${id} for update of r`))[0];

/** Undefined also for one out of bounds. */
export const findInvoice = async (db: Queryable, id: string, bounds?: Bounds): Promise<InvoiceRecord | undefined> =>
  (await select(db, sql`where r.id = ${id} and ${isInvoiceWithin(bounds)}`))[0];

export const listInvoicesOf = (db: Queryable, userId: string): Promise<InvoiceRecord[]> =>
  select(db, sql`where r.user_id = ${userId} order by r.id desc`);

/** The newest the order stands or stood on. */
export const findInvoiceOfOrder = async (db: Queryable, orderNo: string): Promise<InvoiceRecord | undefined> =>
  (await select(db, sql`where r.id in (select invoice_id from invoice_order where order_no = ${orderNo}) order by r.id desc limit 1`))[0];

/** By order, the newest each stands or stood on. */
export const findInvoicesOfOrders = async (
  db: Queryable,
  orderNos: readonly string[],
  bounds: Bounds | undefined,
): Promise<ReadonlyMap<string, InvoiceRecord>> => {
  const nos = sql`${sql.param([...orderNos])}::text[]`;
  const found = await select(
    db,
    sql`where r.id in (select invoice_id from invoice_order where order_no = any(${nos})) and ${isInvoiceWithin(bounds)} order by r.id`,
  );
  return new Map(found.flatMap((invoice) => invoice.orderNos.map((no) => [no, invoice] as const)));
};

/** One sheet of paper: in reach where every order on it is, as a whole. */
const isInvoiceWithin = (bounds: Bounds | undefined): SQL =>
  bounds === undefined
    ? sql`true`
    : sql`not exists (select 1 from invoice_order o where o.invoice_id = r.id and not ${isOrderWithin(sql`o.order_no`, bounds)})`;

const WAITING: readonly (InvoiceStatus | undefined)[] = ['submitted', 'issuing', 'redPending'];

/** Those that wait for their PDF from the longest waiting on, others by the newest. */
export const listInvoiceRows = (
  db: Queryable,
  page: { status: InvoiceStatus | undefined; bounds: Bounds | undefined; after: string | undefined; limit: number },
): Promise<InvoiceRecord[]> => {
  const status = page.status === undefined ? sql`true` : sql`r.status = ${page.status}`;
  const waits = WAITING.includes(page.status);
  const rest = page.after === undefined ? sql`true` : waits ? sql`r.id > ${page.after}` : sql`r.id < ${page.after}`;
  return select(
    db,
    sql`where ${status} and ${isInvoiceWithin(page.bounds)} and ${rest} order by r.id ${waits ? sql`asc` : sql`desc`} limit ${page.limit}`,
  );
};

export const countInvoices = async (db: Queryable, bounds: Bounds | undefined): Promise<Record<InvoiceStatus, number>> => {
  const { rows } = await db.execute<{ status: InvoiceStatus; count: number }>(
    sql`select status, count(*)::int as count from invoice_request r where ${isInvoiceWithin(bounds)} group by status`,
  );
  const none = { submitted: 0, issuing: 0, issued: 0, rejected: 0, redPending: 0, redIssued: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
};

/** False: one of the orders stands on a live invoice already; the caller undoes its transaction. */
export const insertInvoice = async (tx: Transaction, invoice: InvoiceRecord): Promise<boolean> => {
  await tx.execute(sql`
    insert into invoice_request (id, user_id, title_type, title, tax_no, email, amount_fen, status, created_at)
    values (${invoice.id}, ${invoice.userId}, ${invoice.titleType}, ${invoice.title}, ${invoice.taxNo ?? null}, ${invoice.email ?? null},
      ${invoice.amountFen}, ${invoice.status}, ${invoice.createdAt})`);
  const { rowCount } = await tx.execute(sql`
    insert into invoice_order (invoice_id, order_no, live)
    select ${invoice.id}, no, true from unnest(${sql.param([...invoice.orderNos])}::text[]) as no
    on conflict (order_no) where live do nothing`);
  return rowCount === invoice.orderNos.length;
};

/** Into somebody's hand, or back to where everybody may take it. */
export const holdInvoiceRow = async (tx: Transaction, id: string, heldBy: string | undefined): Promise<void> => {
  const status: InvoiceStatus = heldBy === undefined ? 'submitted' : 'issuing';
  await tx.execute(sql`update invoice_request set status = ${status}, held_by = ${heldBy ?? null} where id = ${id}`);
};

export interface InvoiceDecision {
  readonly status: 'issued' | 'rejected' | 'redPending';
  readonly invoiceNo?: string;
  readonly fileId?: string;
  readonly answer: string;
  readonly decidedBy: string | undefined;
  readonly now: number;
}

/** One that is rejected, or whose money went back, frees its orders. */
export const decideInvoiceRow = async (tx: Transaction, id: string, decision: InvoiceDecision): Promise<void> => {
  await tx.execute(sql`
    update invoice_request set status = ${decision.status}, invoice_no = coalesce(${decision.invoiceNo ?? null}, invoice_no),
      file_id = coalesce(${decision.fileId ?? null}, file_id), answer = ${decision.answer}, decided_by = ${decision.decidedBy ?? null},
      decided_at = ${decision.now}, held_by = null
    where id = ${id}`);
  if (decision.status !== 'issued') await tx.execute(sql`update invoice_order set live = false where invoice_id = ${id}`);
};

/** Its orders were freed when their money went back. */
export const putRedInvoice = async (
  tx: Transaction,
  id: string,
  red: { invoiceNo: string; fileId: string; decidedBy: string; now: number },
): Promise<void> => {
  await tx.execute(sql`
    update invoice_request set status = 'redIssued', red_invoice_no = ${red.invoiceNo}, red_file_id = ${red.fileId},
      decided_by = ${red.decidedBy}, decided_at = ${red.now}
    where id = ${id}`);
};

export const findLiveInvoiceOf = async (tx: Transaction, orderNo: string): Promise<InvoiceRecord | undefined> =>
  (await select(tx, sql`where r.id in (select invoice_id from invoice_order where order_no = ${orderNo} and live) for update of r`))[0];

/** Whose invoice it was is on the paper; here it goes. */
export const anonymiseInvoices = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`update invoice_request set title = '', tax_no = null, email = null where user_id = ${userId}`);
};
