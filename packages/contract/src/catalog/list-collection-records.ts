import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { collectionRecord } from './home-slot.ts';

/** Lists all collections in their order, including hidden ones. */
export const listCollectionRecords = operation({
  name: 'listCollectionRecords',
  method: 'GET',
  path: '/api/admin/collection/list',
  summary: '全部专题、丛书与书单',
  permission: 'curate',
  scope: 'filtered',
  input: z.object({}),
  output: z.object({ items: z.array(collectionRecord) }),
});
