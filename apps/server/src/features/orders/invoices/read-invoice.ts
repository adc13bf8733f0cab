/**
 * Sends the PDF of an invoice to an operator. It shows the buyer's tax number, so reading it is an audit event. Throws
 * `orders.invoiceNotFound`, `file.notFound`.
 */
import { CodedError } from '@shufang/contract';
import type { FileUseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { OrderOperationDependencies } from '../order-dependencies.ts';
import { requireInvoice } from './invoices.ts';

export const readInvoice: FileUseCase<'readInvoice', Pick<OrderOperationDependencies, 'db' | 'clock' | 'sendInvoiceFile'>> = async (
  deps,
  caller,
  { id, sheet },
  { request, reply },
) => {
  const { userId, orderNos, ...invoice } = await requireInvoice(deps.db.orm, id, caller.accessScope);
  const [fileId, invoiceNo] = sheet === 'red' ? [invoice.redFileId, invoice.redInvoiceNo] : [invoice.fileId, invoice.invoiceNo];
  if (fileId === undefined) throw new CodedError('file.notFound');
  const target = { kind: 'invoice', id, name: orderNos.join('、') } as const;
  await recordAuditEvent(deps.db.orm, operatorOf(caller), { action: 'invoice.read', target, after: { invoiceNo } }, deps.clock.now());
  return deps.sendInvoiceFile(request, reply, userId, fileId);
};
