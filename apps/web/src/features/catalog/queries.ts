/** What the catalogue screens ask the server, with the keys of the query cache. */
import {
  type BookSource,
  type CourseFilter,
  detectInstitution,
  entityId,
  errorSentences,
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
import { callOrKept } from '../../platform/api/call-or-kept.ts';
import { call } from '../../platform/api/client.ts';
import { findSessionToken } from '../../platform/session/session.ts';
import type { BookListChoices } from './book-list-choices.ts';

const ROW_LENGTH = 12;

/** What editors put on the front page. Fails alone: the rows of books are asked for by themselves. */
export const homeQuery = () =>
  queryOptions({ queryKey: ['catalog', 'home'], queryFn: ({ signal }) => callOrKept(getHome, {}, { signal }) });

/** How the front page is looked at before readers see it so. */
export interface HomePreview {
  /** UTC ms; absent: now. */
  readonly at?: number;
  /** With what is hidden, or begins later. */
  readonly drafts: boolean;
}

/** Editors only, and never kept. */
export const homePreviewQuery = ({ at, drafts }: HomePreview) =>
  queryOptions({
    queryKey: ['catalog', 'home-preview', at, drafts],
    queryFn: ({ signal }) => call(previewHome, { ...(at === undefined ? {} : { at }), drafts: drafts ? 'yes' : 'no' }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { claims: true },
  });

/** The institution whose network the device is in; for what it says alone: a failure counts as none. */
export const institutionQuery = () =>
  queryOptions({
    queryKey: ['catalog', 'institution'],
    queryFn: async ({ signal }) => (await call(detectInstitution, {}, { signal })).institution ?? null,
    staleTime: 5 * 60_000,
    meta: { claims: true },
  });

/** What the person was last reading; for places only a signed-in person gets to. */
export const recentBooksQuery = () =>
  queryOptions({
    queryKey: ['catalog', 'continue'],
    queryFn: ({ signal }) => callOrKept(listContinueReading, {}, { signal }),
    staleTime: 0,
  });

/** The same for places open to all: asks nothing when nobody is signed in. */
export const continueReadingQuery = () => ({ ...recentBooksQuery(), enabled: findSessionToken() !== undefined });

export type CourseFilters = Partial<Pick<ParsedInputOf<typeof listCourses>, CourseFilter | 'sort'>>;

export const courseListQuery = (filters: CourseFilters) =>
  infiniteQueryOptions({
    queryKey: ['catalog', 'courses', filters],
    queryFn: ({ pageParam, signal }) =>
      callOrKept(listCourses, { ...filters, ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    throwOnError: true,
  });

export const bookInfoQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['catalog', 'book', bookId],
    queryFn: ({ signal }) => {
      // An address typed or cut by hand: no such book, without asking.
      if (!entityId.safeParse(bookId).success) {
        throw new ApiError(getBookInfo.name, 'refused', errorSentences['catalog.bookNotFound'], 'catalog.bookNotFound');
      }
      return callOrKept(getBookInfo, { bookId }, { signal });
    },
    staleTime: 0,
    meta: { claims: ['catalog.bookNotFound'] },
  });

export const ratingsKey = (bookId: string) => ['catalog', 'ratings', bookId];

/** Ratings in view with their sums, one's own, and whether one may rate. */
export const ratingsQuery = (bookId: string) =>
  infiniteQueryOptions({
    queryKey: ratingsKey(bookId),
    queryFn: ({ pageParam, signal }) => call(listRatings, { bookId, ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    meta: { claims: true },
  });

/** Released versions of a book. */
export const bookChangesQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['catalog', 'changes', bookId],
    queryFn: ({ signal }) => callOrKept(getBookChanges, { bookId }, { signal }),
    meta: { claims: true },
  });

/** What one may do with each edition depends on whom it was asked for, as of the book itself. */
export const bookEditionsQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['catalog', 'editions', bookId],
    queryFn: ({ signal }) => callOrKept(listBookEditions, { bookId }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

/** Which of them may be opened depends on the right of whom it was asked for, as of the book itself. */
export const bookResourcesQuery = (bookId: string, kind: ResourceKind | undefined) =>
  infiniteQueryOptions({
    queryKey: ['catalog', 'resources', bookId, kind],
    queryFn: ({ pageParam, signal }) =>
      callOrKept(
        listBookResources,
        { bookId, ...(kind === undefined ? {} : { kind }), ...(pageParam === '' ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    meta: { claims: true },
  });

/** Kept alive with its screen: an hour away changes nothing of what was loaded. */
export const bookListQuery = (choices: BookListChoices) =>
  infiniteQueryOptions({
    queryKey: ['catalog', 'book-list', choices],
    queryFn: ({ pageParam, signal }) =>
      callOrKept(queryBooks, { ...choices, ...(pageParam === '' ? {} : { cursor: pageParam, facets: 'no' }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
    gcTime: 60 * 60_000,
  });

/** One row of the front page. Fails alone. */
export const bookRowQuery = (source: BookSource) =>
  queryOptions({
    queryKey: ['catalog', 'row', source],
    queryFn: ({ signal }) => callOrKept(queryBooks, { source, limit: ROW_LENGTH, facets: 'no' }, { signal }),
  });

export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['catalog', 'collection', id],
    queryFn: ({ signal }) => {
      // An address typed or cut by hand: no such collection, without asking.
      if (!entityId.safeParse(id).success) {
        throw new ApiError(getCollection.name, 'refused', errorSentences['catalog.collectionNotFound'], 'catalog.collectionNotFound');
      }
      return callOrKept(getCollection, { id }, { signal });
    },
    meta: { claims: ['catalog.collectionNotFound'] },
  });

/** Collections whose words or pinyin fit. */
export const searchCollectionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['catalog', 'search-collections', q],
    queryFn: ({ signal }) => call(listCollections, { q, limit: LIMITS.pageSizeMax }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });

export type SearchTab = NonNullable<InputOf<typeof searchBooks>['tab']>;

export const searchQuery = (q: string, tab: SearchTab) =>
  infiniteQueryOptions({
    queryKey: ['catalog', 'search', q, tab],
    queryFn: ({ pageParam, signal }) => call(searchBooks, { q, tab, ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    enabled: q !== '',
    placeholderData: keepPreviousData,
    throwOnError: true,
  });

/** Suggestions are a courtesy: a failure is not worth a word. */
export const suggestQuery = (q: string) =>
  queryOptions({
    queryKey: ['catalog', 'suggest', q],
    queryFn: async ({ signal }) => (await call(suggestSearch, { q }, { signal })).suggestions,
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    meta: { claims: true },
  });

/** What many look for; a courtesy as suggestions are. */
export const hotWordsQuery = () =>
  queryOptions({
    queryKey: ['catalog', 'hot-words'],
    queryFn: async ({ signal }) => (await call(listHotWords, {}, { signal })).words,
    staleTime: 5 * 60_000,
    meta: { claims: true },
  });

export const categoryTreeQuery = () =>
  queryOptions({
    queryKey: ['category-tree'],
    queryFn: async ({ signal }) => (await callOrKept(getCategoryTree, {}, { signal })).items,
    staleTime: 5 * 60_000,
    meta: { claims: true },
  });

/** How these books stand in the catalogue. Operators only. */
export const shelvesQuery = (bookIds: readonly string[]) =>
  queryOptions({
    queryKey: ['catalog', 'shelves', bookIds],
    queryFn: async ({ signal }) => (await call(listBookShelves, { bookIds: bookIds.join(',') }, { signal })).items,
    enabled: bookIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { claims: true },
  });
