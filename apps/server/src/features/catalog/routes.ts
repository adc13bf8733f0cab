/** The catalogue on the wire. */
import {
  getBookInfo as getBookInfoOperation,
  getCategoryTree as getCategoryTreeOperation,
  getHome as getHomeOperation,
  listBookShelves as listBookShelvesOperation,
  listContinueReading as listContinueReadingOperation,
  listCourses as listCoursesOperation,
  listMyBooks as listMyBooksOperation,
  searchBooks as searchBooksOperation,
  searchInBook as searchInBookOperation,
  setBookShelf as setBookShelfOperation,
  suggestSearch as suggestSearchOperation,
} from '@shufang/contract';
import type { Router } from '../../platform/http/router.ts';
import { type BookInfoDependencies, getBookInfo } from './get-book-info.ts';
import { getCategoryTree } from './get-category-tree.ts';
import { getHome, listContinueReading } from './get-home.ts';
import { listCourses } from './list-courses.ts';
import { listMyBooks } from './list-my-books.ts';
import { searchBooks, suggestSearch } from './search-books.ts';
import { searchInBook } from './search-in-book.ts';
import { listBookShelves, type ShelfDependencies, setBookShelf } from './set-book-shelf.ts';

export const registerCatalogRoutes = (router: Router, deps: BookInfoDependencies & ShelfDependencies): void => {
  router.handleAnyone(getHomeOperation, (_, context) => getHome(deps, context));
  router.handle(listContinueReadingOperation, (_, context) => listContinueReading(deps, context));
  router.handleAnyone(listCoursesOperation, (input, context) => listCourses(deps, context, input));
  router.handleAnyone(getBookInfoOperation, (input, context) => getBookInfo(deps, context, input.bookId));
  router.handleAnyone(searchBooksOperation, (input, context) => searchBooks(deps, context, input));
  router.handleAnyone(suggestSearchOperation, (input) => suggestSearch(deps, input));
  router.handleAnyone(searchInBookOperation, (input, context) => searchInBook(deps, context, input));
  router.handleAnyone(getCategoryTreeOperation, () => getCategoryTree(deps));
  router.handle(setBookShelfOperation, (input) => setBookShelf(deps, input));
  router.handle(listBookShelvesOperation, (input) => listBookShelves(deps, input.bookIds));
  router.handle(listMyBooksOperation, (_, context) => listMyBooks(deps, context));
};
