/** Ratings of books with stars and text, reports of improper ratings, and moderation by editors. */
import { z } from 'zod';
import { entityId } from '../publication/id.ts';

export const stars = z.number().int().min(1).max(5);

/** A rating as readers see it. */
export const bookRating = z.object({
  id: entityId,
  stars,
  body: z.string(),
  /** Nickname of the rating's author. */
  author: z.string(),
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
});

export type BookRating = z.output<typeof bookRating>;

/** The caller's own rating. `hiddenReason`: present if an editor has hidden it. */
export const myRating = bookRating.extend({ hiddenReason: z.string().optional() });

export type MyRating = z.output<typeof myRating>;

/** State of a rating. `reported`: visible, with reports that no editor has decided. */
export const ratingState = z.enum(['reported', 'shown', 'hidden']);

export type RatingState = z.output<typeof ratingState>;

/** A rating in the admin area. */
export const adminRating = bookRating.extend({
  bookId: entityId,
  bookTitle: z.string(),
  state: ratingState,
  account: z.object({ userId: z.string(), name: z.string(), tel: z.string() }),
  hiddenReason: z.string(),
  reports: z.array(z.object({ reason: z.string(), at: z.number().int() })),
});

export type AdminRating = z.output<typeof adminRating>;
