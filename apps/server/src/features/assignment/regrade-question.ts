/** Corrects the key of one question of a published assignment and scores the responses again, or shows what this would change. */
import { findQuestionProblems, scoreQuestion } from '@shufang/assessment';
import { CodedError, newId } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import { notifyUsers } from '../notification/notifications.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { lockTaughtAssignment } from './assignment-view.ts';
import {
  changeScores,
  findRegrade,
  insertRegrade,
  listScoredItems,
  lockAttemptsOf,
  type ScoreChange,
  type ScoredItem,
  setQuestionKey,
  viewRegrade,
} from './regrade-store.ts';
import { countDirections, previewChanges, rescore } from './rescore.ts';
import { type CallerAssignment, listKeys, listQuestions } from './store.ts';
import { teacherNameIn } from './teacher-name.ts';

/** Notifies the students whose points changed, and updates the column of the assignment in the gradebook. */
export const announceChanges = async (
  tx: Transaction,
  { scoresChanged }: Pick<AssignmentDependencies, 'scoresChanged'>,
  { one, items, changes, now }: { one: CallerAssignment; items: readonly ScoredItem[]; changes: readonly ScoreChange[]; now: number },
): Promise<void> => {
  const changed = new Set(changes.flatMap((each) => (each.beforeMilli === each.afterMilli ? [] : [each.attemptId])));
  const users = [...new Set(items.flatMap(({ attemptId, userId }) => (changed.has(attemptId) ? [userId] : [])))];
  if (users.length === 0) return;
  await scoresChanged(tx, one.id, users);
  await notifyUsers(tx, users, { kind: 'scoreCorrected', subject: { id: one.id, name: one.title } }, now);
};

/** Returns the question and its key. Throws `assignment.notFound`, and as `regradeQuestion` for a key that does not fit. */
const requireQuestion = async (tx: Transaction, one: CallerAssignment, { questionId, key }: UseCaseInput<'regradeQuestion'>) => {
  const questions = await listQuestions(tx, one.id);
  const question = questions.find(({ id }) => id === questionId);
  const keyBefore = (await listKeys(tx, one.id)).get(questionId);
  if (question === undefined || keyBefore === undefined) throw new CodedError('assignment.notFound');
  if (findQuestionProblems({ view: question.view, key }).length > 0) throw new CodedError('question.incomplete');
  if (scoreQuestion(key, {}).possibleMilli !== question.possibleMilli)
    throw new CodedError('request.invalid', { reason: '更正不能改变题目的分值' });
  return { possibleMilli: question.possibleMilli, keyBefore };
};

/** Throws `assignment.notFound`, `assignment.changed`, `question.incomplete`, `request.invalid`. */
export const regradeQuestion: UseCase<'regradeQuestion', AssignmentDependencies> = async (deps, { reader }, input) => {
  const { assignmentId, questionId, key, isRaiseOnly, isPreview, reason, rev } = input;
  const now = deps.clock.now();
  const payload = await deps.db.transaction(async (tx) => {
    const one = await lockTaughtAssignment(tx, reader.userId, assignmentId);
    if (one.status === 'draft') throw new CodedError('assignment.notFound');
    if (one.rev !== rev) throw new CodedError('assignment.changed');
    const { possibleMilli, keyBefore } = await requireQuestion(tx, one, input);
    if (!isPreview) await lockAttemptsOf(tx, assignmentId);
    const items = await listScoredItems(tx, assignmentId, questionId);
    const changes = rescore(items, key, isRaiseOnly);
    const students = new Map((await listClassStudents(tx, one.classId)).map((student) => [student.userId, student]));
    const preview = previewChanges(items, changes, { possibleMilli, paperMilli: one.possibleMilli, students });
    if (isPreview) return { preview };
    const id = newId(now);
    const byName = await teacherNameIn(tx, one.classId, reader.userId);
    const counts = countDirections(changes);
    await insertRegrade(tx, {
      id,
      assignmentId,
      questionId,
      keyBefore,
      keyAfter: key,
      isRaiseOnly,
      reason,
      byName,
      changed: changes.length,
      ...counts,
      appliedAt: now,
    });
    await setQuestionKey(tx, assignmentId, questionId, key);
    await changeScores(tx, changes, { questionId, source: 'regrade', regradeId: id, byName, at: now });
    await announceChanges(tx, deps, { one, items, changes, now });
    const stored = await findRegrade(tx, assignmentId, id);
    return { preview, ...(stored === undefined ? {} : { regrade: viewRegrade(stored) }) };
  });
  return isPreview ? payload : { payload, say: '已更正，受影响的学生会收到消息' };
};
