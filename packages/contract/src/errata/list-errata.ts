import { z } from 'zod';
import { pageInput } from '../catalog/book-card.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { erratum, erratumCounts } from './erratum.ts';

/** Lists the confirmed errata of a book, the newest first; with `whose: mine`, all reports of the caller. */
export const listErrata = operation({
  name: 'listErrata',
  method: 'GET',
  path: '/api/errata/list',
  summary: '勘误',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ bookId: entityId, whose: z.enum(['all', 'mine']).default('all'), ...pageInput }),
  output: z.object({
    items: z.array(erratum),
    /** Numbers of all reports about the book by state. */
    counts: erratumCounts,
    next: z.string().optional(),
  }),
  errors: ['catalog.bookNotFound'],
});
