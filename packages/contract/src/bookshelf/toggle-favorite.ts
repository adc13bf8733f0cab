import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { favoriteResult } from './favorite.ts';
import { favoriteTarget } from './shelf.ts';

/** Adds a favorite (`on: true`) or removes it (`on: false`). Without `on`, adds it if it is missing and removes it otherwise. */
export const toggleFavorite = operation({
  name: 'toggleFavorite',
  method: 'POST',
  path: '/api/favorite/toggle',
  summary: '收藏或取消收藏',
  permission: 'ownAccount',
  input: z.object({ targetType: favoriteTarget, targetId: entityId, on: z.boolean().optional() }),
  output: favoriteResult,
  errors: ['catalog.bookNotFound', 'catalog.collectionNotFound', 'sync.opInvalid'],
});
