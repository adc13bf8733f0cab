import { z } from 'zod';
import { bookStatusCard, collectionCard } from '../catalog/collection.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { favoriteTarget } from './shelf.ts';

/** Lists favorites, the newest first. `book` or `collection` is absent once the target no longer exists. */
export const listFavorites = operation({
  name: 'listFavorites',
  method: 'GET',
  path: '/api/favorite/list',
  summary: '收藏',
  permission: 'ownAccount',
  input: z.object({ targetType: favoriteTarget.optional() }),
  output: z.object({
    items: z.array(
      z.object({
        targetType: favoriteTarget,
        targetId: entityId,
        addedAt: z.number().int(),
        priceFen: z.number().int().optional(),
        book: bookStatusCard.optional(),
        collection: collectionCard.optional(),
      }),
    ),
  }),
});
