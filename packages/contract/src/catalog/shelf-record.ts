/** Operators' operations to publish and withdraw books. */
import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { cover, shelfState } from './book-card.ts';

/** Whether a book is a draft, published or off the shelf, with its title and cover. */
export const shelfRecord = z.object({
  bookId: entityId,
  title: z.string(),
  authors: z.string(),
  cover: cover.optional(),
  state: shelfState,
});

export type ShelfRecord = z.output<typeof shelfRecord>;
