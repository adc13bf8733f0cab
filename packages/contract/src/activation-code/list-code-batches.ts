import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { batchState, codeBatch, codePage } from './code-batch.ts';

export const listCodeBatches = operation({
  name: 'listCodeBatches',
  method: 'GET',
  path: '/api/admin/code/batch/list',
  summary: '激活码批次',
  permission: 'seeCodes',
  scope: 'filtered',
  input: z.object({ state: batchState.optional(), ...codePage }),
  output: z.object({ items: z.array(codeBatch), next: z.string().optional() }),
});
