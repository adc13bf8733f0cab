/** What editors do with collections and the front page, on the wire; and the pictures they gave. */
import {
  arrangeCollections as arrangeCollectionsOperation,
  arrangeHomeSlots as arrangeHomeSlotsOperation,
  CATALOG_PICTURE_PATH,
  listCategoryRecords as listCategoryRecordsOperation,
  listCollectionRecords as listCollectionRecordsOperation,
  listHomeSlots as listHomeSlotsOperation,
  moveCategory as moveCategoryOperation,
  removeCategory as removeCategoryOperation,
  removeCollection as removeCollectionOperation,
  removeHomeSlot as removeHomeSlotOperation,
  saveCategory as saveCategoryOperation,
  saveCollection as saveCollectionOperation,
  saveHomeSlot as saveHomeSlotOperation,
} from '@shufang/contract';
import type { FastifyInstance } from 'fastify';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { ObjectNotFoundError, type ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import { operatorOf } from '../../platform/audit.ts';
import { describeFile } from '../../platform/http/describe-operation.ts';
import type { Router } from '../../platform/http/router.ts';
import { findCatalogPicture } from './collection-store.ts';
import { listCategoryRecords, moveCategory, removeCategory, saveCategory } from './edit-categories.ts';
import {
  arrangeCollections,
  type CurationDependencies,
  listCollectionRecords,
  removeCollection,
  saveCollection,
} from './save-collection.ts';
import { arrangeHomeSlots, listHomeSlots, removeHomeSlot, saveHomeSlot } from './save-home-slot.ts';

const SHA256 = /^[0-9a-f]{64}$/;

/** Made anew by us from pixels when uploaded, so they may stand on the app origin. The address is the hash, so it never changes. */
export const registerCatalogPictures = (
  fastify: FastifyInstance,
  deps: Pick<CurationDependencies, 'db'> & { objects: ObjectStorage },
): void => {
  fastify.get<{ Params: { sha256: string } }>(
    `${CATALOG_PICTURE_PATH}/:sha256`,
    { schema: describeFile({ summary: '专题与首页的图片', operationId: 'getCatalogPicture', type: 'image/*' }) },
    async (request, reply) => {
      const { sha256 } = request.params;
      const picture = SHA256.test(sha256) ? await findCatalogPicture(deps.db.orm, sha256) : undefined;
      if (picture === undefined) return reply.callNotFound();
      try {
        const bytes = await deps.objects.get(contentKey(sha256));
        return await reply
          .type(picture.mediaType)
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('content-length', bytes.bytes)
          .send(bytes.stream);
      } catch (error) {
        if (error instanceof ObjectNotFoundError) return reply.callNotFound();
        throw error;
      }
    },
  );
};

export const registerCurationRoutes = (router: Router, deps: CurationDependencies): void => {
  router.handle(listCategoryRecordsOperation, () => listCategoryRecords(deps));
  router.handle(saveCategoryOperation, async (input, context) => ({
    payload: await saveCategory(deps, operatorOf(context), input),
    say: `已保存“${input.name}”`,
  }));
  router.handle(moveCategoryOperation, (input, context) => moveCategory(deps, operatorOf(context), input));
  router.handle(removeCategoryOperation, async ({ id }, context) => ({
    payload: await removeCategory(deps, operatorOf(context), id),
    say: '已删除',
  }));
  router.handle(listCollectionRecordsOperation, async (_input, { bounds }) => ({ items: await listCollectionRecords(deps, bounds) }));
  router.handle(saveCollectionOperation, async (input, context) => {
    const payload = await saveCollection(deps, operatorOf(context), input, context.bounds);
    return { payload, say: `已保存《${payload.title}》` };
  });
  router.handle(removeCollectionOperation, async ({ id }, context) => {
    await removeCollection(deps, operatorOf(context), id);
    return { payload: {}, say: '已删除' };
  });
  router.handle(arrangeCollectionsOperation, async ({ ids }, context) => {
    await arrangeCollections(deps, operatorOf(context), ids);
    return {};
  });
  router.handle(listHomeSlotsOperation, async () => ({ items: await listHomeSlots(deps) }));
  router.handle(saveHomeSlotOperation, async (input, context) => ({
    payload: await saveHomeSlot(deps, operatorOf(context), input),
    say: '已保存首页位置',
  }));
  router.handle(removeHomeSlotOperation, async ({ id }, context) => {
    await removeHomeSlot(deps, operatorOf(context), id);
    return { payload: {}, say: '已删除' };
  });
  router.handle(arrangeHomeSlotsOperation, async ({ ids }, context) => {
    await arrangeHomeSlots(deps, operatorOf(context), ids);
    return {};
  });
};
