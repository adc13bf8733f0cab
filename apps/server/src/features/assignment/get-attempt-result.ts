/** Returns a finished attempt for its student or the teacher. Throws `assignment.attemptNotFound`. */
import { type AttemptQuestion, CodedError, type HandedFile, type HandedWork, type QuestionKey, type Rubric } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { countedScoreOf, isReleased, isTeachers, viewAttempts } from './assignment-view.ts';
import { questionsOfAttempt } from './attempt-questions.ts';
import {
  currentAnswers,
  findAttempt,
  type ItemScore,
  listAnswers,
  listAttemptsOf,
  listScores,
  type StoredAttempt,
} from './attempt-store.ts';
import { listHandedFiles } from './handed-files.ts';
import { listHandedWork } from './handed-work-store.ts';
import { readRubrics } from './marking/rubrics.ts';
import { receiptOf } from './receipt.ts';
import { type CallerAssignment, findAssignmentFor, listKeys, type StoredQuestion } from './store.ts';
import { policyOfStudent } from './student-policy.ts';
import { readStudentRules } from './student-rules.ts';

interface Released {
  readonly score: boolean;
  readonly answers: boolean;
  readonly explanation: boolean;
}

interface Grading {
  readonly score: ItemScore | undefined;
  readonly key: QuestionKey | undefined;
  readonly rubric: Rubric | undefined;
  readonly released: Released;
}

const viewQuestion = (
  question: StoredQuestion,
  answer: { response: AttemptQuestion['response']; savedAt: number; files: HandedFile[]; work: HandedWork | undefined } | undefined,
  { score, key, rubric, released }: Grading,
): AttemptQuestion => ({
  id: question.id,
  view: question.view,
  possibleMilli: question.possibleMilli,
  ...(answer === undefined ? {} : { response: answer.response, savedAt: answer.savedAt }),
  ...(answer === undefined || answer.files.length === 0 ? {} : { files: answer.files }),
  ...(answer?.work === undefined ? {} : { work: answer.work }),
  ...(released.score && score !== undefined
    ? {
        ...(score.earnedMilli === null ? {} : { earnedMilli: score.earnedMilli }),
        ...(score.comment === '' ? {} : { comment: score.comment }),
        ...(score.levels === null || rubric === undefined ? {} : { marked: { rubric, levels: score.levels } }),
      }
    : {}),
  ...(released.answers && key !== undefined
    ? { responses: key.responses, ...(score === undefined ? {} : { verdict: score.verdict }) }
    : {}),
  ...(released.explanation && key !== undefined ? { explanation: key.explanation } : {}),
});

/** Returns the attempt with its assignment, if the caller is its student or the teacher of the class. Throws `assignment.attemptNotFound`. */
const requireFinished = async (
  { db }: Pick<AssignmentDependencies, 'db'>,
  userId: string,
  attemptId: string,
): Promise<{ attempt: StoredAttempt; one: CallerAssignment; isTeacher: boolean }> => {
  const attempt = await findAttempt(db.orm, attemptId);
  if (attempt?.state !== 'handedIn') throw new CodedError('assignment.attemptNotFound');
  const one = await findAssignmentFor(db.orm, userId, attempt.assignmentId);
  const isTeacher = isTeachers(one?.access ?? null);
  if (one === undefined || (!isTeacher && attempt.userId !== userId)) throw new CodedError('assignment.attemptNotFound');
  return { attempt, one, isTeacher };
};

export const getAttemptResult: UseCase<'getAttemptResult', AssignmentDependencies> = async (deps, { reader }, { attemptId }) => {
  const db = deps.db.orm;
  const { attempt, one, isTeacher } = await requireFinished(deps, reader.userId, attemptId);
  const now = deps.clock.now();
  const { rulesOf } = await readStudentRules(db, one);
  const policy = policyOfStudent(rulesOf(attempt.userId), null, now);
  const may = (moment: Parameters<typeof isReleased>[0]): boolean => isTeacher || isReleased(moment, { status: one.status, policy, now });
  const released = { score: may(one.release.score), answers: may(one.release.answers), explanation: may(one.release.explanation) };
  const [{ questions, sections }, events, scores, attempts] = await Promise.all([
    questionsOfAttempt(db, attempt),
    listAnswers(db, attemptId),
    listScores(db, attemptId),
    listAttemptsOf(db, [one.id], attempt.userId),
  ]);
  const keys = released.answers || released.explanation ? await listKeys(db, one.id) : new Map<string, QuestionKey>();
  const rubrics = released.score ? await readRubrics(db, one.id) : new Map<string, Rubric>();
  const answers = currentAnswers(events);
  const responses = questions.map(({ id, view }) => ({ userId: attempt.userId, view, response: answers.get(id)?.response ?? {} }));
  const files = await listHandedFiles(db, responses, now);
  const work = (await listHandedWork(db, [attemptId])).get(attemptId);
  const counted = countedScoreOf(policy, attempts, one.possibleMilli);
  const summaries = viewAttempts(attempts, counted, { possibleMilli: one.possibleMilli, withScores: released.score });
  const summary = summaries.find(({ id }) => id === attemptId);
  if (summary === undefined) throw new Error(`no summary of attempt ${attemptId}`);
  const student = isTeacher ? (await listClassStudents(db, one.classId)).find(({ userId }) => userId === attempt.userId)?.name : undefined;
  return {
    attempt: summary,
    assignmentId: one.id,
    title: one.title,
    ...(student === undefined ? {} : { student }),
    receipt: receiptOf(deps.receiptKey, attempt, questions.length),
    questions: questions.map((question, index) => {
      const answer = answers.get(question.id);
      return viewQuestion(question, answer === undefined ? undefined : { ...answer, files: files[index] ?? [], work }, {
        score: scores.get(question.id),
        key: keys.get(question.id),
        rubric: rubrics.get(question.id),
        released,
      });
    }),
    sections,
    afterEnd: events.filter(({ isAfterEnd }) => isAfterEnd).length,
  };
};
