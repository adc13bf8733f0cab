/** The catalogue on the wire. */
import {
  createShortLinks as createShortLinksOperation,
  getBookChanges as getBookChangesOperation,
  getBookInfo as getBookInfoOperation,
  getCategoryTree as getCategoryTreeOperation,
  getCollection as getCollectionOperation,
  getHome as getHomeOperation,
  listBookCards as listBookCardsOperation,
  listBookEditions as listBookEditionsOperation,
  listBookPlaces as listBookPlacesOperation,
  listBookResources as listBookResourcesOperation,
  listCollections as listCollectionsOperation,
  listContinueReading as listContinueReadingOperation,
  listCourses as listCoursesOperation,
  listHotWords,
  listMyBooks as listMyBooksOperation,
  listPaperPages as listPaperPagesOperation,
  listShortLinks as listShortLinksOperation,
  previewHome as previewHomeOperation,
  queryBooks as queryBooksOperation,
  resolveShortLink as resolveShortLinkOperation,
  retargetShortLink as retargetShortLinkOperation,
  searchBooks as searchBooksOperation,
  searchInBook as searchInBookOperation,
  shareLink as shareLinkOperation,
  suggestSearch as suggestSearchOperation,
} from '@shufang/contract';
import { operatorOf } from '../../platform/audit.ts';
import type { Router } from '../../platform/http/router.ts';
import { getBookChanges } from './book-changes.ts';
import { type BookInfoDependencies, getBookInfo } from './get-book-info.ts';
import { getCategoryTree } from './get-category-tree.ts';
import { getCollection, listCollections } from './get-collection.ts';
import { getHome, listContinueReading, previewHome } from './get-home.ts';
import { listStandingCards, queryBooks } from './list-books.ts';
import { listCourses } from './list-courses.ts';
import { listBookEditions } from './list-editions.ts';
import { listMyBooks } from './list-my-books.ts';
import { listPaperPages } from './list-paper-pages.ts';
import { listBookResources } from './list-resources.ts';
import { searchBooks, suggestSearch } from './search-books.ts';
import { searchInBook } from './search-in-book.ts';
import type { SearchWords } from './search-words.ts';
import { shareLink } from './share-link.ts';
import {
  createShortLinks,
  listBookPlaces,
  listShortLinks,
  resolveShortLink,
  retargetShortLink,
  type ShortLinkDependencies,
} from './short-links.ts';

export const registerCatalogRoutes = (
  router: Router,
  deps: BookInfoDependencies & ShortLinkDependencies & { readonly words: SearchWords },
): void => {
  router.handleAnyone(getHomeOperation, (_, context) => getHome(deps, context));
  router.handle(previewHomeOperation, (input, context) => previewHome(deps, context, input));
  router.handle(listContinueReadingOperation, (_, context) => listContinueReading(deps, context));
  router.handleAnyone(listCoursesOperation, (input, context) => listCourses(deps, context, input));
  router.handleAnyone(queryBooksOperation, (input, context) => queryBooks(deps, context, input));
  router.handleAnyone(listBookCardsOperation, async ({ bookIds }, context) => ({ items: await listStandingCards(deps, context, bookIds) }));
  router.handleAnyone(getCollectionOperation, ({ id }, context) => getCollection(deps, context, id));
  router.handleAnyone(listCollectionsOperation, (input) => listCollections(deps, input));
  router.handleAnyone(getBookInfoOperation, (input, context) => getBookInfo(deps, context, input.bookId));
  router.handleAnyone(getBookChangesOperation, (input, context) => getBookChanges(deps, context, input.bookId));
  router.handleAnyone(listBookEditionsOperation, (input, context) => listBookEditions(deps, context, input.bookId));
  router.handleAnyone(listBookResourcesOperation, (input, context) => listBookResources(deps, context, input));
  router.handleAnyone(listPaperPagesOperation, (input) => listPaperPages(deps.db, input));
  router.handleAnyone(searchBooksOperation, (input, context) => searchBooks(deps, context, input));
  router.handleAnyone(listHotWords, async () => ({ words: await deps.words.hot() }));
  router.handleAnyone(suggestSearchOperation, (input) => suggestSearch(deps, input));
  router.handleAnyone(searchInBookOperation, (input, context) => searchInBook(deps, context, input));
  router.handleAnyone(getCategoryTreeOperation, () => getCategoryTree(deps));
  router.handleAnyone(shareLinkOperation, (input) => shareLink(deps, input));
  router.handleAnyone(resolveShortLinkOperation, (input) => resolveShortLink(deps, input.code));
  router.handle(createShortLinksOperation, async (input, context) => ({
    payload: await createShortLinks(deps, operatorOf(context), input, context.bounds),
    say: `已生成 ${input.links.length} 个短码`,
  }));
  router.handle(retargetShortLinkOperation, async (input, context) => ({
    payload: await retargetShortLink(deps, operatorOf(context), input, context.bounds),
    say: '已修改',
  }));
  router.handle(listShortLinksOperation, (input, { bounds }) => listShortLinks(deps, input, bounds));
  router.handle(listBookPlacesOperation, ({ bookId }) => listBookPlaces(deps, bookId));
  router.handle(listMyBooksOperation, (_, context) => listMyBooks(deps, context));
};
