import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Deletes an imported dictionary with all its entries, in which readers no longer find words from now on. */
export const deleteDictionary = operation({
  name: 'deleteDictionary',
  method: 'POST',
  path: '/api/admin/dictionary/delete',
  summary: '删除词典',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({ id: entityId, reason: z.string().trim().min(1, '请写明删除的原因').max(LIMITS.operatorReasonChars) }),
  output: z.object({}),
  errors: ['dictionary.notFound'],
});
