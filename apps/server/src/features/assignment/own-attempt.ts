/** Finds the attempt of a call. */
import { CodedError } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { findAttempt, type StoredAttempt } from './attempt-store.ts';

/** Throws `assignment.attemptNotFound` unless the attempt was started by this user. */
export const requireOwn = (attempt: StoredAttempt | undefined, userId: string): StoredAttempt => {
  if (attempt?.userId !== userId || attempt.state === 'provisioned') throw new CodedError('assignment.attemptNotFound');
  return attempt;
};

/** Returns an attempt that this user started. Throws `assignment.attemptNotFound`. */
export const requireOwnAttempt = async (db: Queryable, userId: string, id: string): Promise<StoredAttempt> =>
  requireOwn(await findAttempt(db, id), userId);
