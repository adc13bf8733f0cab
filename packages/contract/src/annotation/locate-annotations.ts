import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { annotation } from './annotation.ts';

/** Why an annotation cannot be imported: no chapter to which it could belong, nothing to find or store, locked chapter, or not valid. */
export const importRefusal = z.enum(['noDocument', 'noPassage', 'locked', 'unreadable']);

/**
 * Anchors the annotations of a W3C Annotation Set in the released version of the book. Stores nothing: the client saves the returned
 * annotations like manually created ones. An annotation whose document is unknown, as in the files of other reading systems, is sought in
 * all chapters that the user may read. `anchor` says how certain the result is: `fuzzy` if the text has changed or occurs several times,
 * `orphan` if it was not found; such an annotation can be stored as a note without a position. An annotation that was exported from this service keeps its id; otherwise the id is derived from
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
    annotations: z.array(z.object({ index: z.number().int(), annotation: annotation, isKnown: z.boolean() })),
    refused: z.array(z.object({ index: z.number().int(), why: importRefusal })),
  }),
  errors: ['catalog.bookNotFound'],
});
