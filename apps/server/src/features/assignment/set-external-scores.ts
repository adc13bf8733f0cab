/** Enters the points of an external assignment. Throws `assignment.notFound`, `assignment.notExternal`, `assignment.changed`, … */
import { RNG_VERSION } from '@shufang/assessment';
import { CodedError, newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { lockTaughtAssignment } from './assignment-view.ts';
import { drawSeed } from './draw-seed.ts';
import { listExternalScores, putExternalScore } from './external-score-store.ts';
import { digestOfAnswers } from './receipt.ts';

const MILLI = 1000;

export const setExternalScores: UseCase<'setExternalScores', AssignmentDependencies> = async (
  { db, clock, notifyAttempts, scoresChanged },
  { reader },
  { assignmentId, scores },
) => {
  const at = clock.now();
  await db.transaction(async (tx) => {
    const one = await lockTaughtAssignment(tx, reader.userId, assignmentId);
    if (one.kind !== 'external') throw new CodedError('assignment.notExternal');
    if (one.status === 'draft') throw new CodedError('assignment.notPublished');
    const students = new Set((await listClassStudents(tx, one.classId)).map(({ userId }) => userId));
    const stored = await listExternalScores(tx, assignmentId);
    for (const { userId, before, earnedMilli } of scores) {
      if (!students.has(userId)) throw new CodedError('class.memberNotFound');
      if ((stored.get(userId) ?? null) !== before) throw new CodedError('assignment.changed');
      if (earnedMilli !== null && earnedMilli > one.possibleMilli)
        throw new CodedError('request.invalid', { reason: `满分是 ${one.possibleMilli / MILLI} 分` });
      const row = { id: newId(at), assignmentId, userId, earnedMilli, at, seed: drawSeed(), rngVersion: RNG_VERSION };
      await putExternalScore(tx, { ...row, digest: digestOfAnswers([]) });
    }
    await scoresChanged(
      tx,
      assignmentId,
      scores.map(({ userId }) => userId),
    );
  });
  await notifyAttempts(scores.map(({ userId }) => userId));
  return { payload: {}, say: `已登记 ${scores.length} 人的得分` };
};
