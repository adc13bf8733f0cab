/** Queries of the catalog screens, with the keys of the query cache. */
import {
  type BookSource,
  type CourseFilter,
  clientSentences,
  detectInstitution,
  entityId,
  getBookChanges,
  getBookInfo,
  getCategoryTree,
  getCollection,
  getHome,
  type InputOf,
  LIMITS,
  listBookEditions,
  listBookResources,
  listBookShelves,
  listCollections,
  listContinueReading,
  listCourses,
  listHotWords,
  listRatings,
  type ParsedInputOf,
  previewHome,
  queryBooks,
  type ResourceKind,
  searchBooks,
  suggestSearch,
} from '@shufang/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/api-error.ts';
import { callWithCache } from '../../platform/api/call-with-cache.ts';
import { call } from '../../platform/api/client.ts';
import { cursorInput, cursorPages } from '../../platform/api/cursor-pages.ts';
import { findSessionToken } from '../../platform/session/session.ts';
import type { BookListChoices } from './book-list-choices.ts';

const ROW_LENGTH = 12;

/** Query of the home slots. Its failure does not affect the rows of books, which are separate queries. */
export const homeQuery = () =>
  queryOptions({ queryKey: ['catalog', 'home'], queryFn: ({ signal }) => callWithCache(getHome, {}, { signal }) });

/** Parameters of the home page preview. */
export interface HomePreview {
  /** Time for which the home page is previewed, UTC ms; absent for the current time. */
  readonly at?: number;
  /** Whether the preview includes hidden slots and slots that start later. */
  readonly drafts: boolean;
}

/** Query of the home page preview, for editors only; never cached. */
export const homePreviewQuery = ({ at, drafts }: HomePreview) =>
  queryOptions({
    queryKey: ['catalog', 'home-preview', at, drafts],
    queryFn: ({ signal }) => call(previewHome, { ...(at === undefined ? {} : { at }), drafts: drafts ? 'yes' : 'no' }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { claims: true },
  });

/** Query of the institution to whose network the client IP belongs. It is only informative, so a failure counts as no institution. */
export const institutionQuery = () =>
  queryOptions({
    queryKey: ['catalog', 'institution'],
    queryFn: async ({ signal }) => (await call(detectInstitution, {}, { signal })).institution ?? null,
    staleTime: 5 * 60_000,
    meta: { claims: true },
  });

/** Query of the books that the user read last; for screens that require a session. */
export const recentBooksQuery = () =>
  queryOptions({
    queryKey: ['catalog', 'continue'],
    queryFn: ({ signal }) => callWithCache(listContinueReading, {}, { signal }),
    staleTime: 0,
    meta: { claims: 'responses' },
  });

/** Query of the books that the user read last, for public screens: without a session no request is sent. */
export const continueReadingQuery = () => ({ ...recentBooksQuery(), enabled: findSessionToken() !== undefined });

export type CourseFilters = Partial<Pick<ParsedInputOf<typeof listCourses>, CourseFilter | 'sort'>>;

export const courseListQuery = (filters: CourseFilters) =>
  infiniteQueryOptions({
    queryKey: ['catalog', 'courses', filters],
    queryFn: ({ pageParam, signal }) => callWithCache(listCourses, { ...filters, ...cursorInput(pageParam) }, { signal }),
    ...cursorPages,
    placeholderData: keepPreviousData,
    throwOnError: true,
  });

export const bookInfoQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['catalog', 'book', bookId],
    queryFn: ({ signal }) => {
      // The id in the URL is invalid, so no such book can exist and no request is needed.
      if (!entityId.safeParse(bookId).success) {
        throw new ApiError(getBookInfo.name, 'refused', clientSentences['catalog.bookNotFound'], 'catalog.bookNotFound');
      }
      return callWithCache(getBookInfo, { bookId }, { signal });
    },
    staleTime: 0,
    meta: { claims: ['catalog.bookNotFound'] },
  });

export const ratingsKey = (bookId: string) => ['catalog', 'ratings', bookId];

/** Query of a book's visible ratings with their totals, the user's own rating, and whether the user may rate the book. */
export const ratingsQuery = (bookId: string) =>
  infiniteQueryOptions({
    queryKey: ratingsKey(bookId),
    queryFn: ({ pageParam, signal }) => call(listRatings, { bookId, ...cursorInput(pageParam) }, { signal }),
    ...cursorPages,
    staleTime: 0,
    meta: { claims: true },
  });

