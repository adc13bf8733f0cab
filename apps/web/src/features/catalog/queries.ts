/** What the catalogue screens ask the server, with the keys of the query cache. */
import {
  entityId,
  errorSentences,
  getBookInfo,
  getCategoryTree,
  getHome,
  type InputOf,
  listBookShelves,
  listContinueReading,
  listCourses,
  searchBooks,
  suggestSearch,
} from '@shufang/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { findSessionToken } from '../../platform/session/session.ts';

export const homeQuery = () => queryOptions({ queryKey: ['catalog', 'home'], queryFn: ({ signal }) => call(getHome, {}, { signal }) });

/** What the person was last reading; for places only a signed-in person gets to. */
export const recentBooksQuery = () =>
  queryOptions({ queryKey: ['catalog', 'continue'], queryFn: ({ signal }) => call(listContinueReading, {}, { signal }), staleTime: 0 });

/** The same for places open to all: asks nothing when nobody is signed in. */
export const continueReadingQuery = () => ({ ...recentBooksQuery(), enabled: findSessionToken() !== undefined });

export type CourseFilters = Pick<InputOf<typeof listCourses>, 'category' | 'access' | 'language' | 'sort'>;

export const courseListQuery = (filters: CourseFilters) =>
  infiniteQueryOptions({
    queryKey: ['catalog', 'courses', filters],
    queryFn: ({ pageParam, signal }) => call(listCourses, { ...filters, ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    throwOnError: true,
  });

/** How many books there would be with other filters. */
export const courseCountQuery = (filters: CourseFilters) =>
  queryOptions({
    queryKey: ['catalog', 'course-count', filters],
    queryFn: async ({ signal }) => (await call(listCourses, { ...filters, limit: 1 }, { signal })).total,
  });

export const bookInfoQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['catalog', 'book', bookId],
    queryFn: ({ signal }) => {
      // An address typed or cut by hand: no such book, without asking.
      if (!entityId.safeParse(bookId).success) {
        throw new ApiError(getBookInfo.name, 'refused', errorSentences['catalog.bookNotFound'], 'catalog.bookNotFound');
      }
      return call(getBookInfo, { bookId }, { signal });
    },
    staleTime: 0,
    meta: { claims: ['catalog.bookNotFound'] },
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

export const categoryTreeQuery = () =>
  queryOptions({
    queryKey: ['category-tree'],
    queryFn: async ({ signal }) => (await call(getCategoryTree, {}, { signal })).items,
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
