/** Lets the time of one student or of all go on. Throws `assignment.notFound`, `exam.notRunning`, `exam.notPaused`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { applyInRoom } from './exam-room.ts';
import { resumeAttempts, setSessionPause } from './exam-store.ts';

export const resumeExam: UseCase<'resumeExam', AssignmentDependencies> = async (deps, { reader }, { assignmentId, userId, reason }) => {
  const payload = await applyInRoom(deps, reader.userId, assignmentId, { kind: 'resume', userId, body: reason }, async (tx, _, now) => {
    const wasPaused = userId === undefined && (await setSessionPause(tx, assignmentId, null));
    const resumed = await resumeAttempts(tx, { assignmentId, userId }, now);
    if (resumed.length === 0 && !wasPaused) throw new CodedError('exam.notPaused');
    return resumed;
  });
  return { payload, say: userId === undefined ? '已恢复，每人剩余的时间不变' : '已恢复这名考生' };
};
