/** Stops the time of one student or of all. Throws `assignment.notFound`, `exam.notRunning`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { applyInRoom } from './exam-room.ts';
import { pauseAttempts, setSessionPause } from './exam-store.ts';

export const pauseExam: UseCase<'pauseExam', AssignmentDependencies> = async (deps, { reader }, { assignmentId, userId, reason }) => {
  const payload = await applyInRoom(deps, reader.userId, assignmentId, { kind: 'pause', userId, body: reason }, async (tx, _, now) => {
    const isNew = userId === undefined && (await setSessionPause(tx, assignmentId, now));
    const paused = await pauseAttempts(tx, { assignmentId, userId }, now);
    if (paused.length === 0 && !isNew) throw new CodedError('exam.notRunning');
    return paused;
  });
  return { payload, say: userId === undefined ? '已暂停，所有考生的时间停住了' : '已暂停这名考生' };
};
