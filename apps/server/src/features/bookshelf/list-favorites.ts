/** Lists the caller's favorites with the current cards of their books and collections. */
import type { FavoriteTarget } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { BookshelfDependencies } from './bookshelf-dependencies.ts';
import { listFavoriteRecords } from './store.ts';

export const listFavorites: UseCase<'listFavorites', BookshelfDependencies> = async (dependencies, caller, { targetType }) => {
  const favorites = (await listFavoriteRecords(dependencies.db.orm, caller.reader.userId))
    .map(({ fields }) => fields)
    .filter((favorite) => favorite.deletedAt === undefined && (targetType === undefined || favorite.targetType === targetType));
  const idsOf = (type: FavoriteTarget): string[] =>
    favorites.flatMap((favorite) => (favorite.targetType === type ? favorite.targetId : []));
  const [books, collections] = await Promise.all([
    dependencies.statusCards(caller, idsOf('book')),
    dependencies.collectionCards(caller, idsOf('collection')),
  ]);
  return {
    items: favorites.map((favorite) => {
      const book = favorite.targetType === 'book' ? books.get(favorite.targetId) : undefined;
      const collection = favorite.targetType === 'collection' ? collections.get(favorite.targetId) : undefined;
      return { ...favorite, ...(book === undefined ? {} : { book }), ...(collection === undefined ? {} : { collection }) };
    }),
  };
};
