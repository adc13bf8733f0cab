import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { collectionKind } from './collection.ts';
import { collectionRecord, pictureFileId } from './home-slot.ts';

/**
 * Creates a collection, or updates the one with `id`: omitted fields stay, `items` replaces all items. `pictureFileId`: a picture uploaded
 * with `uploadImage`; `null` removes the picture.
 */
export const saveCollection = operation({
  name: 'saveCollection',
  method: 'POST',
  path: '/api/admin/collection/save',
  summary: '保存专题、丛书或书单',
  permission: 'curate',
  // The use case also requires the books of the collection to be in the caller's access scope.
  scope: { id: 'collection' },
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
