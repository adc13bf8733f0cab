/**
 * The number of samples that a teacher may ask for in one term (our choice; product.md §6.4 demands a quota). Samples of books on confirmed
 * adoption lists do not count.
 */
import { CodedError, LIMITS, type SampleQuota } from '@shufang/contract';
import { chinaClock, timeOfChinaClock } from '../../platform/china-time.ts';
import type { Queryable } from '../../platform/database.ts';
import { findAdoptedBooks } from '../adoption/adopted-books.ts';
import { listCountedSamples } from './store.ts';

/** First month of the spring and of the autumn term, counted from 0: February and August. */
const TERM_MONTHS = [1, 7];

/** Returns start and end of the term at a time, UTC ms: terms begin on 1 February and on 1 August, Beijing time. */
export const termAround = (now: number): { readonly startsAt: number; readonly endsAt: number } => {
  const year = chinaClock(now).getUTCFullYear();
  const starts = [year - 1, year, year + 1].flatMap((each) => TERM_MONTHS.map((month) => timeOfChinaClock(Date.UTC(each, month))));
  const next = starts.findIndex((start) => start > now);
  return { startsAt: starts[next - 1] ?? 0, endsAt: starts[next] ?? 0 };
};

/** Returns how much of the quota the teacher has used. */
export const quotaOf = async (db: Queryable, userId: string, now: number): Promise<SampleQuota> => {
  const { startsAt, endsAt } = termAround(now);
  const adopted = new Set(await findAdoptedBooks(db, userId));
  const used = (await listCountedSamples(db, userId, startsAt)).filter(({ bookId }) => !adopted.has(bookId)).length;
  return { used, max: LIMITS.samplesPerTeacherPerTerm, resetsAt: endsAt };
};

/** Throws `sample.quotaUsed` if the teacher may not ask for samples of these books too. */
export const requireQuota = async (db: Queryable, userId: string, bookIds: readonly string[], now: number): Promise<void> => {
  const { used, max } = await quotaOf(db, userId, now);
  const adopted = new Set(await findAdoptedBooks(db, userId));
  const counted = bookIds.filter((id) => !adopted.has(id)).length;
  if (counted > 0 && used + counted > max) throw new CodedError('sample.quotaUsed', { max, left: Math.max(0, max - used) });
};
