/** Decides what a response counts that two teachers have marked. Throws `assignment.attemptNotFound`, `marking.unmarked`, … */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { storeTeacherScore, withMarkedResponse } from '../mark-response.ts';
import { viewDouble } from './double-scores.ts';
import { currentScores, listDoubleQuestions, listGivenScores, putDecision } from './double-store.ts';

export const settleResponse: UseCase<'settleResponse', AssignmentDependencies> = async (deps, { reader }, input) =>
  deps.db.transaction(async (tx) =>
    withMarkedResponse(tx, { userId: reader.userId, now: deps.clock.now() }, input, async (marked) => {
      const { one, questionId, item, readItem } = marked;
      if (one.access !== 'own') throw new CodedError('assignment.attemptNotFound');
      const isDouble = (await listDoubleQuestions(tx, one.id)).has(questionId);
      const given = await listGivenScores(tx, one.id, questionId, item.attemptId);
      if (!isDouble || (item.earnedMilli === null && currentScores(given).length < 2)) throw new CodedError('marking.unmarked');
      await storeTeacherScore(tx, deps, marked, input);
      await putDecision(tx, item.attemptId, questionId, 'settled');
      return viewDouble(await readItem(), given, { userId: reader.userId, isOwner: true });
    }),
  );
