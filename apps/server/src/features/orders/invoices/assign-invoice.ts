/**
 * Assigns an invoice request to the caller, or returns it to the queue, even if it is assigned to another operator. Throws
 * `orders.invoiceNotFound`, and `orders.invoiceRefused` for a request that was decided or, when the caller takes it, is assigned to
 * another operator.
 */
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { OrderDependencies } from '../order-dependencies.ts';
import { viewInvoice } from '../view.ts';
import { holdInvoiceRow } from './invoice-store.ts';
import { lockInvoiceToDecide, lockOpenInvoice, requireInvoice } from './invoices.ts';

export const assignInvoice: UseCase<'assignInvoice', Pick<OrderDependencies, 'db' | 'clock'>> = async (deps, caller, { id, action }) => {
  const operator = operatorOf(caller);
  const isTaking = action === 'take';
  await deps.db.transaction(async (tx) => {
    const { status, heldBy, orderNos } = isTaking ? await lockInvoiceToDecide(tx, id, operator) : await lockOpenInvoice(tx, id);
    const isUnchanged = isTaking ? heldBy === operator.userId : status === 'submitted';
    if (isUnchanged) return;
    await holdInvoiceRow(tx, id, isTaking ? operator.userId : undefined);
    const target = { kind: 'invoice', id, name: orderNos.join('、') } as const;
    const facts = { before: { status }, after: { status: isTaking ? 'issuing' : 'submitted' } };
    await recordAuditEvent(tx, operator, { action: isTaking ? 'invoice.take' : 'invoice.putBack', target, ...facts }, deps.clock.now());
  });
  return { payload: viewInvoice(await requireInvoice(deps.db.orm, id)), say: isTaking ? '这张发票由您来开' : '已放回待开具' };
};
