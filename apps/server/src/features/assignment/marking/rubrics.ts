/** Which rubric marks which question of an assignment. */
import { isScoredByTeacher, rubricMilli, rubricOf } from '@shufang/assessment';
import { CodedError, type QuestionKey, type Rubric } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { readLayout } from '../paper-store.ts';
import { listKeys, listQuestions } from '../store.ts';
import { deleteUnusedRubrics, listRubricsOf } from './rubric-store.ts';

const MILLI = 1000;

interface KeyedQuestion {
  readonly id: string;
  readonly possibleMilli: number;
  readonly key: QuestionKey;
}

/** Returns the questions that a person marks, in the order of the assignment. */
export const listMarkedQuestions = async (db: Queryable, assignmentId: string): Promise<KeyedQuestion[]> => {
  const keys = await listKeys(db, assignmentId);
  return (await listQuestions(db, assignmentId)).flatMap(({ id, possibleMilli }) => {
    const key = keys.get(id);
    return key !== undefined && isScoredByTeacher(key) ? [{ id, possibleMilli, key }] : [];
  });
};

/** Returns the rubric of each question that is marked with one. */
export const readRubrics = async (db: Queryable, assignmentId: string): Promise<ReadonlyMap<string, Rubric>> => {
  const rubrics = await listRubricsOf(db, assignmentId);
  if (rubrics.length === 0) return new Map();
  const questions = await listMarkedQuestions(db, assignmentId);
  return new Map(
    questions.flatMap((question) => {
      const rubric = rubricOf(rubrics, question);
      return rubric === undefined ? [] : [[question.id, rubric] as const];
    }),
  );
};

/** Returns the ids of the questions that every student gets: those that are not drawn. */
export const listFixedQuestions = async (db: Queryable, assignmentId: string): Promise<ReadonlySet<string>> =>
  new Set(
    (await readLayout(db, assignmentId)).sections.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.kind === 'question' ? entry.questionId : [])),
    ),
  );

const points = (milli: number): number => milli / MILLI;

/** Freezes the rubrics of an assignment that is published. Throws `assignment.notReady` for one whose points are not those of its question. */
export const freezeRubrics = async (tx: Transaction, assignmentId: string): Promise<void> => {
  await deleteUnusedRubrics(tx, assignmentId);
  const rubrics = await listRubricsOf(tx, assignmentId);
  if (rubrics.length === 0) return;
  const questions = await listMarkedQuestions(tx, assignmentId);
  for (const { questionId, rubric } of rubrics) {
    const given = rubricMilli(rubric);
    if (questionId === undefined) {
      if (questions.some((question) => rubricOf(rubrics, question) === rubric)) continue;
      const reason = `整份作业的量规“${rubric.title}”共 ${points(given)} 分，没有满分相同、要老师批的题`;
      throw new CodedError('assignment.notReady', { reason });
    }
    const question = questions.find(({ id }) => id === questionId);
    if (question === undefined)
      throw new CodedError('assignment.notReady', { reason: `量规“${rubric.title}”的题不用老师批，请删除这份量规` });
    if (question.possibleMilli !== given) {
      const reason = `量规“${rubric.title}”共 ${points(given)} 分，题目是 ${points(question.possibleMilli)} 分`;
      throw new CodedError('assignment.notReady', { reason });
    }
  }
};
