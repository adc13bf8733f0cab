/** Begins or ends a round of a poll. */
import { CodedError, NEXT_POLL_STATES, type PollState } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { mayEdit, requireClass } from '../teaching/class-access.ts';
import type { ClassroomDependencies } from './classroom-dependencies.ts';
import { lockPoll, putPollState } from './poll-store.ts';
import { requirePoll, viewPoll } from './poll-view.ts';

const SAY: Readonly<Record<PollState, string>> = {
  draft: '',
  first: '投票已开始',
  discussing: '第一轮已结束',
  second: '第二轮已开始',
  closed: '投票已结束，学生可以看到结果',
};

/** Throws `poll.notFound`, `poll.changed` if the poll is no longer in the state that the teacher saw or cannot change so. */
export const setPollState: UseCase<'setPollState', ClassroomDependencies> = async (
  { db, changes, raiseLimitsOf },
  { reader, address },
  { id, from, to },
) => {
  const poll = await db.transaction(async (tx) => {
    const { access: _, ...found } = await requirePoll(tx, reader.userId, await lockPoll(tx, id), mayEdit);
    if (found.state !== from || !NEXT_POLL_STATES[from].includes(to)) throw new CodedError('poll.changed');
    const rounds = to === 'first' || to === 'second' ? found.rounds + 1 : found.rounds;
    await putPollState(tx, id, to, rounds);
    return { ...found, state: to, rounds };
  });
  if (to === 'first' || to === 'second') await raiseLimitsOf(address);
  await changes.stateChanged(poll.classId);
  const group = await requireClass(db.orm, reader.userId, poll.classId);
  return { payload: await viewPoll(db.orm, reader.userId, group, poll), say: SAY[to] };
};
