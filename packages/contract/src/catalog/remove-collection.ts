import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Removes a collection and its home slots. Users' favorites of it remain without a target. */
export const removeCollection = operation({
  name: 'removeCollection',
  method: 'POST',
  path: '/api/admin/collection/remove',
  summary: '删除专题、丛书或书单',
  permission: 'curate',
  scope: { id: 'collection' },
  input: z.object({ id: entityId }),
  output: z.object({}),
  errors: ['catalog.collectionNotFound'],
});
