import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { homeSlotRecord } from './home-slot.ts';

export const listHomeSlots = operation({
  name: 'listHomeSlots',
  method: 'GET',
  path: '/api/admin/slot/list',
  summary: '首页位置',
  permission: 'curate',
  scope: 'platform',
  input: z.object({}),
  output: z.object({ items: z.array(homeSlotRecord) }),
});
