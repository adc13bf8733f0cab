import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { accessModel, bookCard, catalogFacets, pageInput, totalsWithoutFilter } from './book-card.ts';

/**
 * Source of a list of books. `hot`: read or added to a shelf within the last 30 days. `plan`: listed in the textbook plan `id`, or in any.
 * `institution`: licensed by the institution of the caller's network, without free books; empty elsewhere. `publisher`, `author`: `id` is
 * the name; `collection`: its id.
 */
export const bookSource = z.enum(['new', 'hot', 'free', 'plan', 'institution', 'publisher', 'author', 'collection']);

export type BookSource = z.output<typeof bookSource>;

/** Order of the list. `default`: the order of the source, which is newest first, most read first, or the editor's. */
export const bookSort = z.enum(['default', 'newest', 'hot', 'title']);

export type BookSort = z.output<typeof bookSort>;

/** Queries published books of one source by facets; `cursor` is `next` of the previous page. */
export const queryBooks = operation({
  name: 'queryBooks',
  method: 'GET',
  path: '/api/book/query',
  summary: '图书列表',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({
    source: bookSource.default('new'),
    id: z.string().trim().max(200).optional(),
    category: z.string().max(64).optional(),
    access: accessModel.optional(),
    language: z.string().max(16).optional(),
    sort: bookSort.default('default'),
    /** Whether facets are counted; `no` saves the time for rows of the home page and for later pages. */
    facets: z.enum(['yes', 'no']).default('yes'),
    ...pageInput,
  }),
  output: z.object({
    /** Name of the publisher, author, plan or collection; absent for other sources. */
    title: z.string().optional(),
    items: z.array(bookCard),
    total: z.number().int(),
    next: z.string().optional(),
    facets: catalogFacets.optional(),
    /** For each active filter that does not belong to the source, the number of results without it; present only when nothing was found. */
    without: totalsWithoutFilter.optional(),
  }),
  errors: ['catalog.collectionNotFound'],
});
