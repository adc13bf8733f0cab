/** Adds or removes a favorite. Throws `catalog.bookNotFound`, `catalog.collectionNotFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import type { BookshelfDependencies } from './bookshelf-dependencies.ts';
import { favoriteResult, setFavorite } from './set-favorite.ts';

export const toggleFavorite: UseCase<'toggleFavorite', BookshelfDependencies> = async (dependencies, caller, input) =>
  favoriteResult(await setFavorite(dependencies, caller, input));
