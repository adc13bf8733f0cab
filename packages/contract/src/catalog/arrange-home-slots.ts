import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { orderedIds } from './home-slot.ts';

export const arrangeHomeSlots = operation({
  name: 'arrangeHomeSlots',
  method: 'POST',
  path: '/api/admin/slot/arrange',
  summary: '排列首页位置',
  permission: 'curate',
  scope: 'platform',
  input: z.object({ ids: orderedIds }),
  output: z.object({}),
});
