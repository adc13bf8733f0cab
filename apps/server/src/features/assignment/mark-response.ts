/** Scores a response as a person. Throws `assignment.attemptNotFound`, `assignment.changed`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { mayEdit } from '../teaching/class-access.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { lockAttempt } from './attempt-store.ts';
import { listResponsesTo, putTeacherScore } from './score-store.ts';
import { findAssignmentFor, listQuestions } from './store.ts';

const MILLI = 1000;

const verdictOf = (earnedMilli: number, possibleMilli: number): 'correct' | 'partial' | 'wrong' => {
  if (earnedMilli === possibleMilli) return 'correct';
  return earnedMilli === 0 ? 'wrong' : 'partial';
};

export const markResponse: UseCase<'markResponse', AssignmentDependencies> = async (
  { db },
  { reader },
  { attemptId, questionId, rev, earnedMilli, comment },
) =>
  db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, attemptId);
    if (attempt?.state !== 'handedIn') throw new CodedError('assignment.attemptNotFound');
    const one = await findAssignmentFor(tx, reader.userId, attempt.assignmentId);
    if (one === undefined || one.access === null || !mayEdit(one.access)) throw new CodedError('assignment.attemptNotFound');
    const question = (await listQuestions(tx, one.id)).find(({ id }) => id === questionId);
    if (question === undefined) throw new CodedError('assignment.attemptNotFound');
    if (earnedMilli > question.possibleMilli)
      throw new CodedError('request.invalid', { reason: `这道题最多 ${question.possibleMilli / MILLI} 分` });
    const verdict = verdictOf(earnedMilli, question.possibleMilli);
    if (!(await putTeacherScore(tx, { attemptId, questionId, rev, earnedMilli, verdict, comment })))
      throw new CodedError('assignment.changed');
    const [stored] = await listResponsesTo(tx, one.id, questionId, attemptId);
    if (stored === undefined) throw new Error(`no response of attempt ${attemptId}`);
    return { ...stored, earnedMilli };
  });
