/** Returns a poll with what the caller may see of its votes. */
import type { UseCase } from '../../platform/http/register.ts';
import { requireClass } from '../teaching/class-access.ts';
import type { ClassroomDependencies } from './classroom-dependencies.ts';
import { findPoll } from './poll-store.ts';
import { requirePoll, viewPoll } from './poll-view.ts';

/** Throws `poll.notFound`. */
export const getPoll: UseCase<'getPoll', ClassroomDependencies> = async ({ db }, { reader }, { id }) => {
  const { access: _, ...poll } = await requirePoll(db.orm, reader.userId, await findPoll(db.orm, id));
  return viewPoll(db.orm, reader.userId, await requireClass(db.orm, reader.userId, poll.classId), poll);
};
