import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { sampleFilter } from './sample-request.ts';

/** Exports the matching samples as a table (xlsx), at most 5,000. Not stored for replay, because it contains personal data. */
export const exportSamples = operation({
  name: 'exportSamples',
  method: 'POST',
  path: '/api/admin/sample/export',
  summary: '导出样书申请',
  permission: 'approveApplication',
  scope: 'filtered',
  isIdempotent: true,
  input: z.object(sampleFilter),
  output: z.object({ fileName: z.string(), base64: z.string(), samples: z.number().int() }),
});
