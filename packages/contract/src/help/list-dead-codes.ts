import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/** Lists the short codes that users reported as having no target, the newest report first. */
export const listDeadCodes = operation({
  name: 'listDeadCodes',
  method: 'GET',
  path: '/api/admin/q/reports',
  summary: '失效二维码',
  permission: 'curate',
  scope: 'platform',
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({ code: z.string(), reports: z.number().int(), lastNote: z.string(), firstAt: z.number().int(), lastAt: z.number().int() }),
    ),
  }),
});
