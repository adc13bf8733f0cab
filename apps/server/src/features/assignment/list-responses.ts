/** Lists the responses to one question, by default without names, for the teachers of the class. Throws `assignment.notFound`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { requireTaughtAssignment } from './assignment-view.ts';
import { listHandedFiles } from './handed-files.ts';
import { listHandedWork } from './handed-work-store.ts';
import { isListed, isShareOf, viewDouble } from './marking/double-scores.ts';
import { listDoubleQuestions, listGivenScores, listShares } from './marking/double-store.ts';
import { readRubrics } from './marking/rubrics.ts';
import { listResponsesTo, type ScoredResponse, viewResponse } from './score-store.ts';
import { listKeys, listQuestions } from './store.ts';

export const listResponses: UseCase<'listResponses', AssignmentDependencies> = async (
  { db, clock },
  { reader },
  { assignmentId, questionId, withNames, share },
) => {
  const { classId, access } = await requireTaughtAssignment(db.orm, reader.userId, assignmentId);
  const question = (await listQuestions(db.orm, assignmentId)).find(({ id }) => id === questionId);
  const key = (await listKeys(db.orm, assignmentId)).get(questionId);
  if (question === undefined || key === undefined) throw new CodedError('assignment.notFound');
  const marker = { userId: reader.userId, isOwner: access === 'own' };
  const isDouble = (await listDoubleQuestions(db.orm, assignmentId)).has(questionId);
  const given = Map.groupBy(isDouble ? await listGivenScores(db.orm, assignmentId, questionId) : [], ({ attemptId }) => attemptId);
  const givenOf = ({ attemptId }: ScoredResponse) => given.get(attemptId) ?? [];
  const shares = await listShares(db.orm, assignmentId);
  const items = (await listResponsesTo(db.orm, assignmentId, questionId)).filter((item) =>
    isDouble
      ? isListed(item, givenOf(item), shares.get(item.userId), marker)
      : share === 'all' || isShareOf(shares.get(item.userId), reader.userId),
  );
  const responses = items.map(({ userId, response }) => ({ userId, view: question.view, response }));
  const files = await listHandedFiles(db.orm, responses, clock.now());
  const works = await listHandedWork(
    db.orm,
    items.map(({ attemptId }) => attemptId),
  );
  const students = withNames === 'true' ? await listClassStudents(db.orm, classId) : [];
  const names = new Map(students.map(({ userId, name, studentNo }) => [userId, studentNo === '' ? name : `${name} ${studentNo}`]));
  const rubric = (await readRubrics(db.orm, assignmentId)).get(questionId);
  return {
    view: question.view,
    key,
    possibleMilli: question.possibleMilli,
    ...(rubric === undefined ? {} : { rubric }),
    items: items.map((item, index) => {
      const name = names.get(item.userId);
      const own = files[index] ?? [];
      const work = works.get(item.attemptId);
      return {
        ...(isDouble ? viewDouble(item, givenOf(item), marker) : viewResponse(item)),
        ...(own.length === 0 ? {} : { files: own }),
        ...(work === undefined ? {} : { work }),
        ...(name === undefined ? {} : { name }),
      };
    }),
  };
};
