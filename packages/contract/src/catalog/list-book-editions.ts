import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { bookStatusCard } from './collection.ts';

/** One edition of a work, with the caller's right to it and its state in the catalog. */
export const bookEdition = bookStatusCard.extend({
  edition: z.number().int(),
  isbn: z.string().optional(),
  /** Year of publication, as stated in the book. */
  year: z.number().int().optional(),
});

export type BookEdition = z.output<typeof bookEdition>;

/** Lists the editions of a work, the newest first: published ones, the requested one, and withdrawn ones that the caller can still read. */
export const listBookEditions = operation({
  name: 'listBookEditions',
  method: 'GET',
  path: '/api/book/editions',
  summary: '新旧版',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ bookId: entityId }),
  output: z.object({ items: z.array(bookEdition) }),
  errors: ['catalog.bookNotFound'],
});
