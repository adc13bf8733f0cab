import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Numbers of annotations, of all readers, by what became of their passages in a new version. */
export const anchoredNotes = z.object({
  exact: z.number().int(),
  moved: z.number().int(),
  fuzzy: z.number().int(),
  orphan: z.number().int(),
});
export type AnchoredNotes = z.output<typeof anchoredNotes>;

/** Counts for each version of a book how the annotations of all readers were anchored in it after its release. */
export const countVersionNotes = operation({
  name: 'countVersionNotes',
  method: 'GET',
  path: '/api/admin/book/version/notes',
  summary: '改版后的笔记',
  permission: 'publishBook',
  scope: { bookId: 'book' },
  input: z.object({ bookId: entityId }),
  output: z.object({
    /** Versions in which annotations were anchored, the newest first. */
    versions: z.array(z.object({ no: z.number().int(), notes: anchoredNotes })),
    /** Present while annotations of the book wait to be anchored in the version `no`. */
    running: z.object({ no: z.number().int(), done: z.number().int(), remaining: z.number().int() }).optional(),
  }),
  errors: ['catalog.bookNotFound'],
});
