import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { orderedIds } from './home-slot.ts';

/** Sets the order of the collections; those not listed follow in their current order. */
export const arrangeCollections = operation({
  name: 'arrangeCollections',
  method: 'POST',
  path: '/api/admin/collection/arrange',
  summary: '排列专题、丛书与书单',
  permission: 'curate',
  scope: 'platform',
  input: z.object({ ids: orderedIds }),
  output: z.object({}),
});
