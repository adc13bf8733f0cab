import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { locator } from '../publication/locator.ts';
import { operation } from '../wire/operation.ts';
import { pageInput } from './book-card.ts';
import { resourceKind } from './search-hit.ts';

export const bookResource = z.object({
  kind: resourceKind,
  /**
   * Caption or first words of the resource; may be empty. Truncated if `open` is false, and empty once the daily preview limit is reached.
   */
  title: z.string(),
  chapter: z.string(),
  /** Whether the caller can open the position of the resource. */
  open: z.boolean(),
  locator,
});

export type BookResource = z.output<typeof bookResource>;

/**
 * Lists figures, tables, formulas, audio and video of a book in reading order. Without `kind`, lists the first kind that the book contains.
 */
export const listBookResources = operation({
  name: 'listBookResources',
  method: 'GET',
  path: '/api/book/resources',
  summary: '书中资源',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ bookId: entityId, kind: resourceKind.optional(), ...pageInput }),
  output: z.object({
    /** Kinds of resources that the book contains, in display order, with their numbers. */
    counts: z.array(z.object({ kind: resourceKind, count: z.number().int() })),
    /** Kind of the listed resources; absent if there are none. */
    kind: resourceKind.optional(),
    items: z.array(bookResource),
    next: z.string().optional(),
  }),
  errors: ['catalog.bookNotFound'],
});
