/** What editors do with ratings: look through those that were reported, take one from view with a reason, put it back. */
import {
  CodedError,
  type DeskRating,
  type decideRating as decideOperation,
  type listDeskRatings as listOperation,
  type OutputOf,
  type ParsedInputOf,
} from '@shufang/contract';
import { z } from 'zod';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { tellPerson } from '../../platform/notices.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { RatingDependencies } from './rate-book.ts';
import {
  countRatings,
  deleteReports,
  findRating,
  listRatingsPage,
  listReports,
  lockRating,
  type StoredRating,
  setHidden,
  sumUpRatings,
} from './rating-store.ts';

type Dependencies = Pick<RatingDependencies, 'db' | 'clock' | 'findPeople'>;

const show = async ({ db, findPeople }: Dependencies, ratings: readonly StoredRating[]): Promise<DeskRating[]> => {
  const [people, reports] = await Promise.all([
    findPeople(ratings.map(({ userId }) => userId)),
    listReports(
      db.orm,
      ratings.map(({ id }) => id),
    ),
  ]);
  return ratings.map(({ userId, hidden, ...rating }) => {
    const who = people.get(userId);
    const told = (reports.get(rating.id) ?? []).map(({ reason, at }) => ({ reason, at }));
    return {
      ...rating,
      author: who?.nickname ?? '',
      state: hidden ? 'hidden' : told.length > 0 ? 'reported' : 'shown',
      person: { userId, name: who?.nickname ?? '', tel: who?.tel ?? '' },
      reports: told,
    };
  });
};

/** Throws `request.invalid` for a cursor that is none of ours. */
export const listDeskRatings = async (
  deps: Dependencies,
  { state, bookId, cursor, limit }: ParsedInputOf<typeof listOperation>,
  bounds: Bounds | undefined,
): Promise<OutputOf<typeof listOperation>> => {
  const [at, id] = readCursor(cursor, z.tuple([z.number().int(), z.string().max(64)])) ?? [];
  const after = at === undefined || id === undefined ? undefined : { at, id };
  const found = await listRatingsPage(deps.db.orm, { state, bookId, bounds, after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    items: await show(deps, page),
    counts: await countRatings(deps.db.orm, { bookId, bounds }),
    ...(last === undefined ? {} : { nextCursor: writeCursor([last.updatedAt, last.id]) }),
  };
};

/** Throws `catalog.ratingNotFound`. */
export const decideRating = async (
  deps: Dependencies,
  operator: DeskOperator,
  { id, decision, reason }: ParsedInputOf<typeof decideOperation>,
): Promise<DeskRating> => {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const rating = await lockRating(tx, id);
    if (rating === undefined) throw new CodedError('catalog.ratingNotFound');
    const hides = decision === 'hide';
    await setHidden(tx, id, hides ? { at: now, reason } : null);
    await deleteReports(tx, id);
    await sumUpRatings(tx, rating.bookId);
    const target = { kind: 'rating', id, name: rating.bookTitle } as const;
    const facts = { before: { hidden: rating.hidden }, after: { hidden: hides, bookId: rating.bookId }, reason };
    if (hides) await tellPerson(tx, rating.userId, { kind: 'ratingHidden', subject: { id: rating.bookId, name: rating.bookTitle } }, now);
    await recordAct(tx, operator, { act: hides ? 'rating.hide' : 'rating.keep', target, ...facts }, now);
  });
  const decided = await findRating(deps.db.orm, id);
  const [shown] = decided === undefined ? [] : await show(deps, [decided]);
  if (shown === undefined) throw new CodedError('catalog.ratingNotFound');
  return shown;
};
