/** The 书房 on the wire. */
import {
  favoriteCollection as favoriteCollectionOperation,
  getMyTodo as getMyTodoOperation,
  getShelf as getShelfOperation,
  listFavorites as listFavoritesOperation,
  listRecentBooks as listRecentBooksOperation,
  setShelf as setShelfOperation,
  toggleFavorite as toggleFavoriteOperation,
} from '@shufang/contract';
import type { Router } from '../../platform/http/router.ts';
import { getMyTodo } from './get-my-todo.ts';
import { getShelf, listRecentBooks } from './get-shelf.ts';
import { listFavorites } from './list-favorites.ts';
import { setFavorite, setShelf } from './set-shelf.ts';
import type { ShelfDependencies, TodoDependencies } from './shelf-dependencies.ts';

const favoriteAnswer = (isFavorite: boolean) => ({ payload: { isFavorite }, say: isFavorite ? '已收藏' : '已取消收藏' });

export const registerBookshelfRoutes = (router: Router, deps: ShelfDependencies & TodoDependencies): void => {
  router.handle(getMyTodoOperation, (_, context) => getMyTodo(deps, context));
  router.handle(getShelfOperation, (_, context) => getShelf(deps, context));
  router.handle(setShelfOperation, (input, context) => setShelf(deps, context, input));
  router.handle(listRecentBooksOperation, (input, context) => listRecentBooks(deps, context, input.limit));
  router.handle(listFavoritesOperation, (input, context) => listFavorites(deps, context, input.targetType));
  router.handle(toggleFavoriteOperation, async (input, context) => favoriteAnswer(await setFavorite(deps, context, input)));
  router.handle(favoriteCollectionOperation, async ({ id, on }, context) =>
    favoriteAnswer(await setFavorite(deps, context, { targetType: 'collection', targetId: id, on })),
  );
};
