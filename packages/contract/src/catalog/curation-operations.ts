/** What editors do with collections and the front page. Permission `curate`. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { collectionKind, getHome, homeSlotKind, homeTargetType } from './collection-operations.ts';
import { shelfState } from './operations.ts';

/** A collection as editors see it. */
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

/** All of them in their order, hidden ones too. */
export const listCollectionRecords = operation({
  name: 'listCollectionRecords',
  method: 'GET',
  path: '/api/admin/collection/list',
  summary: '全部专题、丛书与书单',
  input: z.object({}),
  output: z.object({ items: z.array(collectionRecord) }),
});

const pictureFileId = z.string().max(64).nullable().optional();

/**
 * Makes a collection, or changes the one named by `id`: what is not given stays as it is, `items` replaces all of them in their order.
 * `pictureFileId`: a picture the editor uploaded by `uploadImage`; `null` takes the picture away.
 */
export const saveCollection = operation({
  name: 'saveCollection',
  method: 'POST',
  path: '/api/admin/collection/save',
  summary: '保存专题、丛书或书单',
  input: z.object({
    id: entityId.optional(),
    kind: collectionKind.optional(),
    title: z.string().trim().min(1, '请填写名称').max(60, '名称最多 60 个字').optional(),
    intro: z.string().trim().max(2_000, '介绍最多 2000 个字').optional(),
    curator: z.string().trim().max(60, '编者最多 60 个字').optional(),
    visible: z.boolean().optional(),
    pictureFileId,
    items: z
      .array(z.object({ bookId: entityId, note: z.string().trim().max(200, '推荐语最多 200 个字').default('') }))
      .max(LIMITS.collectionItems)
      .optional(),
  }),
  output: collectionRecord,
  errors: ['catalog.collectionNotFound', 'catalog.bookNotFound', 'file.notFound'],
});

/** Removes a collection and the places of the front page that lead to it. People's favourites of it say that it is gone. */
export const removeCollection = operation({
  name: 'removeCollection',
  method: 'POST',
  path: '/api/admin/collection/remove',
  summary: '删除专题、丛书或书单',
  input: z.object({ id: entityId }),
  output: z.object({}),
  errors: ['catalog.collectionNotFound'],
});

const ids = z.array(entityId).max(LIMITS.collectionsMax);

/** Puts collections in this order; those not named follow as they were. */
export const arrangeCollections = operation({
  name: 'arrangeCollections',
  method: 'POST',
  path: '/api/admin/collection/arrange',
  summary: '排列专题、丛书与书单',
  input: z.object({ ids }),
  output: z.object({}),
});

/** A place of the front page. Shown from `startAt` until `endAt` (UTC ms), each absent: no bound. */
export const homeSlotRecord = z.object({
  id: entityId,
  slot: homeSlotKind,
  targetType: homeTargetType,
  /** Id of the book or collection, or the address. */
  target: z.string(),
  /** What the target is called now; absent once it is gone. */
  targetTitle: z.string().optional(),
  /** Why readers do not see it whatever the place itself says: its collection is hidden or has no book on the shelf, or its book is not there. */
  obstacle: z.enum(['collectionHidden', 'collectionEmpty', 'bookOffShelf']).optional(),
  title: z.string(),
  lead: z.string(),
  picture: z.string().optional(),
  visible: z.boolean(),
  startAt: z.number().int().optional(),
  endAt: z.number().int().optional(),
});
export type HomeSlotRecord = z.output<typeof homeSlotRecord>;

export const listHomeSlots = operation({
  name: 'listHomeSlots',
  method: 'GET',
  path: '/api/admin/slot/list',
  summary: '首页位置',
  input: z.object({}),
  output: z.object({ items: z.array(homeSlotRecord) }),
});

/**
 * The front page as it will be at `at` (UTC ms; absent: now). `drafts`: also with places that are hidden or begin later, and with books and
 * collections readers do not see, each marked.
 */
export const previewHome = operation({
  name: 'previewHome',
  method: 'GET',
  path: '/api/admin/home/preview',
  summary: '预览首页',
  input: z.object({ at: z.coerce.number().int().min(0).max(8.64e15).optional(), drafts: z.enum(['yes', 'no']).default('yes') }),
  output: getHome.output,
});

const moment = z.number().int().min(0).nullable().optional();

/** Makes a place of the front page, or changes the one named by `id`: what is not given stays, `null` takes it away. */
export const saveHomeSlot = operation({
  name: 'saveHomeSlot',
  method: 'POST',
  path: '/api/admin/slot/save',
  summary: '保存首页位置',
  input: z.object({
    id: entityId.optional(),
    slot: homeSlotKind.optional(),
    targetType: homeTargetType.optional(),
    target: z.string().trim().min(1, '请填写指向').max(500).optional(),
    title: z.string().trim().max(40, '标题最多 40 个字').optional(),
    lead: z.string().trim().max(100, '说明最多 100 个字').optional(),
    pictureFileId,
    visible: z.boolean().optional(),
    startAt: moment,
    endAt: moment,
  }),
  output: homeSlotRecord,
  errors: ['catalog.slotNotFound', 'catalog.collectionNotFound', 'catalog.bookNotFound', 'file.notFound'],
});

export const removeHomeSlot = operation({
  name: 'removeHomeSlot',
  method: 'POST',
  path: '/api/admin/slot/remove',
  summary: '删除首页位置',
  input: z.object({ id: entityId }),
  output: z.object({}),
  errors: ['catalog.slotNotFound'],
});

export const arrangeHomeSlots = operation({
  name: 'arrangeHomeSlots',
  method: 'POST',
  path: '/api/admin/slot/arrange',
  summary: '排列首页位置',
  input: z.object({ ids }),
  output: z.object({}),
});

/** Pictures of collections and of the front page: `CATALOG_PICTURE_PATH/<sha256>`. Not in the envelope. */
export const CATALOG_PICTURE_PATH = '/api/media/catalog';
