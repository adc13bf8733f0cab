/** Registers the operations of the catalog, and the images of collections and home slots. */
import type { FastifyInstance } from 'fastify';
import { register, registerFiles } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { getAdminBook } from './admin/get-admin-book.ts';
import { listAdminBooks } from './admin/list-admin-books.ts';
import { listBookChapters } from './admin/list-book-chapters.ts';
import { listBookShelves } from './admin/list-book-shelves.ts';
import { saveAdminBook } from './admin/save-admin-book.ts';
import { saveVersionNote } from './admin/save-version-note.ts';
import { setBookCover } from './admin/set-book-cover.ts';
import { setBookEdition } from './admin/set-book-edition.ts';
import { setBookRemoval } from './admin/set-book-removal.ts';
import { setBookShelf } from './admin/set-book-shelf.ts';
import { getBooksAsAuthor } from './authors/get-books-as-author.ts';
import { isAuthor } from './authors/is-author.ts';
import { getBookChanges } from './book-page/get-book-changes.ts';
import { getBookInfo } from './book-page/get-book-info.ts';
import { listBookEditions } from './book-page/list-book-editions.ts';
import { listBookResources } from './book-page/list-book-resources.ts';
import { listPaperPages } from './book-page/list-paper-pages.ts';
import type { CatalogDependencies } from './catalog-dependencies.ts';
import { getCategoryTree } from './categories/get-category-tree.ts';
import { listCategoryRecords } from './categories/list-category-records.ts';
import { moveCategory } from './categories/move-category.ts';
import { removeCategory } from './categories/remove-category.ts';
import { saveCategory } from './categories/save-category.ts';
import { arrangeCollections } from './collections/arrange-collections.ts';
import { registerCatalogImages } from './collections/get-catalog-picture.ts';
import { getCollection } from './collections/get-collection.ts';
import { listCollectionRecords } from './collections/list-collection-records.ts';
import { listCollections } from './collections/list-collections.ts';
import { removeCollection } from './collections/remove-collection.ts';
import { saveCollection } from './collections/save-collection.ts';
import { arrangeHomeSlots } from './home/arrange-home-slots.ts';
import { getHome } from './home/get-home.ts';
import { listContinueReading } from './home/list-continue-reading.ts';
import { listHomeSlots } from './home/list-home-slots.ts';
import { previewHome } from './home/preview-home.ts';
import { removeHomeSlot } from './home/remove-home-slot.ts';
import { saveHomeSlot } from './home/save-home-slot.ts';
import { listBookCards } from './lists/list-book-cards.ts';
import { listCourses } from './lists/list-courses.ts';
import { listMyBooks } from './lists/list-my-books.ts';
import { queryBooks } from './lists/query-books.ts';
import { addBookMaterial } from './materials/add-book-material.ts';
import { downloadBookMaterial } from './materials/download-book-material.ts';
import { listBookMaterials } from './materials/list-book-materials.ts';
import { removeBookMaterial } from './materials/remove-book-material.ts';
import { saveBookMaterial } from './materials/save-book-material.ts';
import { decideRating } from './ratings/decide-rating.ts';
import { listAdminRatings } from './ratings/list-admin-ratings.ts';
import { listRatings } from './ratings/list-ratings.ts';
import { removeRating } from './ratings/remove-rating.ts';
import { reportRating } from './ratings/report-rating.ts';
import { saveRating } from './ratings/save-rating.ts';
import { decideScriptApproval } from './scripts/decide-script-approval.ts';
import { getBookScripts } from './scripts/get-book-scripts.ts';
import { requestScriptApproval } from './scripts/request-script-approval.ts';
import { withdrawScriptApproval } from './scripts/withdraw-script-approval.ts';
import { listHotWords } from './search/list-hot-words.ts';
import { listSearchReports } from './search/list-search-reports.ts';
import { reportSearch } from './search/report-search.ts';
import { searchBooks } from './search/search-books.ts';
import { searchInBook } from './search/search-in-book.ts';
import { settleSearchReports } from './search/settle-search-reports.ts';
import { suggestSearch } from './search/suggest-search.ts';
import { createShortLinks } from './short-links/create-short-links.ts';
import { listChapterTargets } from './short-links/list-chapter-targets.ts';
import { listShortLinks } from './short-links/list-short-links.ts';
import { resolveShortLink } from './short-links/resolve-short-link.ts';
import { retargetShortLink } from './short-links/retarget-short-link.ts';
import { shareLink } from './short-links/share-link.ts';

export const registerCatalogRoutes = (router: Router, fastify: FastifyInstance, dependencies: CatalogDependencies): void => {
  register(router, dependencies, {
    addBookMaterial,
    arrangeCollections,
    arrangeHomeSlots,
    createShortLinks,
    decideRating,
    getAdminBook,
    getBookChanges,
    getBookInfo,
    getBooksAsAuthor,
    getCategoryTree,
    getCollection,
    getHome,
    isAuthor,
    listAdminBooks,
    listAdminRatings,
    listBookCards,
    listBookChapters,
    listBookEditions,
    listBookMaterials,
    listBookResources,
    listBookShelves,
    listCategoryRecords,
    listChapterTargets,
    listCollectionRecords,
    listCollections,
    listContinueReading,
    listCourses,
    listHomeSlots,
    listHotWords,
    listMyBooks,
    listPaperPages,
    listRatings,
    listSearchReports,
    listShortLinks,
    moveCategory,
    previewHome,
    queryBooks,
    removeBookMaterial,
    removeCategory,
    removeCollection,
    removeHomeSlot,
    removeRating,
    reportRating,
    reportSearch,
    resolveShortLink,
    retargetShortLink,
    saveAdminBook,
    saveBookMaterial,
    saveCategory,
    saveCollection,
    saveHomeSlot,
    saveRating,
    saveVersionNote,
    searchBooks,
    searchInBook,
    setBookCover,
    setBookEdition,
    setBookRemoval,
    setBookShelf,
    settleSearchReports,
    shareLink,
    suggestSearch,
    getBookScripts,
    requestScriptApproval,
    decideScriptApproval,
    withdrawScriptApproval,
  });
  registerFiles(router, dependencies, { downloadBookMaterial });
  registerCatalogImages(fastify, dependencies);
};
