/** Operators' operations to publish and withdraw books. */
import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { shelfState } from './book-card.ts';

/** Whether a book is a draft, published or off the shelf. */
export const shelfRecord = z.object({ bookId: entityId, title: z.string(), state: shelfState });

export type ShelfRecord = z.output<typeof shelfRecord>;
