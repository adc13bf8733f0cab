import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { favoriteResult } from './favorite.ts';

/** Adds a collection to the caller's favorites or removes it. */
export const favoriteCollection = operation({
  name: 'favoriteCollection',
  method: 'POST',
  path: '/api/collection/favorite',
  summary: '收藏专题、丛书或书单',
  permission: 'ownAccount',
  input: z.object({ id: entityId, on: z.boolean().optional() }),
  output: favoriteResult,
  errors: ['catalog.collectionNotFound', 'sync.opInvalid'],
});
