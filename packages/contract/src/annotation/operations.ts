import { z } from 'zod';
import { bookCard } from '../catalog/operations.ts';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { annotation, annotationColor, annotationKind } from './annotation.ts';

const filters = {
  bookId: entityId.optional(),
  kind: annotationKind.optional(),
  color: annotationColor.optional(),
  q: z.string().trim().max(LIMITS.searchTextMax).optional(),
};

/** The person's marks with filters and full text, newest first or in book order. */
export const queryNotes = operation({
  name: 'queryNotes',
  method: 'GET',
  path: '/api/note/query',
  summary: '我的笔记',
  input: z.object({
    ...filters,
    order: z.enum(['newest', 'book']).default('newest'),
    cursor: z.string().max(256).optional(),
    limit: z.coerce.number().int().min(1).max(LIMITS.pageSizeMax).default(50),
  }),
  output: z.object({
    items: z.array(annotation),
    total: z.number().int(),
    next: z.string().optional(),
    books: z.array(z.object({ book: bookCard, count: z.number().int() })),
  }),
});

/** The chosen marks as one Markdown document. */
export const exportNotes = operation({
  name: 'exportNotes',
  method: 'POST',
  path: '/api/note/export',
  summary: '导出笔记',
  repeatsSafely: true,
  input: z.object({ ...filters, format: z.literal('md') }),
  output: z.object({ fileName: z.string(), mediaType: z.string(), text: z.string() }),
});
