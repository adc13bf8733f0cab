/** Sync records of a user's bookshelf (书房): shelf items, groups, favorites. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';

/**
 * State of a book on a user's bookshelf (书房); id = bookId. Each field is last-writer-wins. Without `onShelf`, owned books are on the shelf
 * and others are not.
 */
export const shelfItemRecord = z.object({
  bookId: entityId,
  onShelf: z.boolean().optional(),
  addedAt: z.number().int().optional(),
  /** Id of the shelf group that contains the book; absent or unknown if it is in no group. */
  groupId: entityId.optional(),
  pinned: z.boolean().optional(),
  hidden: z.boolean().optional(),
  /** Sort key of the user's own order, ascending; items without one come last. */
  order: z.number().optional(),
  /** Time up to which reading positions of the book do not count as recent, because the user removed the book from the recent books. */
  leftRecentAt: z.number().int().optional(),
});
export type ShelfItemRecord = z.output<typeof shelfItemRecord>;

/** A group of books on the shelf, or a folder of favorites; the client generates `id`. */
export const shelfGroupRecord = z.object({
  id: entityId,
  name: z.string().trim().min(1, '请填写分组名称').max(LIMITS.shelfGroupNameChars, `分组名称最多 ${LIMITS.shelfGroupNameChars} 个字`),
  order: z.number().optional(),
  /** Whether the group is a folder of favorites; set on creation and never changed. */
  ofFavorites: z.boolean().optional(),
  deletedAt: z.number().int().optional(),
});
export type ShelfGroupRecord = z.output<typeof shelfGroupRecord>;

export const favoriteTarget = z.enum(['book', 'collection']);
export type FavoriteTarget = z.output<typeof favoriteTarget>;

/** A book or a collection that the user marked as favorite (收藏); id = `favoriteId(targetType, targetId)`. */
export const favoriteRecord = z.object({
  targetType: favoriteTarget,
  targetId: entityId,
  addedAt: z.number().int(),
  /** Price of the book when it was marked, with which the client shows a price drop. */
  priceFen: z.number().int().min(0).optional(),
  /** Id of the folder that contains the favorite; absent or unknown if it is in no folder. */
  folderId: entityId.optional(),
  deletedAt: z.number().int().optional(),
});
export type FavoriteRecord = z.output<typeof favoriteRecord>;

export const favoriteId = (targetType: FavoriteTarget, targetId: string): string => `${targetType}:${targetId}`;

/** Parses a favorite id; returns undefined for an invalid one. */
export const readFavoriteId = (id: string): { targetType: FavoriteTarget; targetId: string } | undefined => {
  const parsed = z.tuple([favoriteTarget, entityId]).safeParse(id.split(':'));
  return parsed.success ? { targetType: parsed.data[0], targetId: parsed.data[1] } : undefined;
};
