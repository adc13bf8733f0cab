/** What operators do with books at the desk, and what authors see of theirs, on the wire. */
import {
  getBooksAsAuthor as booksAsAuthorOperation,
  setBookCover as coverOperation,
  getDeskBook as getOperation,
  isAuthor as isAuthorOperation,
  listBookChapters as listBookChaptersOperation,
  listBookShelves as listBookShelvesOperation,
  listDeskBooks as listOperation,
  saveDeskBook as saveOperation,
  setBookEdition as setBookEditionOperation,
  setBookRemoval as setBookRemovalOperation,
  setBookShelf as setBookShelfOperation,
  saveVersionNote as versionNoteOperation,
} from '@shufang/contract';
import { operatorOf } from '../../platform/audit.ts';
import type { Router } from '../../platform/http/router.ts';
import { saveVersionNote } from './book-changes.ts';
import { isAuthor, listBooksAsAuthor } from './books-of-author.ts';
import { type BookDeskDependencies, getDeskBook, listDeskBooks, saveDeskBook, setBookCover } from './edit-book.ts';
import { listBookChapters } from './list-chapters.ts';
import { setBookEdition } from './set-book-edition.ts';
import { listBookShelves, setBookRemoval, setBookShelf } from './set-book-shelf.ts';

export const registerBookDeskRoutes = (router: Router, deps: BookDeskDependencies): void => {
  router.handle(setBookShelfOperation, (input, context) => setBookShelf(deps, operatorOf(context), input));
  router.handle(setBookRemovalOperation, async (input, context) => ({
    payload: await setBookRemoval(deps, operatorOf(context), input),
    say: input.notice === '' ? '已恢复阅读' : '已停止阅读',
  }));
  router.handle(listBookShelvesOperation, (input, { bounds }) => listBookShelves(deps, input.bookIds, bounds));
  router.handle(listOperation, (input, { bounds }) => listDeskBooks(deps, input, bounds));
  router.handle(getOperation, ({ bookId }, { bounds }) => getDeskBook(deps, bookId, bounds));
  router.handle(listBookChaptersOperation, ({ bookId }) => listBookChapters(deps.db.orm, bookId));
  router.handle(saveOperation, async (input, context) => ({
    payload: await saveDeskBook(deps, operatorOf(context), input, context.bounds),
    say: '已保存',
  }));
  router.handle(setBookEditionOperation, async (input, context) => ({
    payload: await setBookEdition(deps, operatorOf(context), input, context.bounds),
    say: '已保存版次',
  }));
  router.handle(coverOperation, async (input, context) => ({
    payload: await setBookCover(deps, operatorOf(context), input, context.bounds),
    say: '已更换封面',
  }));
  router.handle(versionNoteOperation, async (input, context) => ({
    payload: await saveVersionNote(deps, operatorOf(context), input),
    say: '已保存版本说明',
  }));
  router.handle(isAuthorOperation, async (_input, context) => ({ isAuthor: await isAuthor(deps.db.orm, context) }));
  router.handle(booksAsAuthorOperation, (_input, { reader }) => listBooksAsAuthor(deps.db.orm, reader.userId));
};
