/** Sync of books on the shelf, groups and favorites: the last writer wins, field by field. */
import {
  entityId,
  type FavoriteRecord,
  favoriteId,
  favoriteRecord,
  parseHlc,
  readFavoriteId,
  type ShelfGroupRecord,
  type ShelfItemRecord,
  type SyncOp,
  shelfGroupRecord,
  shelfItemRecord,
} from '@shufang/contract';
import { z } from 'zod';
import type { SyncEntityHandler } from '../sync/entity-handler.ts';
import { type Clocked, mergeFields } from '../sync/merge-fields.ts';
import { describeFieldIssue, opInvalid } from '../sync/op-invalid.ts';
import { BOOKSHELF_LIMITS } from './limits.ts';
import {
  countShelfGroups,
  listFavoriteRecords,
  listShelfGroups,
  listShelfItems,
  saveFavorite,
  saveShelfGroup,
  saveShelfItem,
} from './store.ts';

/** Looks up the books and collections that are needed to validate changes. */
export interface ShelfCatalog {
  bookExists(bookId: string): Promise<boolean>;
  collectionExists(collectionId: string): Promise<boolean>;
}

const read = <Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> => {
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw opInvalid(describeFieldIssue(parsed.error));
  return parsed.data;
};

const item = shelfItemRecord.shape;
/**
 * Fields of a shelf item in a sync operation. A client that sends the whole record includes `bookId`, which equals the entity's id and is
 * ignored.
 */
const itemFields = z.object({
  onShelf: item.onShelf,
  addedAt: item.addedAt,
  groupId: item.groupId.nullable(),
  pinned: item.pinned,
  hidden: item.hidden,
  order: item.order.nullable(),
  leftRecentAt: item.leftRecentAt.nullable(),
});

export const createShelfItemSync = (catalog: ShelfCatalog): SyncEntityHandler => ({
  entity: 'shelfItem',
  async prepare(userId, op) {
    if (op.kind === 'del') throw opInvalid('书架上的书不能删除，只能移出');
    const bookId = read(entityId, op.entityId);
    const fields = read(itemFields, op.fields);
    if (!(await catalog.bookExists(bookId))) throw opInvalid('没有找到这本书');
    return async (tx, { hlc }) => {
      const [current] = await listShelfItems(tx, userId, [bookId]);
      const { next, lost, changed } = mergeFields<ShelfItemRecord>(current ?? { fields: { bookId }, clocks: {} }, fields, hlc);
      if (changed) await saveShelfItem(tx, userId, next);
      return { status: lost ? 'merged' : 'applied', changed };
    };
  },
  read: async (db, userId, ids) =>
    (await listShelfItems(db, userId, ids)).map(({ fields, clocks }) => ({
      entity: 'shelfItem',
      entityId: fields.bookId,
      record: fields,
      clocks: { ...clocks },
    })),
});

const groupFields = z.object({
  name: shelfGroupRecord.shape.name.optional(),
  order: shelfGroupRecord.shape.order.nullable(),
  ofFavorites: shelfGroupRecord.shape.ofFavorites,
  deletedAt: shelfGroupRecord.shape.deletedAt.nullable(),
});

/** Returns the deletion time as a field, so that it is merged by timestamp like the other fields. */
const deletionOf = (op: SyncOp): { deletedAt: number } => ({ deletedAt: parseHlc(op.hlc).ms });

export const createShelfGroupSync = (): SyncEntityHandler => ({
  entity: 'shelfGroup',
  async prepare(userId, op) {
    const id = read(entityId, op.entityId);
    const fields = op.kind === 'del' ? deletionOf(op) : read(groupFields, op.fields);
    return async (tx, { hlc }) => {
      const [current] = await listShelfGroups(tx, userId, [id]);
      if (current === undefined) {
        // The server has no record with this id, so no device has one and nothing needs to be deleted.
        if (op.kind === 'del') return { status: 'applied', changed: false };
        if (!('name' in fields) || fields.name === undefined) throw opInvalid('新的分组缺少名称');
        if ((await countShelfGroups(tx, userId)) >= BOOKSHELF_LIMITS.shelfGroupsMax)
          throw opInvalid(`分组最多 ${BOOKSHELF_LIMITS.shelfGroupsMax} 个`);
      }
      const start: Clocked<ShelfGroupRecord> = current ?? { fields: { id, name: '' }, clocks: {} };
      const { next, lost, changed } = mergeFields(start, fields, hlc);
      if (changed) await saveShelfGroup(tx, userId, next);
      return { status: lost ? 'merged' : 'applied', changed };
    };
  },
  read: async (db, userId, ids) =>
    (await listShelfGroups(db, userId, ids)).map(({ fields, clocks }) => ({
      entity: 'shelfGroup',
      entityId: fields.id,
      record: fields,
      clocks: { ...clocks },
    })),
});

const favoriteFields = z.object({
  addedAt: favoriteRecord.shape.addedAt.optional(),
  priceFen: favoriteRecord.shape.priceFen.nullable(),
  folderId: favoriteRecord.shape.folderId.nullable(),
  deletedAt: favoriteRecord.shape.deletedAt.nullable(),
});

export const createFavoriteSync = (catalog: ShelfCatalog): SyncEntityHandler => ({
  entity: 'favorite',
  async prepare(userId, op) {
    const target = readFavoriteId(op.entityId);
    if (target === undefined) throw opInvalid('收藏的编号有误');
    const { targetType, targetId } = target;
    const fields = op.kind === 'del' ? deletionOf(op) : read(favoriteFields, op.fields);
    // A favorite can be removed even if its target no longer exists.
    if (op.kind === 'put' && !(targetType === 'book' ? await catalog.bookExists(targetId) : await catalog.collectionExists(targetId))) {
      throw opInvalid(targetType === 'book' ? '没有找到这本书' : '没有找到这个专题或书单');
    }
    return async (tx, { hlc }) => {
      const [current] = (await listFavoriteRecords(tx, userId, [targetId])).filter(
        ({ fields: stored }) => stored.targetType === targetType,
      );
      if (current === undefined && op.kind === 'del') return { status: 'applied', changed: false };
      const start: Clocked<FavoriteRecord> = current ?? { fields: { targetType, targetId, addedAt: parseHlc(hlc).ms }, clocks: {} };
      const { next, lost, changed } = mergeFields(start, fields, hlc);
      if (changed) await saveFavorite(tx, userId, next);
      return { status: lost ? 'merged' : 'applied', changed };
    };
  },
  async read(db, userId, ids) {
    const targets = ids.flatMap((id) => readFavoriteId(id)?.targetId ?? []);
    return (await listFavoriteRecords(db, userId, targets)).map(({ fields, clocks }) => ({
      entity: 'favorite',
      entityId: favoriteId(fields.targetType, fields.targetId),
      record: fields,
      clocks: { ...clocks },
    }));
  },
});
