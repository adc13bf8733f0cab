/** Finds and locks invoice requests for the use cases that change them. */
import { CodedError } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import type { AdminOperator } from '../../audit/audit-events.ts';
import { decideInvoiceRow, findInvoice, findLiveInvoiceOf, type InvoiceRecord, lockInvoice } from './invoice-store.ts';

/** Refuses an action on an invoice: throws `orders.invoiceRefused` with the reason. */
export const refuseInvoice = (reason: string): never => {
  throw new CodedError('orders.invoiceRefused', { reason });
};

/** Returns an invoice. Throws `orders.invoiceNotFound`, also for an invoice outside the access scope. */
export const requireInvoice = async (db: Queryable, id: string, scope?: AccessScope): Promise<InvoiceRecord> => {
  const invoice = await findInvoice(db, id, scope);
  if (invoice === undefined) throw new CodedError('orders.invoiceNotFound');
  return invoice;
};

const lockExistingInvoice = async (tx: Transaction, id: string): Promise<InvoiceRecord> => {
  const invoice = await lockInvoice(tx, id);
  if (invoice === undefined) throw new CodedError('orders.invoiceNotFound');
  return invoice;
};

/**
 * Locks an invoice request that is not decided. Throws `orders.invoiceNotFound`, and `orders.invoiceRefused` for a request that was
 * already decided.
 */
export const lockOpenInvoice = async (tx: Transaction, id: string): Promise<InvoiceRecord> => {
  const invoice = await lockExistingInvoice(tx, id);
  if (invoice.status !== 'submitted' && invoice.status !== 'issuing') refuseInvoice('这个申请已经处理过');
  return invoice;
};

/**
 * Locks an invoice request so that this operator can decide it. Throws as `lockOpenInvoice`, and `orders.invoiceRefused` for a request
 * assigned to another operator.
 */
export const lockInvoiceToDecide = async (tx: Transaction, id: string, operator: AdminOperator): Promise<InvoiceRecord> => {
  const invoice = await lockOpenInvoice(tx, id);
  if (invoice.heldBy !== undefined && invoice.heldBy !== operator.userId) refuseInvoice('另一位同事正在开这张发票，放回后才能处理');
  return invoice;
};

/**
 * Locks an invoice whose red invoice is due. Throws `orders.invoiceNotFound`, and `orders.invoiceRefused` if none is due or `redNo` is the
 * number of the original invoice.
 */
export const lockInvoiceToRedden = async (tx: Transaction, id: string, redNo: string): Promise<InvoiceRecord> => {
  const invoice = await lockExistingInvoice(tx, id);
  if (invoice.status !== 'redPending') refuseInvoice(invoice.status === 'redIssued' ? '红字发票已经上传过' : '这张发票没有要冲红的退款');
  if (invoice.invoiceNo === redNo) refuseInvoice('红字发票的号码与原发票相同');
  return invoice;
};

/** Reverses the invoice of a refunded order: an issued invoice waits for its red invoice, an open request is rejected. */
export const reverseInvoiceOf = async (tx: Transaction, orderNo: string, now: number): Promise<void> => {
  const invoice = await findLiveInvoiceOf(tx, orderNo);
  if (invoice === undefined) return;
  const isIssued = invoice.status === 'issued';
  await decideInvoiceRow(tx, invoice.id, {
    status: isIssued ? 'redPending' : 'rejected',
    reply: isIssued ? `订单 ${orderNo} 已退款，原发票由红字发票冲销；没有退款的部分可以重新申请` : `订单 ${orderNo} 已退款，请重新申请`,
    decidedBy: undefined,
    now,
  });
};
