import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { annotation } from './annotation.ts';

/** Why an annotation was not imported: unknown document, passage not found, locked chapter, or not a valid annotation. */
export const importRefusal = z.enum(['noDocument', 'noPassage', 'locked', 'unreadable']);

/**
 * Anchors the annotations of a W3C Annotation Set in the released version of the book. Stores nothing: the client saves the returned
 * annotations like manually created ones. An annotation that was exported from this service keeps its id; otherwise the id is derived from
 * the one in the file, so that importing a file twice creates no duplicates. Items are validated one by one by the annotation slice and not
 * with the request.
 */
export const locateAnnotations = operation({
  name: 'locateAnnotations',
  method: 'POST',
  path: '/api/note/import',
  summary: '为导入的批注定位',
  permission: 'annotate',
  validatesOwnText: true,
  isIdempotent: true,
  input: z.object({ bookId: entityId, items: z.array(z.unknown()).min(1).max(LIMITS.noteImportBatch) }),
  output: z.object({
    annotations: z.array(z.object({ annotation: annotation, isKnown: z.boolean() })),
    refused: z.array(z.object({ index: z.number().int(), why: importRefusal })),
  }),
  errors: ['catalog.bookNotFound'],
});
