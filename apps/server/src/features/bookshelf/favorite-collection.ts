/** Adds a collection to the favorites or removes it. Throws `catalog.collectionNotFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import type { BookshelfDependencies } from './bookshelf-dependencies.ts';
import { favoriteResult, setFavorite } from './set-favorite.ts';

export const favoriteCollection: UseCase<'favoriteCollection', BookshelfDependencies> = async (dependencies, caller, { id, on }) =>
  favoriteResult(await setFavorite(dependencies, caller, { targetType: 'collection', targetId: id, on }));
