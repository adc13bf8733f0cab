/** Takes a corrected key back. Throws `assignment.notFound`, `assignment.regradeNotFound`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { lockTaughtAssignment } from './assignment-view.ts';
import { announceChanges } from './regrade-question.ts';
import {
  changeScores,
  findRegrade,
  listScoredItems,
  listScoresBefore,
  lockAttemptsOf,
  setQuestionKey,
  setUndone,
  viewRegrade,
} from './regrade-store.ts';
import { rescoreBack } from './rescore.ts';
import { teacherNameIn } from './teacher-name.ts';

export const undoRegrade: UseCase<'undoRegrade', AssignmentDependencies> = async (deps, { reader }, { assignmentId, regradeId }) => {
  const now = deps.clock.now();
  const payload = await deps.db.transaction(async (tx) => {
    const one = await lockTaughtAssignment(tx, reader.userId, assignmentId);
    const found = await findRegrade(tx, assignmentId, regradeId);
    if (found === undefined || !found.isLatest) throw new CodedError('assignment.regradeNotFound');
    await lockAttemptsOf(tx, assignmentId);
    const { questionId, keyBefore, appliedAt } = found;
    const items = await listScoredItems(tx, assignmentId, questionId);
    const changes = rescoreBack(items, await listScoresBefore(tx, regradeId), keyBefore, appliedAt);
    const byName = await teacherNameIn(tx, one.classId, reader.userId);
    await setUndone(tx, regradeId, now);
    await setQuestionKey(tx, assignmentId, questionId, keyBefore);
    await changeScores(tx, changes, { questionId, source: 'undo', regradeId, byName, at: now });
    await announceChanges(tx, deps, { one, items, changes, now });
    return viewRegrade({ ...found, undoneAt: now, isLatest: false });
  });
  return { payload, say: '已撤销更正' };
};
