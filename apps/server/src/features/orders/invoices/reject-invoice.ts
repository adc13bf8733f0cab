/** Rejects an invoice request with a reason. Throws `orders.invoiceNotFound`, `orders.invoiceRefused`. */
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import { notifyUser } from '../../notification/notifications.ts';
import type { OrderDependencies } from '../order-dependencies.ts';
import { viewInvoice } from '../view.ts';
import { decideInvoiceRow } from './invoice-store.ts';
import { lockInvoiceToDecide, requireInvoice } from './invoices.ts';

export const rejectInvoice: UseCase<'rejectInvoice', Pick<OrderDependencies, 'db' | 'clock'>> = async (deps, caller, { id, reply }) => {
  const operator = operatorOf(caller);
  await deps.db.transaction(async (tx) => {
    const { status, orderNos, userId } = await lockInvoiceToDecide(tx, id, operator);
    const now = deps.clock.now();
    await decideInvoiceRow(tx, id, { status: 'rejected', reply, decidedBy: operator.userId, now });
    const subject = { id, name: orderNos.join('、') };
    const facts = { before: { status }, after: { status: 'rejected' }, reason: reply };
    await recordAuditEvent(tx, operator, { action: 'invoice.reject', target: { kind: 'invoice', ...subject }, ...facts }, now);
    await notifyUser(tx, userId, { kind: 'invoiceRejected', subject }, now);
  });
  return { payload: viewInvoice(await requireInvoice(deps.db.orm, id)), say: '已退回发票申请' };
};
