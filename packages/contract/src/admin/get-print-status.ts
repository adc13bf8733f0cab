import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/** Returns the Chinese font with which this server prints PDFs; absent if the system has none, so that no PDF can be printed. */
export const getPrintStatus = operation({
  name: 'getPrintStatus',
  method: 'GET',
  path: '/api/admin/print',
  summary: '打印字体',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({}),
  output: z.object({ font: z.object({ family: z.string(), file: z.string() }).optional() }),
});
