/**
 * Requests an invoice for paid orders of the caller, over the amount that was not refunded. Returns the request. Throws `orders.notFound`,
 * and `orders.invoiceRefused` if an order is not fulfilled or already has an invoice.
 */
import { CodedError, newId } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { OrderDependencies } from '../order-dependencies.ts';
import { lockOrder } from '../store.ts';
import { viewInvoice } from '../view.ts';
import { type InvoiceRecord, insertInvoice } from './invoice-store.ts';
import { refuseInvoice, requireInvoice } from './invoices.ts';

export const createInvoice: UseCase<'createInvoice', Pick<OrderDependencies, 'db' | 'clock'>> = async (deps, { reader }, input) => {
  const { userId } = reader;
  const now = deps.clock.now();
  const id = newId(now);
  await deps.db.transaction(async (tx) => {
    let amountFen = 0;
    const orderNos = [...new Set(input.orderNos)].toSorted();
    for (const no of orderNos) {
      const order = await lockOrder(tx, no);
      if (order?.userId !== userId) throw new CodedError('orders.notFound');
      if (order.status !== 'fulfilled' && order.status !== 'partiallyRefunded') refuseInvoice(`订单 ${no} 没有完成，或正在退款`);
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
      reply: '',
      createdAt: now,
    };
    if (!(await insertInvoice(tx, invoice))) refuseInvoice('其中有订单已申请过发票');
  });
  return { payload: viewInvoice(await requireInvoice(deps.db.orm, id)), say: '已提交发票申请' };
};
