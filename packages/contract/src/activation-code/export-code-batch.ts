import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { boxSize, codeBatch, codeBox } from './code-batch.ts';

/**
 * Exports the codes for the printer, once: only this response contains them, and it is not stored for replay. If it is lost, the batch must
 * be voided and requested again.
 */
export const exportCodeBatch = operation({
  name: 'exportCodeBatch',
  method: 'POST',
  path: '/api/admin/code/batch/export',
  summary: '导出激活码（仅一次）',
  permission: 'manageCodes',
  scope: { batchId: 'codeBatch' },
  isIdempotent: true,
  input: z.object({
    batchId: z.string().max(64),
    /**
     * Number of codes per box; if absent, the number given in the request for the batch applies. A batch has at most `LIMITS.codeBoxesMax`
     * boxes.
     */
    boxSize: boxSize.optional(),
    /** Format of the file; `xlsx` is possible for at most `LIMITS.codesPerWorkbook` codes. */
    format: z.enum(['csv', 'xlsx']).default('csv'),
  }),
  output: z.object({
    batch: codeBatch,
    fileName: z.string(),
    /**
     * The file: CSV with a byte order mark, or a workbook in base64. Columns: serial number, box, code, URL of the QR code, batch, first
     * and last number of the box.
     */
    csv: z.string().optional(),
    xlsx: z.string().optional(),
    boxes: z.array(codeBox),
  }),
  errors: ['activationCode.batchNotFound', 'activationCode.batchState'],
});
