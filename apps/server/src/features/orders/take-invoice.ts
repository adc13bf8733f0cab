/** The desk answers an invoice with its PDF, or with the PDF of the red one: a form with a file in it, which becomes the reader's. */
import { CodedError, issueInvoice as issueOperation, LIMITS } from '@shufang/contract';
import type { FastifyRequest } from 'fastify';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { checkInput } from '../../platform/http/router.ts';
import { tellPerson } from '../../platform/notices.ts';
import type { FileDependencies } from '../files/file-dependencies.ts';
import { keepFile } from '../files/keep-file.ts';
import { receiveForm } from '../files/receive-form.ts';
import { familyOf, recogniseContent } from '../files/recognise-content.ts';
import { withTemporaryFolder } from '../media/import/temporary-folder.ts';
import { decideInvoiceRow, type InvoiceRecord, putRedInvoice } from './invoice-store.ts';
import { lockInvoiceToAnswer, lockInvoiceToRedden, requireInvoice } from './invoices.ts';
import type { OrderDependencies } from './order-dependencies.ts';

const PDF = 'application/pdf';
const NAMES = { blue: '发票', red: '红字发票' } as const;

/** Throws what `issueInvoice` of the contract lists. */
export const takeInvoice = (
  deps: Pick<OrderDependencies, 'db' | 'clock'> & { readonly files: FileDependencies },
  request: FastifyRequest,
  operator: DeskOperator,
  bounds: Bounds | undefined,
): Promise<InvoiceRecord> =>
  withTemporaryFolder(deps.files.temporaryFolder, 'upload', async (folder) => {
    const form = await receiveForm(request, folder, (head) => {
      if (head.length > 0 && familyOf(head) !== 'pdf') throw new CodedError('file.typeRefused');
      return LIMITS.invoicePdfBytes;
    });
    const { id, sheet, invoiceNo } = checkInput(issueOperation, form.fields);
    const content = await recogniseContent(form.filePath, form.fileName);
    if (content?.kind !== 'document' || content.mediaType !== PDF) throw new CodedError('file.typeRefused');
    const { userId } = await requireInvoice(deps, id, bounds);
    const name = `${NAMES[sheet]}-${invoiceNo}.pdf`;
    await keepFile(deps.files, { ownerId: userId, kind: 'invoice', name, mediaType: PDF, filePath: form.filePath }, async (tx, kept) => {
      const isRed = sheet === 'red';
      const { status, orderNos } = isRed ? await lockInvoiceToRedden(tx, id, invoiceNo) : await lockInvoiceToAnswer(tx, id, operator);
      const now = deps.clock.now();
      const made = { invoiceNo, fileId: kept.id, decidedBy: operator.userId, now };
      if (isRed) await putRedInvoice(tx, id, made);
      else await decideInvoiceRow(tx, id, { ...made, status: 'issued', answer: '' });
      const subject = { id, name: orderNos.join('、') };
      const facts = { before: { status }, after: { status: isRed ? 'redIssued' : 'issued', invoiceNo } };
      await recordAct(
        tx,
        operator,
        { act: isRed ? 'invoice.issueRed' : 'invoice.issue', target: { kind: 'invoice', ...subject }, ...facts },
        now,
      );
      await tellPerson(tx, userId, { kind: isRed ? 'redInvoiceIssued' : 'invoiceIssued', subject }, now);
    });
    return requireInvoice(deps, id);
  });
