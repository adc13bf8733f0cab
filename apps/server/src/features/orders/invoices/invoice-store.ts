/** The only SQL of `invoice_request` and `invoice_order`. */
import type { InvoiceRequest, InvoiceStatus } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import { type SQL, sql } from '../../../platform/sql.ts';
import { isOrderInScope } from '../store.ts';

export interface InvoiceRecord extends InvoiceRequest {
  readonly userId: string;
  /** The operator to whom the invoice request is assigned. */
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
  reply: string;
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
  reply: row.reply,
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

/** Returns an invoice; undefined for an invoice outside the access scope. */
export const findInvoice = async (db: Queryable, id: string, scope?: AccessScope): Promise<InvoiceRecord | undefined> =>
  (await select(db, sql`where r.id = ${id} and ${isInvoiceInScope(scope)}`))[0];

export const listInvoicesOf = (db: Queryable, userId: string): Promise<InvoiceRecord[]> =>
  select(db, sql`where r.user_id = ${userId} order by r.id desc`);

/** Returns the newest invoice of the order, including a rejected or reversed one. */
export const findInvoiceOfOrder = async (db: Queryable, orderNo: string): Promise<InvoiceRecord | undefined> =>
  (await select(db, sql`where r.id in (select invoice_id from invoice_order where order_no = ${orderNo}) order by r.id desc limit 1`))[0];

/** Returns the newest invoice of each order by order number, including rejected and reversed ones. */
export const findInvoicesOfOrders = async (
  db: Queryable,
  orderNos: readonly string[],
  scope: AccessScope | undefined,
): Promise<ReadonlyMap<string, InvoiceRecord>> => {
  const nos = sql`${sql.param([...orderNos])}::text[]`;
  const found = await select(
    db,
    sql`where r.id in (select invoice_id from invoice_order where order_no = any(${nos})) and ${isInvoiceInScope(scope)} order by r.id`,
  );
  return new Map(found.flatMap((invoice) => invoice.orderNos.map((no) => [no, invoice] as const)));
};

/** SQL condition: every order of the invoice is within the access scope as a whole. */
const isInvoiceInScope = (scope: AccessScope | undefined): SQL =>
  scope === undefined
    ? sql`true`
    : sql`not exists (select 1 from invoice_order o where o.invoice_id = r.id and not ${isOrderInScope(sql`o.order_no`, scope)})`;

const OPEN: readonly (InvoiceStatus | undefined)[] = ['submitted', 'issuing', 'redPending'];

/** Lists open invoice requests oldest first, others newest first. */
export const listInvoiceRows = (
  db: Queryable,
  page: { status: InvoiceStatus | undefined; scope: AccessScope | undefined; after: string | undefined; limit: number },
): Promise<InvoiceRecord[]> => {
  const status = page.status === undefined ? sql`true` : sql`r.status = ${page.status}`;
  const isOldestFirst = OPEN.includes(page.status);
  const rest = page.after === undefined ? sql`true` : isOldestFirst ? sql`r.id > ${page.after}` : sql`r.id < ${page.after}`;
  return select(
    db,
    sql`where ${status} and ${isInvoiceInScope(page.scope)} and ${rest} order by r.id ${isOldestFirst ? sql`asc` : sql`desc`} limit ${page.limit}`,
  );
};

export const countInvoices = async (db: Queryable, scope: AccessScope | undefined): Promise<Record<InvoiceStatus, number>> => {
  const { rows } = await db.execute<{ status: InvoiceStatus; count: number }>(
    sql`select status, count(*)::int as count from invoice_request r where ${isInvoiceInScope(scope)} group by status`,
  );
  const none = { submitted: 0, issuing: 0, issued: 0, rejected: 0, redPending: 0, redIssued: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
};

/**
 * Inserts an invoice request. Returns false if one of the orders already has an invoice or a request for one; the caller must then roll
 * back.
 */
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

/** Assigns the invoice request to an operator, or to nobody. */
export const holdInvoiceRow = async (tx: Transaction, id: string, heldBy: string | undefined): Promise<void> => {
  const status: InvoiceStatus = heldBy === undefined ? 'submitted' : 'issuing';
  await tx.execute(sql`update invoice_request set status = ${status}, held_by = ${heldBy ?? null} where id = ${id}`);
};

export interface InvoiceDecision {
  readonly status: 'issued' | 'rejected' | 'redPending';
  readonly invoiceNo?: string;
  readonly fileId?: string;
  readonly reply: string;
  readonly decidedBy: string | undefined;
  readonly now: number;
}

/** Stores a decision. A rejected or reversed invoice releases its orders for another invoice. */
export const decideInvoiceRow = async (tx: Transaction, id: string, decision: InvoiceDecision): Promise<void> => {
  await tx.execute(sql`
    update invoice_request set status = ${decision.status}, invoice_no = coalesce(${decision.invoiceNo ?? null}, invoice_no),
      file_id = coalesce(${decision.fileId ?? null}, file_id), reply = ${decision.reply}, decided_by = ${decision.decidedBy ?? null},
      decided_at = ${decision.now}, held_by = null
    where id = ${id}`);
  if (decision.status !== 'issued') await tx.execute(sql`update invoice_order set live = false where invoice_id = ${id}`);
};

/** Stores the number of the red invoice. Its orders could already be invoiced again since they were refunded. */
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

/** Deletes the buyer's details from the rows; the PDF of an invoice still contains them. */
export const anonymiseInvoices = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`update invoice_request set title = '', tax_no = null, email = null where user_id = ${userId}`);
};