/** Query of the released versions of a book. */
export const bookChangesQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['catalog', 'changes', bookId],
    queryFn: ({ signal }) => callWithCache(getBookChanges, { bookId }, { signal }),
    meta: { claims: true },
  });

/** Query of the editions of a work. The access to each depends on the user, so the user is part of the key. */
export const bookEditionsQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['catalog', 'editions', bookId],
    queryFn: ({ signal }) => callWithCache(listBookEditions, { bookId }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

/** Query of a book's resources. Which of them can be opened depends on the user's right, so the user is part of the key. */
export const bookResourcesQuery = (bookId: string, kind: ResourceKind | undefined) =>
  infiniteQueryOptions({
    queryKey: ['catalog', 'resources', bookId, kind],
    queryFn: ({ pageParam, signal }) =>
      callWithCache(listBookResources, { bookId, ...(kind === undefined ? {} : { kind }), ...cursorInput(pageParam) }, { signal }),
    ...cursorPages,
    placeholderData: keepPreviousData,
    meta: { claims: true },
  });

/** Query of the book list. Its loaded pages stay in the cache even after an hour without use, because the screen stays mounted too. */
export const bookListQuery = (choices: BookListChoices) =>
  infiniteQueryOptions({
    queryKey: ['catalog', 'book-list', choices],
    queryFn: ({ pageParam, signal }) =>
      callWithCache(queryBooks, { ...choices, ...(pageParam === '' ? {} : { cursor: pageParam, facets: 'no' }) }, { signal }),
    ...cursorPages,
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
    gcTime: 60 * 60_000,
    meta: { claims: 'responses' },
  });

/** Query of one row of books on the home page. Its failure does not affect the other rows. */
export const bookRowQuery = (source: BookSource) =>
  queryOptions({
    queryKey: ['catalog', 'row', source],
    queryFn: ({ signal }) => callWithCache(queryBooks, { source, limit: ROW_LENGTH, facets: 'no' }, { signal }),
    meta: { claims: 'responses' },
  });

export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['catalog', 'collection', id],
    queryFn: ({ signal }) => {
      // The id in the URL is invalid, so no such collection can exist and no request is needed.
      if (!entityId.safeParse(id).success) {
        throw new ApiError(getCollection.name, 'refused', clientSentences['catalog.collectionNotFound'], 'catalog.collectionNotFound');
      }
      return callWithCache(getCollection, { id }, { signal });
    },
    meta: { claims: ['catalog.collectionNotFound'] },
  });

/** Query of the collections whose text or pinyin matches. */
export const searchCollectionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['catalog', 'search-collections', q],
    queryFn: ({ signal }) => call(listCollections, { q, limit: LIMITS.pageSizeMax }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    meta: { claims: 'responses' },
  });

export type SearchTab = NonNullable<InputOf<typeof searchBooks>['tab']>;

export const searchQuery = (q: string, tab: SearchTab) =>
  infiniteQueryOptions({
    queryKey: ['catalog', 'search', q, tab],
    queryFn: ({ pageParam, signal }) => call(searchBooks, { q, tab, ...cursorInput(pageParam) }, { signal }),
    ...cursorPages,
    enabled: q !== '',
    placeholderData: keepPreviousData,
    throwOnError: true,
  });

/** Query of suggestions while the user types. They are optional, so a failure is not shown. */
export const suggestQuery = (q: string) =>
  queryOptions({
    queryKey: ['catalog', 'suggest', q],
    queryFn: async ({ signal }) => (await call(suggestSearch, { q }, { signal })).suggestions,
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    meta: { claims: true },
  });

/** Query of the hot words, by which many users found books. They are optional, so a failure is not shown. */
export const hotQueriesQuery = () =>
  queryOptions({
    queryKey: ['catalog', 'hot-words'],
    queryFn: async ({ signal }) => (await call(listHotWords, {}, { signal })).queries,
    staleTime: 5 * 60_000,
    meta: { claims: true },
  });

export const categoryTreeQuery = () =>
  queryOptions({
    queryKey: ['category-tree'],
    queryFn: async ({ signal }) => (await callWithCache(getCategoryTree, {}, { signal })).items,
    staleTime: 5 * 60_000,
    meta: { claims: true },
  });

/** Query of the shelf states of these books; for operators only. */
export const shelvesQuery = (bookIds: readonly string[]) =>
  queryOptions({
    queryKey: ['catalog', 'shelves', bookIds],
    queryFn: async ({ signal }) => (await call(listBookShelves, { bookIds: bookIds.join(',') }, { signal })).items,
    enabled: bookIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { claims: true },
  });
