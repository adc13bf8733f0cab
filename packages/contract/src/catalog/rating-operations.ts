/** What readers think of a book: stars with a text, reports of improper ones, and what editors do about them. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { pageInput } from './operations.ts';

const stars = z.number().int().min(1).max(5);

/** As readers see it. */
export const bookRating = z.object({
  id: entityId,
  stars,
  body: z.string(),
  /** What the person calls themselves. */
  author: z.string(),
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
});
export type BookRating = z.output<typeof bookRating>;

/** One's own. `hiddenReason`: an editor took it from view. */
export const myRating = bookRating.extend({ hiddenReason: z.string().optional() });
export type MyRating = z.output<typeof myRating>;

/** Who may rate: a person with a right to the whole book (`noRight`), not of the publisher's own (`staff`), who has opened it (`notOpened`). */
export const mayRate = z.enum(['yes', 'signIn', 'noRight', 'staff', 'notOpened']);
export type MayRate = z.output<typeof mayRate>;

const ratingList = z.object({
  count: z.number().int(),
  /** Absent where nobody has rated. */
  mean: z.number().optional(),
  /** How many gave 1, 2, 3, 4 and 5 stars. */
  distribution: z.array(z.number().int()).length(5),
  /** The newest first. */
  items: z.array(bookRating),
  next: z.string().optional(),
  mine: myRating.optional(),
  mayRate,
});

/** Ratings of a book that are in view. */
export const listRatings = operation({
  name: 'listRatings',
  method: 'GET',
  path: '/api/rating/list',
  summary: '图书评价',
  audience: 'anyone',
  input: z.object({ bookId: entityId, ...pageInput }),
  output: ratingList,
  errors: ['catalog.bookNotFound'],
});
export type RatingList = z.output<typeof ratingList>;

/** Rates a book, or changes what one has said: one a person and book. */
export const saveRating = operation({
  name: 'saveRating',
  method: 'POST',
  path: '/api/rating/save',
  summary: '评价图书',
  input: z.object({
    bookId: entityId,
    stars: z.coerce.number('请选择星级').int('请选择星级').min(1, '请选择星级').max(5, '请选择星级'),
    body: z.string().trim().max(LIMITS.ratingBodyChars, `评价最多 ${LIMITS.ratingBodyChars} 个字`).default(''),
  }),
  output: z.object({ mine: myRating }),
  errors: ['catalog.bookNotFound', 'catalog.ratingRefused'],
});

/** Takes one's own rating back; nothing happens where there is none. */
export const removeRating = operation({
  name: 'removeRating',
  method: 'POST',
  path: '/api/rating/remove',
  summary: '删除评价',
  input: z.object({ bookId: entityId }),
  output: z.object({}),
});

/** Asks an editor to look at somebody's rating. The same person's second report takes the place of the first. */
export const reportRating = operation({
  name: 'reportRating',
  method: 'POST',
  path: '/api/rating/report',
  summary: '举报评价',
  input: z.object({ id: entityId, reason: z.string().trim().min(1, '请写明举报的原因').max(200, '原因最多 200 个字') }),
  output: z.object({}),
  errors: ['catalog.ratingNotFound', 'catalog.ratingRefused'],
});

/** `reported`: in view, with reports nobody has looked at. */
export const ratingState = z.enum(['reported', 'shown', 'hidden']);
export type RatingState = z.output<typeof ratingState>;

/** As an editor sees it. */
export const deskRating = bookRating.extend({
  bookId: entityId,
  bookTitle: z.string(),
  state: ratingState,
  person: z.object({ userId: z.string(), name: z.string(), tel: z.string() }),
  hiddenReason: z.string(),
  reports: z.array(z.object({ reason: z.string(), at: z.number().int() })),
});
export type DeskRating = z.output<typeof deskRating>;

/** The newest first. */
export const listDeskRatings = operation({
  name: 'listDeskRatings',
  method: 'GET',
  path: '/api/admin/rating/list',
  summary: '评价列表（工作台）',
  input: z.object({
    state: ratingState.default('reported'),
    bookId: entityId.optional(),
    cursor: z.string().max(128).optional(),
    limit: pageInput.limit,
  }),
  output: z.object({
    items: z.array(deskRating),
    counts: z.object({ reported: z.number().int(), shown: z.number().int(), hidden: z.number().int() }),
    nextCursor: z.string().optional(),
  }),
});

/** `hide` takes it from view and tells its author why; `keep` leaves it or puts it back. Either way its reports are dealt with. */
export const decideRating = operation({
  name: 'decideRating',
  method: 'POST',
  path: '/api/admin/rating/decide',
  summary: '处理评价',
  input: z
    .object({
      id: entityId,
      decision: z.enum(['hide', 'keep']),
      reason: z.string().trim().max(LIMITS.operatorReasonChars).default(''),
    })
    .refine(({ decision, reason }) => decision === 'keep' || reason !== '', { message: '请写明隐藏的原因', path: ['reason'] }),
  output: deskRating,
  errors: ['catalog.ratingNotFound'],
});
