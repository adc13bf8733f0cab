import { z } from 'zod';
import { locator } from '../publication/locator.ts';
import { operation } from '../wire/operation.ts';
import { bookCard } from './book-card.ts';

/** A book that the caller is reading, with the last position. */
export const continueCard = z.object({ book: bookCard, locator, readAt: z.number().int() });

export type ContinueCard = z.output<typeof continueCard>;

/** Lists the books the caller read last, the newest first, at most 6. */
export const listContinueReading = operation({
  name: 'listContinueReading',
  method: 'GET',
  path: '/api/my/continue',
  summary: '继续阅读',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({ items: z.array(continueCard) }),
});
