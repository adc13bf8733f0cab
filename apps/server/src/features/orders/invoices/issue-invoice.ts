/**
 * Issues an invoice with its PDF, or the red invoice of a refunded order. The submitted form contains the PDF, which becomes a file of the
 * buyer. Throws the errors of the operation.
 */
import { CodedError, LIMITS } from '@shufang/contract';
import type { UploadUseCase } from '../../../platform/http/register-uploads.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import { recognizeUpload } from '../../files/isolated-files.ts';
import { receiveForm } from '../../files/receive-form.ts';
import { storeFile } from '../../files/store-file.ts';
import { familyOf } from '../../files/upload-kinds.ts';
import { notifyUser } from '../../notification/notifications.ts';
import { withTemporaryFolder } from '../../publication/import/temporary-folder.ts';
import type { OrderOperationDependencies } from '../order-dependencies.ts';
import { viewInvoice } from '../view.ts';
import { decideInvoiceRow, putRedInvoice } from './invoice-store.ts';
import { lockInvoiceToDecide, lockInvoiceToRedden, requireInvoice } from './invoices.ts';

const PDF = 'application/pdf';
const NAMES = { blue: '发票', red: '红字发票' } as const;

export const issueInvoice: UploadUseCase<'issueInvoice', Pick<OrderOperationDependencies, 'db' | 'clock' | 'files'>> = (
  deps,
  caller,
  request,
  parseInput,
) =>
  withTemporaryFolder(deps.files.temporaryFolder, 'upload', async (folder) => {
    const operator = operatorOf(caller);
    const form = await receiveForm(request, folder, (head) => {
      if (head.length > 0 && familyOf(head) !== 'pdf') throw new CodedError('file.typeRefused');
      return LIMITS.invoicePdfBytes;
    });
    const { id, sheet, invoiceNo } = parseInput(form.fields);
    const content = await recognizeUpload(deps.files.temporaryFolder, form.filePath, form.fileName);
    if (content?.kind !== 'document' || content.mediaType !== PDF) throw new CodedError('file.typeRefused');
    const { userId } = await requireInvoice(deps.db.orm, id, caller.accessScope);
    const name = `${NAMES[sheet]}-${invoiceNo}.pdf`;
    const isRed = sheet === 'red';
    await storeFile(deps.files, { ownerId: userId, kind: 'invoice', name, mediaType: PDF, filePath: form.filePath }, async (tx, stored) => {
      const { status, orderNos } = isRed ? await lockInvoiceToRedden(tx, id, invoiceNo) : await lockInvoiceToDecide(tx, id, operator);
      const now = deps.clock.now();
      const issued = { invoiceNo, fileId: stored.id, decidedBy: operator.userId, now };
      if (isRed) await putRedInvoice(tx, id, issued);
      else await decideInvoiceRow(tx, id, { ...issued, status: 'issued', reply: '' });
      const subject = { id, name: orderNos.join('、') };
      const facts = { before: { status }, after: { status: isRed ? 'redIssued' : 'issued', invoiceNo } };
      await recordAuditEvent(
        tx,
        operator,
        { action: isRed ? 'invoice.issueRed' : 'invoice.issue', target: { kind: 'invoice', ...subject }, ...facts },
        now,
      );
      await notifyUser(tx, userId, { kind: isRed ? 'redInvoiceIssued' : 'invoiceIssued', subject }, now);
    });
    const invoice = await requireInvoice(deps.db.orm, id);
    return { payload: viewInvoice(invoice), say: invoice.status === 'redIssued' ? '已开具红字发票' : '已开具发票' };
  });
