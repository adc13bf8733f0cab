/** Votes for an option in the running round, or changes the vote. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { type ClassAccess, seesStudents } from '../teaching/class-access.ts';
import type { ClassroomDependencies } from './classroom-dependencies.ts';
import { findPoll, putVote } from './poll-store.ts';
import { requirePoll } from './poll-view.ts';

const isStudent = (access: ClassAccess): boolean => !seesStudents(access);

/** Throws `poll.notFound` also to teachers, `poll.notOpen`. */
export const castVote: UseCase<'castVote', ClassroomDependencies> = async ({ db, clock, changes }, { reader }, { id, round, choice }) => {
  const { classId } = await requirePoll(db.orm, reader.userId, await findPoll(db.orm, id), isStudent);
  const isStored = await putVote(db.orm, { pollId: id, userId: reader.userId, round, choice, at: clock.now() });
  if (!isStored) throw new CodedError('poll.notOpen');
  changes.countChanged(classId);
  return {};
};
