/** Registers the operations of the bookshelf (书房). */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import type { BookshelfDependencies } from './bookshelf-dependencies.ts';
import { favoriteCollection } from './favorite-collection.ts';
import { getMyTodo } from './get-my-todo.ts';
import { getShelf } from './get-shelf.ts';
import { listFavorites } from './list-favorites.ts';
import { listRecentBooks } from './list-recent-books.ts';
import { setShelf } from './set-shelf.ts';
import { toggleFavorite } from './toggle-favorite.ts';

export const registerBookshelfRoutes = (router: Router, dependencies: BookshelfDependencies): void =>
  register(router, dependencies, {
    getMyTodo,
    getShelf,
    setShelf,
    listRecentBooks,
    listFavorites,
    toggleFavorite,
    favoriteCollection,
  });
