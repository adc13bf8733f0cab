/** A person's favourites, with what they are of as it stands now. */
import type { FavoriteTarget, listFavorites as listFavoritesOperation, OutputOf } from '@shufang/contract';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import type { ShelfDependencies } from './shelf-dependencies.ts';
import { listFavoriteRecords } from './store.ts';

export const listFavorites = async (
  deps: ShelfDependencies,
  context: ReaderContext,
  targetType: FavoriteTarget | undefined,
): Promise<OutputOf<typeof listFavoritesOperation>> => {
  const kept = (await listFavoriteRecords(deps.db.orm, context.reader.userId))
    .map(({ fields }) => fields)
    .filter((favorite) => favorite.deletedAt === undefined && (targetType === undefined || favorite.targetType === targetType));
  const idsOf = (type: FavoriteTarget): string[] => kept.flatMap((favorite) => (favorite.targetType === type ? favorite.targetId : []));
  const [books, collections] = await Promise.all([
    deps.standingCards(context, idsOf('book')),
    deps.collectionCards(context, idsOf('collection')),
  ]);
  return {
    items: kept.map((favorite) => {
      const book = favorite.targetType === 'book' ? books.get(favorite.targetId) : undefined;
      const collection = favorite.targetType === 'collection' ? collections.get(favorite.targetId) : undefined;
      return { ...favorite, ...(book === undefined ? {} : { book }), ...(collection === undefined ? {} : { collection }) };
    }),
  };
};
