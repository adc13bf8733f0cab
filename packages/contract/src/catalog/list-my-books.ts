import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { accessRight, bookCard, boundCode, rightSource } from './book-card.ts';

/** One entitlement of the caller to a book. `suspended`: it is interrupted by an operator; `ended`: its term is over. */
export const bookEntitlement = z.object({
  id: z.string(),
  source: rightSource,
  startsAt: z.number().int(),
  endsAt: z.number().int().optional(),
  state: z.enum(['active', 'ended', 'suspended']),
  /** Reason for which an operator suspended the entitlement. */
  reason: z.string().optional(),
  /** Number of the order that granted the entitlement. */
  orderNo: z.string().optional(),
  code: boundCode.optional(),
});

export type BookEntitlement = z.output<typeof bookEntitlement>;

/**
 * Lists the books for which the caller has or had an entitlement. `source`: source of the newest entitlement; `held`: all of them, the
 * newest first.
 */
export const listMyBooks = operation({
  name: 'listMyBooks',
  method: 'GET',
  path: '/api/my/getBooks',
  summary: '我的图书',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        book: bookCard,
        right: accessRight,
        source: rightSource,
        since: z.number().int(),
        // All entitlements of the caller to the book; empty in responses that an earlier client cached.
        held: z.array(bookEntitlement).default([]),
      }),
    ),
  }),
});
