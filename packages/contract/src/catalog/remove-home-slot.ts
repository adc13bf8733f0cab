import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

export const removeHomeSlot = operation({
  name: 'removeHomeSlot',
  method: 'POST',
  path: '/api/admin/slot/remove',
  summary: '删除首页位置',
  permission: 'curate',
  scope: 'platform',
  input: z.object({ id: entityId }),
  output: z.object({}),
  errors: ['catalog.slotNotFound'],
});
