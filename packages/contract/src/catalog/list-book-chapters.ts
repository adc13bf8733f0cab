import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * Lists the chapters of the current version in the order of its table of contents, for choosing trial chapters. `key` is stable over
 * versions; absent for a heading without text of its own. `rank`: index in the reading order, from 0. `chars`: number of characters of the
 * chapter with the endnotes and plates that belong to it.
 */
export const listBookChapters = operation({
  name: 'listBookChapters',
  method: 'GET',
  path: '/api/admin/book/chapters',
  summary: '图书的章节（试读选择）',
  permission: 'publishBook',
  scope: { bookId: 'book' },
  input: z.object({ bookId: entityId }),
  output: z.object({
    items: z.array(
      z.object({
        title: z.string(),
        depth: z.number().int().min(0),
        key: z.string().optional(),
        rank: z.number().int().min(0).optional(),
        chars: z.number().int().min(0),
      }),
    ),
    /** Number of characters of the front matter, the text before the first chapter, which is open to everyone. */
    frontChars: z.number().int().min(0),
    totalChars: z.number().int().min(0),
  }),
  errors: ['catalog.bookNotFound'],
});
