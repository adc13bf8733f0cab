import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/** Reports that a short code printed in a book has no target. */
export const reportDeadCode = operation({
  name: 'reportDeadCode',
  method: 'POST',
  path: '/api/q/report',
  summary: '报告失效二维码',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({
    code: z.string().regex(/^[0-9A-Za-z]{4,16}$/),
    /** Book and page in which the code is printed. */
    note: z.string().trim().max(200).default(''),
  }),
  output: z.object({}),
});
