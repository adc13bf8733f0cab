/** The gradebook of the demo class: homework, quizzes and experiments of thirty students, with the final exam still to come. */
import { type GradeCellRecord, type GradeSchemeRecord, type GradeValue, newId } from '@shufang/contract';
import { listAssignmentsOfClass } from '../features/assignment/store.ts';
import { flowScores } from '../features/gradebook/flow-scores.ts';
import { findScheme, putCells, putScheme, setColumnAssignment, setReleased } from '../features/gradebook/store.ts';
import { listClassStudents } from '../features/teaching/class-students.ts';
import type { Platform } from './open-platform.ts';

const HOMEWORK = ['作业一 变量与输入', '作业二 条件与循环', '作业三 函数', '作业四 列表与字典'];
const EXPERIMENTS = ['实验一 猜数字', '实验二 成绩统计'];

/** Students, by their place in the list, who have a special state in a column instead of points. */
const STATES: readonly { readonly student: number; readonly column: string; readonly value: GradeValue }[] = [
  { student: 4, column: '作业三 函数', value: { kind: 'state', state: 'missing' } },
  { student: 11, column: '实验二 成绩统计', value: { kind: 'state', state: 'deferred' } },
  { student: 19, column: '作业二 条件与循环', value: { kind: 'state', state: 'exempt' } },
];

/** Full score of the column of a quiz. */
const QUIZ_MAX_MILLI = 100_000;

/** Returns categories and columns; `quizzes` are the titles of the assignments that count. */
const makeScheme = (quizzes: readonly string[]): Omit<GradeSchemeRecord, 'rev'> => {
  const [homework, quiz, experiment, exam] = [newId(), newId(), newId(), newId()];
  const column = (categoryId: string, maxMilli: number) => (title: string) => ({
    id: newId(),
    categoryId,
    title,
    maxMilli,
    isReleased: false,
  });
  return {
    digits: 1,
    categories: [
      { id: homework, name: '平时作业', weightBasisPoints: 2_000, method: 'points', dropLowest: 1 },
      { id: quiz, name: '单元测验', weightBasisPoints: 1_000, method: 'mean', dropLowest: 0 },
      { id: experiment, name: '实验', weightBasisPoints: 3_000, method: 'points', dropLowest: 0 },
      { id: exam, name: '期末', weightBasisPoints: 4_000, method: 'points', dropLowest: 0 },
    ],
    columns: [
      ...HOMEWORK.map(column(homework, 10_000)),
      ...quizzes.map(column(quiz, QUIZ_MAX_MILLI)),
      ...EXPERIMENTS.map(column(experiment, 20_000)),
      ...['期末考试'].map(column(exam, 100_000)),
    ],
  };
};

/** Returns points between 60 and 100 % of the full score in steps of half a point, the same in every demo. */
const pointsOf = (student: number, column: number, maxMilli: number): GradeValue => {
  const share = 0.62 + ((student * 7 + column * 13 + student * column) % 38) / 100;
  return { kind: 'points', milli: Math.round((maxMilli * share) / 500) * 500 };
};

/** Fills the gradebook of a class; does nothing if it has one. */
export const seedDemoGrades = async ({ db, clock }: Platform, classId: string, byName: string): Promise<void> => {
  if ((await findScheme(db.orm, classId)).rev > 0) return;
  const quizzes = (await listAssignmentsOfClass(db.orm, { userId: '', classId, withDrafts: false })).toReversed();
  const scheme = makeScheme(quizzes.map(({ title }) => title));
  const students = await listClassStudents(db.orm, classId);
  const quizTitles = new Set(quizzes.map(({ title }) => title));
  const graded = scheme.columns.filter(({ title }) => title !== '期末考试' && !quizTitles.has(title));
  const cells = graded.flatMap(({ id, title, maxMilli }, column) =>
    students.map(({ userId }, student): GradeCellRecord & { before: GradeValue } => ({
      columnId: id,
      userId,
      rev: 1,
      before: { kind: 'empty' },
      value: STATES.find((each) => each.student === student && each.column === title)?.value ?? pointsOf(student, column, maxMilli),
    })),
  );
  await db.transaction(async (tx) => {
    await putScheme(tx, classId, { ...scheme, rev: 1 });
    await putCells(tx, cells, { source: 'teacher', byName, reason: '', at: clock.now() });
    await setReleased(
      tx,
      graded.map(({ id }) => id),
      true,
    );
    for (const { id, title } of quizzes) {
      const column = scheme.columns.find((each) => each.title === title);
      if (column === undefined) continue;
      await setColumnAssignment(tx, column.id, id);
      await flowScores(tx, id, undefined, clock.now());
    }
  });
};
