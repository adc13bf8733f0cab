import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/**
 * Returns the short URL of a book, a block in it or a collection, created once and the same for every user. `targetId` as in
 * `createShortLinks`.
 */
export const shareLink = operation({
  name: 'shareLink',
  method: 'POST',
  path: '/api/q/share',
  summary: '分享短链接',
  permission: 'browse',
  audience: 'anyone',
  isIdempotent: true,
  input: z.object({
    targetType: z.enum(['book', 'block', 'collection']),
    targetId: z
      .string()
      .max(200)
      .regex(/^[0-9a-zA-Z]+(?:#\S+)?$/, '分享的去向有误'),
  }),
  output: z.object({ address: z.string() }),
  errors: ['catalog.bookNotFound', 'catalog.collectionNotFound'],
});
