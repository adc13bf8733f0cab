/** Adds and removes favorites. */
import { CodedError, type ErrorCode, type FavoriteTarget, favoriteId } from '@shufang/contract';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import type { BookshelfDependencies } from './bookshelf-dependencies.ts';
import { pushShelfChanges, stampAfter } from './push-shelf-changes.ts';
import { listFavoriteRecords } from './store.ts';

const exists = async (dependencies: BookshelfDependencies, caller: ReaderContext, type: FavoriteTarget, id: string): Promise<boolean> =>
  type === 'book' ? (await dependencies.statusCards(caller, [id])).has(id) : (await dependencies.collectionCards(caller, [id])).has(id);

const notFound: Record<FavoriteTarget, ErrorCode> = { book: 'catalog.bookNotFound', collection: 'catalog.collectionNotFound' };

/**
 * Adds a favorite or removes it, as `on` says; without `on` its state is toggled. Returns whether it is a favorite now. Throws
 * `catalog.bookNotFound`, `catalog.collectionNotFound`.
 */
export const setFavorite = async (
  dependencies: BookshelfDependencies,
  caller: ReaderContext,
  change: { targetType: FavoriteTarget; targetId: string; on?: boolean | undefined },
): Promise<boolean> => {
  const { userId } = caller.reader;
  const { targetType, targetId } = change;
  const [current] = (await listFavoriteRecords(dependencies.db.orm, userId, [targetId])).filter(
    ({ fields }) => fields.targetType === targetType,
  );
  const isFavorite = current !== undefined && current.fields.deletedAt === undefined;
  const on = change.on ?? !isFavorite;
  if (on === isFavorite) return isFavorite;
  if (on && !(await exists(dependencies, caller, targetType, targetId))) throw new CodedError(notFound[targetType]);
  const now = dependencies.clock.now();
  const price = on && targetType === 'book' ? (await dependencies.statusCards(caller, [targetId])).get(targetId)?.book.priceFen : undefined;
  await pushShelfChanges(dependencies, userId, stampAfter(current === undefined ? [] : [current.clocks], now), [
    {
      entity: 'favorite',
      entityId: favoriteId(targetType, targetId),
      kind: on ? 'put' : 'del',
      fields: on ? { addedAt: now, deletedAt: null, ...(price === undefined ? {} : { priceFen: price }) } : {},
    },
  ]);
  return on;
};

/** Returns the response of an operation that sets a favorite: the new state and a message to the user. */
export const favoriteResult = (isFavorite: boolean) => ({ payload: { isFavorite }, say: isFavorite ? '已收藏' : '已取消收藏' });
