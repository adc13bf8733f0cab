import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * Lists the chapters to which a short code can lead: those of a book's current version, each with its first block. `level` counts from 1.
 */
export const listChapterTargets = operation({
  name: 'listChapterTargets',
  method: 'GET',
  path: '/api/admin/q/places',
  summary: '短码可指向的章节',
  permission: 'curate',
  scope: { bookId: 'book' },
  input: z.object({ bookId: entityId }),
  output: z.object({ items: z.array(z.object({ title: z.string(), level: z.number().int().min(1), blockId: z.string() })) }),
  errors: ['catalog.bookNotFound'],
});
