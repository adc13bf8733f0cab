import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { pageInput } from './book-card.ts';
import { bookRating, myRating } from './rating.ts';

/**
 * Whether the caller can rate: requires an entitlement (else `noRight`), no role at the publisher (else `staff`), and having opened the
 * book (else `notOpened`).
 */
export const mayRate = z.enum(['yes', 'signIn', 'noRight', 'staff', 'notOpened']);

export type MayRate = z.output<typeof mayRate>;

const ratingList = z.object({
  count: z.number().int(),
  /** Mean number of stars; absent if there are no ratings. */
  mean: z.number().optional(),
  /** Numbers of ratings with 1, 2, 3, 4 and 5 stars. */
  distribution: z.array(z.number().int()).length(5),
  /** Ratings, the newest first. */
  items: z.array(bookRating),
  next: z.string().optional(),
  mine: myRating.optional(),
  mayRate,
});

/** Lists the visible ratings of a book. */
export const listRatings = operation({
  name: 'listRatings',
  method: 'GET',
  path: '/api/rating/list',
  summary: '图书评价',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ bookId: entityId, ...pageInput }),
  output: ratingList,
  errors: ['catalog.bookNotFound'],
});

export type RatingList = z.output<typeof ratingList>;
