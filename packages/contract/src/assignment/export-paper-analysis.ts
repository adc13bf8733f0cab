import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * Returns the analysis of an assignment as an Excel workbook or as PDF. Throws `assignment.notFound`, also for a draft; as PDF also
 * `print.noFont`, `print.failed`.
 */
export const exportPaperAnalysis = operation({
  name: 'exportPaperAnalysis',
  method: 'GET',
  path: '/api/assignment/analysis/export',
  summary: '导出试卷分析',
  permission: 'runClass',
  input: z.object({ assignmentId: entityId, format: z.enum(['xlsx', 'pdf']).default('xlsx') }),
  output: z.object({ fileName: z.string(), base64: z.string() }),
  errors: ['assignment.notFound', 'print.noFont', 'print.failed'],
});
