/** Invoices: asked for by the reader over one or several paid orders, answered at the desk with a PDF. */
import {
  CodedError,
  type createInvoice as createInvoiceOperation,
  type holdInvoice as holdOperation,
  newId,
  type ParsedInputOf,
  type readInvoice as readInvoiceOperation,
} from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { tellPerson } from '../../platform/notices.ts';
import {
  decideInvoiceRow,
  findInvoice,
  findLiveInvoiceOf,
  holdInvoiceRow,
  type InvoiceRecord,
  insertInvoice,
  lockInvoice,
} from './invoice-store.ts';
import type { OrderDependencies } from './order-dependencies.ts';
import { lockOrder } from './store.ts';

const refuse = (reason: string): never => {
  throw new CodedError('orders.invoiceRefused', { reason });
};

/** Throws `orders.notFound`, `orders.invoiceRefused`. */
export const createInvoice = async (
  deps: Pick<OrderDependencies, 'db' | 'clock'>,
  userId: string,
  input: ParsedInputOf<typeof createInvoiceOperation>,
): Promise<InvoiceRecord> => {
  const now = deps.clock.now();
  const id = newId(now);
  await deps.db.transaction(async (tx) => {
    let amountFen = 0;
    const orderNos = [...new Set(input.orderNos)].toSorted();
    for (const no of orderNos) {
      const order = await lockOrder(tx, no);
      if (order?.userId !== userId) throw new CodedError('orders.notFound');
      if (order.status !== 'fulfilled' && order.status !== 'partiallyRefunded') refuse(`订单 ${no} 没有完成，或正在退款`);
      amountFen += order.payFen - order.refundedFen;
    }
    const { titleType, title, taxNo, email } = input;
    const invoice: InvoiceRecord = {
      id,
      userId,
      orderNos,
      titleType,
      title,
      taxNo: titleType === 'enterprise' ? taxNo : undefined,
      email,
      amountFen,
      status: 'submitted',
      answer: '',
      createdAt: now,
    };
    if (!(await insertInvoice(tx, invoice))) refuse('其中有订单已申请过发票');
  });
  return requireInvoice(deps, id);
};

/** Throws `orders.invoiceNotFound`, also for one out of bounds. */
export const requireInvoice = async (deps: Pick<OrderDependencies, 'db'>, id: string, bounds?: Bounds): Promise<InvoiceRecord> => {
  const invoice = await findInvoice(deps.db.orm, id, bounds);
  if (invoice === undefined) throw new CodedError('orders.invoiceNotFound');
  return invoice;
};

const lockKnownInvoice = async (tx: Transaction, id: string): Promise<InvoiceRecord> => {
  const invoice = await lockInvoice(tx, id);
  if (invoice === undefined) throw new CodedError('orders.invoiceNotFound');
  return invoice;
};

const lockOpenInvoice = async (tx: Transaction, id: string): Promise<InvoiceRecord> => {
  const invoice = await lockKnownInvoice(tx, id);
  if (invoice.status !== 'submitted' && invoice.status !== 'issuing') refuse('这个申请已经处理过');
  return invoice;
};

/** Throws as `requireInvoice`, and `orders.invoiceRefused` for one that was answered before, or that a colleague has in hand. */
export const lockInvoiceToAnswer = async (tx: Transaction, id: string, operator: DeskOperator): Promise<InvoiceRecord> => {
  const invoice = await lockOpenInvoice(tx, id);
  if (invoice.heldBy !== undefined && invoice.heldBy !== operator.userId) refuse('另一位同事正在开这张发票，放回后才能处理');
  return invoice;
};

