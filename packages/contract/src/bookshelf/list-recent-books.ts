import { z } from 'zod';
import { bookStatusCard } from '../catalog/collection.ts';
import { pageLimit } from '../page-limit.ts';
import { locator } from '../publication/locator.ts';
import { operation } from '../wire/operation.ts';

/** Lists recently read books with their reading positions, the last read first. Books that the user removed from this list are omitted. */
export const listRecentBooks = operation({
  name: 'listRecentBooks',
  method: 'GET',
  path: '/api/shelf/recent',
  summary: '最近阅读',
  permission: 'ownAccount',
  input: z.object({ limit: pageLimit() }),
  output: z.object({ items: z.array(z.object({ ...bookStatusCard.shape, locator, readAt: z.number().int() })) }),
});
