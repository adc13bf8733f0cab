/** Editors' operations on collections and the home page. Permission `curate`. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { shelfState } from './book-card.ts';
import { collectionKind, homeSlotKind, homeTargetType } from './collection.ts';

/** A collection in the admin area. */
export const collectionRecord = z.object({
  id: entityId,
  kind: collectionKind,
  title: z.string(),
  intro: z.string(),
  curator: z.string(),
  picture: z.string().optional(),
  visible: z.boolean(),
  items: z.array(z.object({ bookId: entityId, title: z.string(), shelfState, note: z.string() })),
  updatedAt: z.number().int(),
});

export type CollectionRecord = z.output<typeof collectionRecord>;

export const pictureFileId = z.string().max(64).nullable().optional();

export const orderedIds = z.array(entityId).max(LIMITS.collectionsMax);

/** A home slot. It is shown from `startAt` until `endAt` (UTC ms); without a time there is no limit. */
export const homeSlotRecord = z.object({
  id: entityId,
  slot: homeSlotKind,
  targetType: homeTargetType,
  /** Id of the book or collection, or the path. */
  target: z.string(),
  /** Current title of the target; absent if it no longer exists. */
  targetTitle: z.string().optional(),
  /** Why the slot is not shown although it is visible: its collection is hidden or empty, or its book is off the shelf. */
  obstacle: z.enum(['collectionHidden', 'collectionEmpty', 'bookOffShelf']).optional(),
  title: z.string(),
  lead: z.string(),
  picture: z.string().optional(),
  visible: z.boolean(),
  startAt: z.number().int().optional(),
  endAt: z.number().int().optional(),
});

export type HomeSlotRecord = z.output<typeof homeSlotRecord>;

/** Base path of the pictures of collections and of the home page, `CATALOG_PICTURE_PATH/<sha256>`. They are sent as files, not as JSON. */
export const CATALOG_PICTURE_PATH = '/api/media/catalog';
