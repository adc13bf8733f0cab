import { z } from 'zod';
import { bookCard } from '../catalog/book-card.ts';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';
import { annotation } from './annotation.ts';
import { noteFilters } from './note-filters.ts';

/** Queries the caller's annotations by filters and full text, newest first or in book order. */
export const queryNotes = operation({
  name: 'queryNotes',
  method: 'GET',
  path: '/api/note/query',
  summary: '我的笔记',
  permission: 'annotate',
  input: z.object({
    ...noteFilters,
    order: z.enum(['newest', 'book']).default('newest'),
    cursor: z.string().max(256).optional(),
    limit: pageLimit(50),
  }),
  output: z.object({
    items: z.array(annotation),
    total: z.number().int(),
    next: z.string().optional(),
    books: z.array(z.object({ book: bookCard, count: z.number().int() })),
  }),
});
