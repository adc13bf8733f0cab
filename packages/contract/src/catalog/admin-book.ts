/** Book operations of editors in the admin area, and of authors for their own books. */
import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { accessModel, bookLevel, shelfState } from './book-card.ts';
import { bookRole } from './book-role.ts';

/** A contributor of a book. `linked`: the contributor's account, with a masked phone number. */
export const bookContributor = z.object({
  name: z.string(),
  role: bookRole,
  unit: z.string(),
  linked: z.object({ userId: z.string(), name: z.string(), tel: z.string() }).optional(),
});

export type BookContributor = z.output<typeof bookContributor>;

export const adminBook = z.object({
  bookId: entityId,
  title: z.string(),
  subtitle: z.string(),
  authors: z.string(),
  isbn: z.string(),
  publisher: z.string(),
  /** City where the book is published, as it is cited; empty if unknown. */
  placeOfPublication: z.string(),
  description: z.string(),
  categoryIds: z.array(z.string()),
  level: bookLevel.optional(),
  /** Number of this edition, counted from 1. */
  edition: z.number().int(),
  /** All editions of the work including this book, the newest first; empty if this book is the only one. */
  editions: z.array(z.object({ bookId: entityId, title: z.string(), edition: z.number().int(), state: shelfState })),
  accessModel,
  priceFen: z.number().int(),
  /** Term in days of an entitlement that is bought now; absent if it is permanent. */
  termDays: z.number().int().optional(),
  /** Start and end of the sale window, UTC ms, end exclusive; absent if there is no limit. */
  saleFrom: z.number().int().optional(),
  saleTo: z.number().int().optional(),
  /** Renewal price in fen; absent if it is the same as the regular price. */
  renewalFen: z.number().int().optional(),
  trialChapters: z.number().int(),
  /** Keys of the trial chapters (`listBookChapters`); absent if the trial consists of the first `trialChapters`. */
  trialChosen: z.array(z.string()).optional(),
  /** Textbook plan that lists the book (规划教材), and the official document that proves it; both empty if there is none. */
  planTag: z.string(),
  planProof: z.string(),
  state: shelfState,
  cover: z.object({ url: z.string(), width: z.number().int(), height: z.number().int() }).optional(),
  contributors: z.array(bookContributor),
  /** Message to readers while an authority has ordered the book's removal; empty if it has not. */
  removalNotice: z.string(),
  updatedAt: z.number().int(),
});

export type AdminBook = z.output<typeof adminBook>;
