import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { accessModel, bookCard, bookLevel, catalogFacets, mediaKind, pageInput, totalsWithoutFilter } from './book-card.ts';

/** Order of a list of books. `default` combines recency and popularity. */
export const courseSort = z.enum(['default', 'newest', 'hot', 'rating', 'title']);

export type CourseSort = z.output<typeof courseSort>;

/** Queries published books by facets; `cursor` is `next` of the previous page. */
export const listCourses = operation({
  name: 'listCourses',
  method: 'GET',
  path: '/api/course/query',
  summary: '课程目录',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({
    category: z.string().max(64).optional(),
    level: bookLevel.optional(),
    access: accessModel.optional(),
    language: z.string().max(16).optional(),
    /** Filters by publisher name. */
    publisher: z.string().trim().max(200).optional(),
    /** Filters by the name of a textbook plan. */
    plan: z.string().trim().max(100).optional(),
    media: mediaKind.optional(),
    year: z.coerce.number().int().min(1000).max(9999).optional(),
    sort: courseSort.default('default'),
    ...pageInput,
  }),
  output: z.object({
    items: z.array(bookCard),
    total: z.number().int(),
    next: z.string().optional(),
    facets: catalogFacets,
    /** For each active filter, the number of results without this filter; present only when nothing was found. */
    without: totalsWithoutFilter.optional(),
  }),
});
