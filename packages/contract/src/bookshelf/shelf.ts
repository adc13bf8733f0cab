/** What a person's 书房 is made of, as devices and the server exchange it: books on the shelf, groups, favourites. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';

/**
 * How a book stands in someone's 书房; id = bookId. Every field goes to the later stamp by itself.
 * `onShelf` absent: never decided; a book the person owns lies on the shelf then, another does not.
 */
export const shelfItemRecord = z.object({
  bookId: entityId,
  onShelf: z.boolean().optional(),
  addedAt: z.number().int().optional(),
  /** Absent, or of a group that is gone: in no group. */
  groupId: entityId.optional(),
  pinned: z.boolean().optional(),
  hidden: z.boolean().optional(),
  /** Place in the person's own order, from small to great; absent: after those that have one. */
  order: z.number().optional(),
  /** Places in this book read up to then are not among the recent ones. */
  leftRecentAt: z.number().int().optional(),
});
export type ShelfItemRecord = z.output<typeof shelfItemRecord>;

/** A group of books on the shelf, or a folder of favourites; the client makes `id`. */
export const shelfGroupRecord = z.object({
  id: entityId,
  name: z.string().trim().min(1, '请填写分组名称').max(LIMITS.shelfGroupNameChars, `分组名称最多 ${LIMITS.shelfGroupNameChars} 个字`),
  order: z.number().optional(),
  /** True: a folder of favourites; said when it is made and never changed. */
  ofFavorites: z.boolean().optional(),
  deletedAt: z.number().int().optional(),
});
export type ShelfGroupRecord = z.output<typeof shelfGroupRecord>;

export const favoriteTarget = z.enum(['book', 'collection']);
export type FavoriteTarget = z.output<typeof favoriteTarget>;

/** 收藏 of a book or a collection; id = `favoriteId(targetType, targetId)`. */
export const favoriteRecord = z.object({
  targetType: favoriteTarget,
  targetId: entityId,
  addedAt: z.number().int(),
  /** What the book cost then, so that a fall in price can be told. */
  priceFen: z.number().int().min(0).optional(),
  /** Absent, or of a folder that is gone: in no folder. */
  folderId: entityId.optional(),
  deletedAt: z.number().int().optional(),
});
export type FavoriteRecord = z.output<typeof favoriteRecord>;

export const favoriteId = (targetType: FavoriteTarget, targetId: string): string => `${targetType}:${targetId}`;

/** Undefined for what is no such id. */
export const readFavoriteId = (id: string): { targetType: FavoriteTarget; targetId: string } | undefined => {
  const parsed = z.tuple([favoriteTarget, entityId]).safeParse(id.split(':'));
  return parsed.success ? { targetType: parsed.data[0], targetId: parsed.data[1] } : undefined;
};
