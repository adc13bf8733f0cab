import { z } from 'zod';
import { bookStatusCard } from '../catalog/collection.ts';
import { operation } from '../wire/operation.ts';
import { shelfGroupRecord, shelfItemRecord } from './shelf.ts';

/** Lists the books on the shelf (added, owned, or free and opened): pinned ones first, then the newest; hidden ones are included and flagged. */
export const getShelf = operation({
  name: 'getShelf',
  method: 'GET',
  path: '/api/shelf/get',
  summary: '书架',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({
    items: z.array(z.object({ ...bookStatusCard.shape, item: shelfItemRecord })),
    groups: z.array(shelfGroupRecord),
  }),
});
