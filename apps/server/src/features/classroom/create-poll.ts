/** Creates a poll as a draft. */
import { CodedError, LIMITS, newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { lockClassFor } from '../teaching/class-access.ts';
import type { ClassroomDependencies } from './classroom-dependencies.ts';
import { countPolls, insertPoll } from './poll-store.ts';
import { viewPoll } from './poll-view.ts';

/** Throws `class.notFound`, `poll.tooMany`. */
export const createPoll: UseCase<'createPoll', ClassroomDependencies> = async (
  { db, clock },
  { reader },
  { classId, question, options, correct },
) => {
  const now = clock.now();
  const { group, poll } = await db.transaction(async (tx) => {
    const found = await lockClassFor(tx, reader.userId, classId);
    if ((await countPolls(tx, classId)) >= LIMITS.pollsPerClassMax) throw new CodedError('poll.tooMany', { max: LIMITS.pollsPerClassMax });
    const made = {
      id: newId(now),
      classId,
      question,
      options,
      correct: correct ?? null,
      state: 'draft' as const,
      rounds: 0,
      createdAt: now,
    };
    await insertPoll(tx, made);
    return { group: found, poll: made };
  });
  return { payload: await viewPoll(db.orm, reader.userId, group, poll), say: '已保存，还没有开始' };
};
