/** What operators do with books at the desk, and what authors see of theirs, on the wire. */
import {
  getBooksAsAuthor as booksAsAuthorOperation,
  setBookCover as coverOperation,
  getDeskBook as getOperation,
  isAuthor as isAuthorOperation,
  listBookShelves as listBookShelvesOperation,
  listDeskBooks as listOperation,
  saveDeskBook as saveOperation,
  setBookEdition as setBookEditionOperation,
  setBookRemoval as setBookRemovalOperation,
  setBookShelf as setBookShelfOperation,
  saveVersionNote as versionNoteOperation,
} from '@shufang/contract';
import { type DeskOperator, operatorOf } from '../../platform/audit.ts';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import type { Router } from '../../platform/http/router.ts';
import { saveVersionNote } from './book-changes.ts';
import { isAuthor, listBooksAsAuthor } from './books-of-author.ts';
import { type BookDeskDependencies, getDeskBook, listDeskBooks, requireOwnBook, saveDeskBook, setBookCover } from './edit-book.ts';
import { setBookEdition } from './set-book-edition.ts';
import { listBookShelves, setBookRemoval, setBookShelf } from './set-book-shelf.ts';

export const registerBookDeskRoutes = (router: Router, deps: BookDeskDependencies): void => {
  /** Who acts, after it is clear that the book is theirs to act on. */
  const operatorFor = async (bookId: string, context: ReaderContext): Promise<DeskOperator> => {
    const operator = operatorOf(context);
    await requireOwnBook(deps, operator, bookId);
    return operator;
  };
  router.handle(setBookShelfOperation, async (input, context) => setBookShelf(deps, await operatorFor(input.bookId, context), input));
  router.handle(setBookRemovalOperation, async (input, context) => ({
    payload: await setBookRemoval(deps, await operatorFor(input.bookId, context), input),
    say: input.notice === '' ? '已恢复阅读' : '已停止阅读',
  }));
  router.handle(listBookShelvesOperation, (input) => listBookShelves(deps, input.bookIds));
  router.handle(listOperation, (input, context) => listDeskBooks(deps, operatorOf(context), input));
  router.handle(getOperation, async ({ bookId }, context) => {
    await operatorFor(bookId, context);
    return getDeskBook(deps, bookId);
  });
  router.handle(saveOperation, async (input, context) => ({
    payload: await saveDeskBook(deps, await operatorFor(input.bookId, context), input),
    say: '已保存',
  }));
  router.handle(setBookEditionOperation, async (input, context) => {
    const operator = await operatorFor(input.bookId, context);
    if (typeof input.sameWorkAs === 'string') await requireOwnBook(deps, operator, input.sameWorkAs);
    return { payload: await setBookEdition(deps, operator, input), say: '已保存版次' };
  });
  router.handle(coverOperation, async (input, context) => ({
    payload: await setBookCover(deps, await operatorFor(input.bookId, context), input),
    say: '已更换封面',
  }));
  router.handle(versionNoteOperation, async (input, context) => ({
    payload: await saveVersionNote(deps, operatorOf(context), input),
    say: '已保存版本说明',
  }));
  router.handle(isAuthorOperation, async (_input, context) => ({ isAuthor: await isAuthor(deps.db.orm, context) }));
  router.handle(booksAsAuthorOperation, (_input, { reader }) => listBooksAsAuthor(deps.db.orm, reader.userId));
};
