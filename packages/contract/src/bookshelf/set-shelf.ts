import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { shelfGroupRecord, shelfItemRecord } from './shelf.ts';

/** Change of a book on the shelf; `null` removes a value. */
const shelfChange = z.object({
  bookId: entityId,
  onShelf: z.boolean().optional(),
  groupId: entityId.nullable().optional(),
  pinned: z.boolean().optional(),
  hidden: z.boolean().optional(),
  order: z.number().nullable().optional(),
  /** Removes the book from the recent books until it is read again. */
  leaveRecent: z.literal(true).optional(),
});

/** Changes books and groups of the shelf atomically. The client generates a group's `id`; `remove` leaves its books without a group. */
export const setShelf = operation({
  name: 'setShelf',
  method: 'POST',
  path: '/api/shelf/set',
  summary: '修改书架',
  permission: 'ownAccount',
  input: z.object({
    items: z.array(shelfChange).max(LIMITS.shelfChangesMax).default([]),
    groups: z
      .array(
        z.object({
          id: entityId,
          name: shelfGroupRecord.shape.name.optional(),
          order: z.number().optional(),
          remove: z.literal(true).optional(),
        }),
      )
      .max(LIMITS.shelfChangesMax)
      .default([]),
  }),
  output: z.object({ items: z.array(shelfItemRecord), groups: z.array(shelfGroupRecord) }),
  errors: ['catalog.bookNotFound', 'sync.opInvalid'],
});
