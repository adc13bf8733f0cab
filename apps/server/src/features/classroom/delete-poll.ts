/** Deletes a poll with its votes. */
import type { UseCase } from '../../platform/http/register.ts';
import { mayEdit } from '../teaching/class-access.ts';
import type { ClassroomDependencies } from './classroom-dependencies.ts';
import { deletePollById, lockPoll } from './poll-store.ts';
import { requirePoll } from './poll-view.ts';

/** Throws `poll.notFound`. */
export const deletePoll: UseCase<'deletePoll', ClassroomDependencies> = async ({ db, changes }, { reader }, { id }) => {
  const classId = await db.transaction(async (tx) => {
    const found = await requirePoll(tx, reader.userId, await lockPoll(tx, id), mayEdit);
    await deletePollById(tx, id);
    return found.classId;
  });
  await changes.stateChanged(classId);
  return { payload: {}, say: '已删除' };
};
