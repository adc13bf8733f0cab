/** Readers' ratings: who may give one, the list beside its sums, one's own, reports. */
import {
  CodedError,
  LIMITS,
  type listRatings as listOperation,
  type MayRate,
  type MyRating,
  mayReadAll,
  newId,
  type OutputOf,
  type ParsedInputOf,
  type reportRating as reportOperation,
  type saveRating as saveOperation,
} from '@shufang/contract';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { CallContext, ReaderContext } from '../../platform/http/call-context.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { findVisibleBook, type VisibleBook } from './get-book-info.ts';
import type { Personal } from './personal-marks.ts';
import {
  countReportsSince,
  countStars,
  deleteRating,
  findRating,
  findRatingOf,
  listRatingsInView,
  putRating,
  putReport,
  type StoredRating,
  sumUpRatings,
} from './rating-store.ts';

export interface RatingDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly personal: Personal;
  /** Whether the person has ever had the book open. */
  readonly hasOpened: (userId: string, bookId: string) => Promise<boolean>;
  /** By id, the number masked; those that are gone are left out. */
  readonly findPeople: (userIds: readonly string[]) => Promise<ReadonlyMap<string, { nickname: string; tel: string }>>;
}

const DAY_MS = 86_400_000;

const mayRateBook = async (deps: RatingDependencies, { reader }: CallContext, { book, right }: VisibleBook): Promise<MayRate> => {
  if (reader === undefined) return 'signIn';
  if (right.source === 'staff' || right.source === 'author') return 'staff';
  if (!mayReadAll(right)) return 'noRight';
  return (await deps.hasOpened(reader.userId, book.id)) ? 'yes' : 'notOpened';
};

const refusals: Record<Exclude<MayRate, 'yes'>, string> = {
  signIn: '请先登录',
  noRight: '拥有本书全文的阅读权限后才能评价',
  staff: '出版方人员和作者不评价自己的书',
  notOpened: '打开读过本书后才能评价',
};

const view = (
  { id, stars, body, createdAt, updatedAt }: StoredRating,
  author: string,
): OutputOf<typeof listOperation>['items'][number] => ({
  id,
  stars,
  body,
  author,
  createdAt,
  updatedAt,
});

const viewMine = (rating: StoredRating, author: string): MyRating => ({
  ...view(rating, author),
  ...(rating.hidden ? { hiddenReason: rating.hiddenReason } : {}),
});

/** Throws `catalog.bookNotFound`, `request.invalid` for a cursor that is none of ours. */
export const listRatings = async (
  deps: RatingDependencies,
  context: CallContext,
  { bookId, cursor, limit }: ParsedInputOf<typeof listOperation>,
): Promise<OutputOf<typeof listOperation>> => {
  const { orm } = deps.db;
  const visible = await findVisibleBook({ db: orm, personal: deps.personal }, context, bookId);
  const [at, id] = readCursor(cursor, z.tuple([z.number().int(), z.string().max(64)])) ?? [];
  const after = at === undefined || id === undefined ? undefined : { at, id };
  const userId = context.reader?.userId;
  const [page, distribution, mine, allowed] = await Promise.all([
    listRatingsInView(orm, bookId, after, limit + 1),
    countStars(orm, bookId),
    userId === undefined ? undefined : findRatingOf(orm, bookId, userId),
    mayRateBook(deps, context, visible),
  ]);
  const shown = page.slice(0, limit);
  const people = await deps.findPeople([...shown, ...(mine === undefined ? [] : [mine])].map((rating) => rating.userId));
  const nameOf = (rating: StoredRating): string => people.get(rating.userId)?.nickname ?? '';
  const count = distribution.reduce((sum, n) => sum + n, 0);
  const total = distribution.reduce((sum, n, index) => sum + n * (index + 1), 0);
  const last = page.length > limit ? shown.at(-1) : undefined;
  return {
    count,
    ...(count === 0 ? {} : { mean: total / count }),
    distribution,
    items: shown.map((rating) => view(rating, nameOf(rating))),
    ...(last === undefined ? {} : { next: writeCursor([last.updatedAt, last.id]) }),
    ...(mine === undefined ? {} : { mine: viewMine(mine, nameOf(mine)) }),
    mayRate: allowed,
  };
};

/** Throws `catalog.bookNotFound`, `catalog.ratingRefused`. Who has rated may change it even when the right has ended since. */
export const saveRating = async (
  deps: RatingDependencies,
  context: ReaderContext,
  { bookId, stars, body }: ParsedInputOf<typeof saveOperation>,
): Promise<OutputOf<typeof saveOperation>> => {
  const { userId } = context.reader;
  const visible = await findVisibleBook({ db: deps.db.orm, personal: deps.personal }, context, bookId);
  const before = await findRatingOf(deps.db.orm, bookId, userId);
  const allowed = before === undefined ? await mayRateBook(deps, context, visible) : 'yes';
  if (allowed !== 'yes') throw new CodedError('catalog.ratingRefused', { reason: refusals[allowed] });
  const now = deps.clock.now();
  const saved = await deps.db.transaction(async (tx) => {
    await putRating(tx, { id: newId(now), bookId, userId, stars, body, now });
    await sumUpRatings(tx, bookId);
    return findRatingOf(tx, bookId, userId);
  });
  if (saved === undefined) throw new CodedError('catalog.bookNotFound');
  return { mine: viewMine(saved, (await deps.findPeople([userId])).get(userId)?.nickname ?? '') };
};

export const removeRating = async ({ db }: Pick<RatingDependencies, 'db'>, userId: string, bookId: string): Promise<void> => {
  await db.transaction(async (tx) => {
    if ((await findRatingOf(tx, bookId, userId)) === undefined) return;
    await deleteRating(tx, bookId, userId);
    await sumUpRatings(tx, bookId);
  });
};

/** Throws `catalog.ratingNotFound` also for one that is out of view, `catalog.ratingRefused` for one's own, `request.tooMany`. */
export const reportRating = async (
  { db, clock }: Pick<RatingDependencies, 'db' | 'clock'>,
  userId: string,
  { id, reason }: ParsedInputOf<typeof reportOperation>,
): Promise<void> => {
  const now = clock.now();
  const rating = await findRating(db.orm, id);
  if (rating === undefined || rating.hidden) throw new CodedError('catalog.ratingNotFound');
  if (rating.userId === userId) throw new CodedError('catalog.ratingRefused', { reason: '这是您自己的评价，可以直接修改或删除' });
  if ((await countReportsSince(db.orm, userId, now - DAY_MS)) >= LIMITS.ratingReportsPerUserPerDay) throw new CodedError('request.tooMany');
  await putReport(db.orm, id, userId, reason, now);
};
