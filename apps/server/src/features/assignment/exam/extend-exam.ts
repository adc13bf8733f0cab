/** Gives one student or all who are writing more time. Throws `assignment.notFound`, `exam.notRunning`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { applyInRoom } from './exam-room.ts';
import { extendAttempts } from './exam-store.ts';

const MINUTE_MS = 60_000;

export const extendExam: UseCase<'extendExam', AssignmentDependencies> = async (
  deps,
  { reader },
  { assignmentId, userId, minutes, reason },
) => {
  const payload = await applyInRoom(deps, reader.userId, assignmentId, { kind: 'extend', userId, minutes, body: reason }, async (tx) => {
    const extended = await extendAttempts(tx, { assignmentId, userId }, minutes * MINUTE_MS);
    if (extended.length === 0) throw new CodedError('exam.notRunning');
    return extended;
  });
  return { payload, say: userId === undefined ? `已为所有在答的考生延长 ${minutes} 分钟` : `已延长 ${minutes} 分钟` };
};