/** Throws as `requireInvoice`, and `orders.invoiceRefused` for one that was answered before; taking, also for one a colleague has in hand. */
export const holdInvoice = async (
  deps: Pick<OrderDependencies, 'db' | 'clock'>,
  operator: DeskOperator,
  { id, action }: ParsedInputOf<typeof holdOperation>,
): Promise<InvoiceRecord> => {
  await deps.db.transaction(async (tx) => {
    const isTaking = action === 'take';
    const { status, heldBy, orderNos } = isTaking ? await lockInvoiceToAnswer(tx, id, operator) : await lockOpenInvoice(tx, id);
    // As it is wished already.
    if (isTaking ? heldBy === operator.userId : status === 'submitted') return;
    await holdInvoiceRow(tx, id, isTaking ? operator.userId : undefined);
    const target = { kind: 'invoice', id, name: orderNos.join('、') } as const;
    const facts = { before: { status }, after: { status: isTaking ? 'issuing' : 'submitted' } };
    await recordAct(tx, operator, { act: isTaking ? 'invoice.take' : 'invoice.putBack', target, ...facts }, deps.clock.now());
  });
  return requireInvoice(deps, id);
};

/** Throws as `lockOpenInvoice`; `orders.invoiceRefused` also for the number of the invoice that is taken back. */
export const lockInvoiceToRedden = async (tx: Transaction, id: string, redNo: string): Promise<InvoiceRecord> => {
  const invoice = await lockKnownInvoice(tx, id);
  if (invoice.status !== 'redPending') refuse(invoice.status === 'redIssued' ? '红字发票已经上传过' : '这张发票没有要冲红的退款');
  if (invoice.invoiceNo === redNo) refuse('红字发票的号码与原发票相同');
  return invoice;
};

export const rejectInvoice = async (
  deps: Pick<OrderDependencies, 'db' | 'clock'>,
  operator: DeskOperator,
  { id, answer }: { id: string; answer: string },
): Promise<InvoiceRecord> => {
  await deps.db.transaction(async (tx) => {
    const { status, orderNos, userId } = await lockInvoiceToAnswer(tx, id, operator);
    const now = deps.clock.now();
    await decideInvoiceRow(tx, id, { status: 'rejected', answer, decidedBy: operator.userId, now });
    const target = { kind: 'invoice', id, name: orderNos.join('、') } as const;
    const facts = { before: { status }, after: { status: 'rejected' }, reason: answer };
    await recordAct(tx, operator, { act: 'invoice.reject', target, ...facts }, now);
    await tellPerson(tx, userId, { kind: 'invoiceRejected', subject: { id, name: orderNos.join('、') } }, now);
  });
  return requireInvoice(deps, id);
};

/** Whose file the PDF is. Looking at it is an act: it shows somebody's tax number. Throws `orders.invoiceNotFound`, `file.notFound`. */
export const openInvoiceFile = async (
  deps: Pick<OrderDependencies, 'db' | 'clock'>,
  operator: DeskOperator,
  { id, sheet }: ParsedInputOf<typeof readInvoiceOperation>,
  bounds: Bounds | undefined,
): Promise<{ ownerId: string; fileId: string }> => {
  const { userId, orderNos, ...invoice } = await requireInvoice(deps, id, bounds);
  const [fileId, invoiceNo] = sheet === 'red' ? [invoice.redFileId, invoice.redInvoiceNo] : [invoice.fileId, invoice.invoiceNo];
  if (fileId === undefined) throw new CodedError('file.notFound');
  const target = { kind: 'invoice', id, name: orderNos.join('、') } as const;
  await recordAct(deps.db.orm, operator, { act: 'invoice.read', target, after: { invoiceNo } }, deps.clock.now());
  return { ownerId: userId, fileId };
};

/** An order whose money went back takes its invoice with it: an issued one waits for its red one, an open one is returned. */
export const takeBackInvoices = async (tx: Transaction, orderNo: string, now: number): Promise<void> => {
  const invoice = await findLiveInvoiceOf(tx, orderNo);
  if (invoice === undefined) return;
  const isIssued = invoice.status === 'issued';
  await decideInvoiceRow(tx, invoice.id, {
    status: isIssued ? 'redPending' : 'rejected',
    answer: isIssued ? `订单 ${orderNo} 已退款，原发票由红字发票冲销；没有退款的部分可以重新申请` : `订单 ${orderNo} 已退款，请重新申请`,
    decidedBy: undefined,
    now,
  });
};
