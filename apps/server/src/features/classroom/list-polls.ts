/** Lists the polls of a class. */
import type { UseCase } from '../../platform/http/register.ts';
import { requireClass, seesStudents } from '../teaching/class-access.ts';
import type { ClassroomDependencies } from './classroom-dependencies.ts';
import { listPollsOf } from './poll-store.ts';
import { viewPolls } from './poll-view.ts';

/** Throws `class.notFound`. */
export const listPolls: UseCase<'listPolls', ClassroomDependencies> = async ({ db }, { reader }, { classId }) => {
  const group = await requireClass(db.orm, reader.userId, classId);
  const polls = await listPollsOf(db.orm, classId);
  const shown = seesStudents(group.access) ? polls : polls.filter(({ state }) => state !== 'draft');
  return { items: await viewPolls(db.orm, reader.userId, group, shown) };
};
