/** Scores a response as a person. Throws `assignment.attemptNotFound`, `assignment.changed`, `request.invalid`, `marking.finished`, … */
import { rubricScore } from '@shufang/assessment';
import { type AnonymousResponse, CodedError, type Rubric, type RubricLevels } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import { mayEdit } from '../teaching/class-access.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { listScores, lockAttempt, type StoredAttempt } from './attempt-store.ts';
import { listHandedFiles } from './handed-files.ts';
import { listHandedWork } from './handed-work-store.ts';
import { viewDouble } from './marking/double-scores.ts';
import { listDoubleQuestions, listGivenScores } from './marking/double-store.ts';
import { markTwice } from './marking/mark-twice.ts';
import { readRubrics } from './marking/rubrics.ts';
import { addScoreChanges } from './regrade-store.ts';
import { listResponsesTo, putTeacherScore, type ScoredResponse, verdictOfPoints, viewResponse } from './score-store.ts';
import { type CallerAssignment, findAssignmentFor, listQuestions } from './store.ts';
import { teacherNameIn } from './teacher-name.ts';

const MILLI = 1000;

/** Throws `request.invalid` unless the points are what the rubric of the question gives for these levels. */
const requireRubricScore = (rubric: Rubric | undefined, levels: RubricLevels | undefined, earnedMilli: number): void => {
  if (rubric === undefined) {
    if (levels !== undefined) throw new CodedError('request.invalid', { reason: '这道题没有量规，请刷新后再评分' });
    return;
  }
  const sum = rubricScore(rubric, levels ?? {});
  if (sum === undefined) throw new CodedError('request.invalid', { reason: '请给每个评分项选一档' });
  if (sum !== earnedMilli) throw new CodedError('request.invalid', { reason: `各评分项合计 ${sum / MILLI} 分，和总分不同` });
};

type Score = UseCaseInput<'markResponse'>;

/** A response that a person may score, whose attempt is locked. */
interface MarkedResponse {
  readonly one: CallerAssignment;
  readonly attempt: StoredAttempt;
  readonly questionId: string;
  readonly possibleMilli: number;
  readonly item: ScoredResponse;
  /** Name of the caller as students see it. */
  readonly byName: string;
  /** Returns the response as it is stored now. */
  readonly readItem: () => Promise<ScoredResponse>;
}

/**
 * Locks the attempt of a response, checks the caller and the points, and calls `mark`. Returns its response with what was handed in. Throws `assignment.attemptNotFound`,
 * `request.invalid`.
 */
export const withMarkedResponse = async (
  tx: Transaction,
  { userId, now }: { readonly userId: string; readonly now: number },
  { attemptId, questionId, earnedMilli, levels }: Score,
  mark: (response: MarkedResponse) => Promise<AnonymousResponse>,
): Promise<AnonymousResponse> => {
  const attempt = await lockAttempt(tx, attemptId);
  if (attempt?.state !== 'handedIn') throw new CodedError('assignment.attemptNotFound');
  const one = await findAssignmentFor(tx, userId, attempt.assignmentId);
  if (one === undefined || one.access === null || !mayEdit(one.access)) throw new CodedError('assignment.attemptNotFound');
  const question = (await listQuestions(tx, one.id)).find(({ id }) => id === questionId);
  if (question === undefined) throw new CodedError('assignment.attemptNotFound');
  const { possibleMilli } = question;
  if (earnedMilli > possibleMilli) throw new CodedError('request.invalid', { reason: `这道题最多 ${possibleMilli / MILLI} 分` });
  requireRubricScore((await readRubrics(tx, one.id)).get(questionId), levels, earnedMilli);
  const readItem = async (): Promise<ScoredResponse> => {
    const [item] = await listResponsesTo(tx, one.id, questionId, attemptId);
    if (item === undefined) throw new CodedError('assignment.attemptNotFound');
    return item;
  };
  const byName = await teacherNameIn(tx, one.classId, userId);
  const item = await readItem();
  const marked = await mark({ one, attempt, questionId, possibleMilli, byName, item, readItem });
  const [files = []] = await listHandedFiles(tx, [{ userId: item.userId, view: question.view, response: item.response }], now);
  const work = (await listHandedWork(tx, [attemptId])).get(attemptId);
  return { ...marked, ...(files.length === 0 ? {} : { files }), ...(work === undefined ? {} : { work }) };
};

/** Stores the score that counts, with its history. Throws `assignment.changed`. */
export const storeTeacherScore = async (
  tx: Transaction,
  { clock, scoresChanged }: Pick<AssignmentDependencies, 'clock' | 'scoresChanged'>,
  { one, attempt, questionId, possibleMilli, byName }: MarkedResponse,
  { rev, earnedMilli, comment, levels }: Score,
): Promise<void> => {
  const before = (await listScores(tx, attempt.id)).get(questionId);
  const verdict = verdictOfPoints(earnedMilli, possibleMilli);
  const score = { attemptId: attempt.id, questionId, rev, earnedMilli, verdict, comment, levels: levels ?? null };
  if (!(await putTeacherScore(tx, score))) throw new CodedError('assignment.changed');
  const change = {
    attemptId: attempt.id,
    rev: rev + 1,
    beforeMilli: before?.earnedMilli ?? null,
    beforeVerdict: before?.verdict ?? ('unscored' as const),
    afterMilli: earnedMilli,
    afterVerdict: verdict,
    comment,
  };
  await addScoreChanges(tx, [change], { questionId, source: 'teacher', regradeId: null, byName, at: clock.now() });
  await scoresChanged(tx, one.id, [attempt.userId]);
};

export const markResponse: UseCase<'markResponse', AssignmentDependencies> = async (deps, { reader }, input) =>
  deps.db.transaction(async (tx) =>
    withMarkedResponse(tx, { userId: reader.userId, now: deps.clock.now() }, input, async (marked) => {
      const { one, attempt, questionId, possibleMilli, item, byName, readItem } = marked;
      const thresholdMilli = (await listDoubleQuestions(tx, one.id)).get(questionId);
      if (thresholdMilli === undefined) {
        await storeTeacherScore(tx, deps, marked, input);
        return viewResponse(await readItem());
      }
      const { rev, earnedMilli, comment, levels } = input;
      const marker = { userId: reader.userId, name: byName };
      const mark = { assignmentId: one.id, questionId, possibleMilli, thresholdMilli, item, marker, rev, earnedMilli, comment, levels };
      if (await markTwice(tx, mark, deps.clock.now())) await deps.scoresChanged(tx, one.id, [attempt.userId]);
      const given = await listGivenScores(tx, one.id, questionId, attempt.id);
      return viewDouble(await readItem(), given, { userId: reader.userId, isOwner: one.access === 'own' });
    }),
  );
