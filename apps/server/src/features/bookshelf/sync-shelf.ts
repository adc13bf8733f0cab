/** Books on the shelf, groups and favourites as sync sees them: last writer wins, field by field. */
import {
  entityId,
  type FavoriteRecord,
  favoriteId,
  favoriteRecord,
  LIMITS,
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
import {
  countShelfGroups,
  listFavoriteRecords,
  listShelfGroups,
  listShelfItems,
  saveFavorite,
  saveShelfGroup,
  saveShelfItem,
} from './store.ts';

/** What a shelf needs to know of the catalogue. */
export interface ShelfPlaces {
  bookExists(bookId: string): Promise<boolean>;
  collectionExists(collectionId: string): Promise<boolean>;
}

const read = <Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> => {
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw opInvalid(describeFieldIssue(parsed.error));
  return parsed.data;
};

const item = shelfItemRecord.shape;
/** `bookId` of a whole record sent back is the entity's id: not read. */
const itemFields = z.object({
  onShelf: item.onShelf,
  addedAt: item.addedAt,
  groupId: item.groupId.nullable(),
  pinned: item.pinned,
  hidden: item.hidden,
  order: item.order.nullable(),
  leftRecentAt: item.leftRecentAt.nullable(),
});

export const createShelfItemSync = (places: ShelfPlaces): SyncEntityHandler => ({
  entity: 'shelfItem',
  async prepare(userId, op) {
    if (op.kind === 'del') throw opInvalid('书架上的书不能删除，只能移出');
    const bookId = read(entityId, op.entityId);
    const fields = read(itemFields, op.fields);
    if (!(await places.bookExists(bookId))) throw opInvalid('没有找到这本书');
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

/** A deletion is a field like the others, by the clock of the device. */
const deletionOf = (op: SyncOp): { deletedAt: number } => ({ deletedAt: parseHlc(op.hlc).ms });

export const createShelfGroupSync = (): SyncEntityHandler => ({
  entity: 'shelfGroup',
  async prepare(userId, op) {
    const id = read(entityId, op.entityId);
    const fields = op.kind === 'del' ? deletionOf(op) : read(groupFields, op.fields);
    return async (tx, { hlc }) => {
      const [current] = await listShelfGroups(tx, userId, [id]);
      if (current === undefined) {
        // Nothing of this name was ever kept, so no device has it.
        if (op.kind === 'del') return { status: 'applied', changed: false };
        if (!('name' in fields) || fields.name === undefined) throw opInvalid('新的分组缺少名称');
        if ((await countShelfGroups(tx, userId)) >= LIMITS.shelfGroupsMax) throw opInvalid(`分组最多 ${LIMITS.shelfGroupsMax} 个`);
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

export const createFavoriteSync = (places: ShelfPlaces): SyncEntityHandler => ({
  entity: 'favorite',
  async prepare(userId, op) {
    const target = readFavoriteId(op.entityId);
    if (target === undefined) throw opInvalid('收藏的编号有误');
    const { targetType, targetId } = target;
    const fields = op.kind === 'del' ? deletionOf(op) : read(favoriteFields, op.fields);
    // What is gone can still be let go of.
    if (op.kind === 'put' && !(targetType === 'book' ? await places.bookExists(targetId) : await places.collectionExists(targetId))) {
      throw opInvalid(targetType === 'book' ? '没有找到这本书' : '没有找到这个专题或书单');
    }
    return async (tx, { hlc }) => {
      const [current] = (await listFavoriteRecords(tx, userId, [targetId])).filter(({ fields: kept }) => kept.targetType === targetType);
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
