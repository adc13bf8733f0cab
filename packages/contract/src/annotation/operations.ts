import { z } from 'zod';
import { bookCard } from '../catalog/operations.ts';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { anchorState } from '../publication/selectors.ts';
import { operation } from '../wire/operation.ts';
import { annotation, annotationColor, annotationKind } from './annotation.ts';

const filters = {
  bookId: entityId.optional(),
  kind: annotationKind.optional(),
  color: annotationColor.optional(),
  /** Exactly this chapter title; with a book. */
  chapter: z.string().max(300).optional(),
  tag: z.string().max(30).optional(),
  /** How the passage was found again last: `orphan` for those that have lost their place. */
  anchor: anchorState.optional(),
  /** Made from (inclusive) and before (exclusive), UTC ms. */
  from: z.coerce.number().int().min(0).optional(),
  before: z.coerce.number().int().min(0).optional(),
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
    limit: pageLimit(50),
  }),
  output: z.object({
    items: z.array(annotation),
    total: z.number().int(),
    next: z.string().optional(),
    books: z.array(z.object({ book: bookCard, count: z.number().int() })),
  }),
});

/**
 * The chosen marks as one document: Markdown, Word, Excel, a W3C EPUB Annotation Set, which is of one book and needs `bookId`, or their
 * review cards as a text file for Anki, without those that were taken out.
 * `content` is text, or base64 where `encoding` says so.
 */
export const exportNotes = operation({
  name: 'exportNotes',
  method: 'POST',
  path: '/api/note/export',
  summary: '导出笔记',
  repeatsSafely: true,
  input: z.object({ ...filters, format: z.enum(['md', 'docx', 'xlsx', 'annotation', 'anki']) }),
  output: z.object({
    fileName: z.string(),
    mediaType: z.string(),
    encoding: z.enum(['utf8', 'base64']),
    content: z.string(),
  }),
});

/** Why an annotation of a file was not taken: no book document of that address, the passage stands nowhere in it, or it is no annotation. */
export const importRefusal = z.enum(['noDocument', 'noPassage', 'unreadable']);

/**
 * Finds the place of each annotation of a W3C Annotation Set in the released version of the book. Writes nothing: the client keeps the marks
 * it gets, as it keeps those made by hand. A mark has the id it had when it comes from here, else one made of the file's own id, so that
 * a file taken in twice makes nothing twice.
 */
export const locateAnnotations = operation({
  name: 'locateAnnotations',
  method: 'POST',
  path: '/api/note/import',
  summary: '为导入的批注定位',
  repeatsSafely: true,
  input: z.object({ bookId: entityId, items: z.array(z.unknown()).min(1).max(LIMITS.noteImportBatch) }),
  output: z.object({
    marks: z.array(z.object({ mark: annotation, isKnown: z.boolean() })),
    refused: z.array(z.object({ index: z.number().int(), why: importRefusal })),
  }),
  errors: ['catalog.bookNotFound'],
});
