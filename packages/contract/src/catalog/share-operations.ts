/** Handing on: by a short code of ours that is the same for everybody who shares the same. */
import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/**
 * The short address of a book, a place in it or a collection, to hand on: made once and the same for everybody who shares it. `targetId`
 * as of a code that is printed.
 */
export const shareLink = operation({
  name: 'shareLink',
  method: 'POST',
  path: '/api/q/share',
  summary: '分享短链接',
  audience: 'anyone',
  repeatsSafely: true,
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
