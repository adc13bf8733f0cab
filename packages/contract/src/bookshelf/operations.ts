/** The 书房 by calls. Clients that keep records of their own exchange the same records by sync instead. */
import { z } from 'zod';
import { collectionCard, standingCard } from '../catalog/collection-operations.ts';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { locator } from '../publication/locator.ts';
import { operation } from '../wire/operation.ts';
import { favoriteTarget, shelfGroupRecord, shelfItemRecord } from './shelf.ts';

/** Books on the shelf, put there or owned, pinned ones first, then the newest; hidden ones too, marked. */
export const getShelf = operation({
  name: 'getShelf',
  method: 'GET',
  path: '/api/shelf/get',
  summary: '书架',
  input: z.object({}),
  output: z.object({
    items: z.array(z.object({ ...standingCard.shape, item: shelfItemRecord })),
    groups: z.array(shelfGroupRecord),
  }),
});

/** `null` takes the value away. */
const shelfChange = z.object({
  bookId: entityId,
  onShelf: z.boolean().optional(),
  groupId: entityId.nullable().optional(),
  pinned: z.boolean().optional(),
  hidden: z.boolean().optional(),
  order: z.number().nullable().optional(),
  /** True: not among the recent books any more, until it is read again. */
  leaveRecent: z.literal(true).optional(),
});

/** Changes books and groups of the shelf at once, all of them or none. A group's `id` is made by the client; `remove` leaves its books in no group. */
export const setShelf = operation({
  name: 'setShelf',
  method: 'POST',
  path: '/api/shelf/set',
  summary: '修改书架',
  input: z.object({
    items: z.array(shelfChange).max(LIMITS.shelfChangesMax).default([]),
    groups: z
      .array(
        z.object({
          id: entityId,
          name: shelfGroupRecord.shape.name.optional(),
          order: z.number().optional(),
          remove: z.literal(true).optional(),
        }),
      )
      .max(LIMITS.shelfChangesMax)
      .default([]),
  }),
  output: z.object({ items: z.array(shelfItemRecord), groups: z.array(shelfGroupRecord) }),
  errors: ['catalog.bookNotFound', 'sync.opInvalid'],
});

/** Books by the time they were last read, with the place; without those taken out of this list. */
export const listRecentBooks = operation({
  name: 'listRecentBooks',
  method: 'GET',
  path: '/api/shelf/recent',
  summary: '最近阅读',
  input: z.object({ limit: pageLimit() }),
  output: z.object({ items: z.array(z.object({ ...standingCard.shape, locator, readAt: z.number().int() })) }),
});

/** Favourites, the newest first. What they are of is absent once it is gone. */
export const listFavorites = operation({
  name: 'listFavorites',
  method: 'GET',
  path: '/api/favorite/list',
  summary: '收藏',
  input: z.object({ targetType: favoriteTarget.optional() }),
  output: z.object({
    items: z.array(
      z.object({
        targetType: favoriteTarget,
        targetId: entityId,
        addedAt: z.number().int(),
        priceFen: z.number().int().optional(),
        book: standingCard.optional(),
        collection: collectionCard.optional(),
      }),
    ),
  }),
});

const favoriteAnswer = z.object({ isFavorite: z.boolean() });

/** `on` absent: the other way round than it is. */
export const toggleFavorite = operation({
  name: 'toggleFavorite',
  method: 'POST',
  path: '/api/favorite/toggle',
  summary: '收藏或取消收藏',
  input: z.object({ targetType: favoriteTarget, targetId: entityId, on: z.boolean().optional() }),
  output: favoriteAnswer,
  errors: ['catalog.bookNotFound', 'catalog.collectionNotFound', 'sync.opInvalid'],
});

/** The same for a collection. */
export const favoriteCollection = operation({
  name: 'favoriteCollection',
  method: 'POST',
  path: '/api/collection/favorite',
  summary: '收藏专题、丛书或书单',
  input: z.object({ id: entityId, on: z.boolean().optional() }),
  output: favoriteAnswer,
  errors: ['catalog.collectionNotFound', 'sync.opInvalid'],
});
