/** Opening a book on the wire. */
import { openBook as openBookOperation } from '@shufang/contract';
import type { Router } from '../../platform/http/router.ts';
import { type OpenBookDependencies, openBook } from './open-book.ts';

export const registerReadingRoutes = (router: Router, deps: OpenBookDependencies): void => {
  router.handleAnyone(openBookOperation, (input, context) => openBook(deps, context, input.bookId));
};
