import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { codeBatch, codeBox } from './code-batch.ts';

/** Lists the boxes of a batch with their ranges and numbers of void codes. */
export const getCodeBoxes = operation({
  name: 'getCodeBoxes',
  method: 'GET',
  path: '/api/admin/code/batch/boxes',
  summary: '批次的箱单',
  permission: 'seeCodes',
  scope: { batchId: 'codeBatch' },
  input: z.object({ batchId: z.string().max(64) }),
  output: z.object({ batch: codeBatch, boxes: z.array(codeBox.extend({ void: z.number().int() })) }),
  errors: ['activationCode.batchNotFound'],
});
