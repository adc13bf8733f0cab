/** Gradebooks for tests: a class with one student, and two columns in two categories. */
import {
  type ClassGroup,
  type GradeCellRecord,
  type GradeValue,
  type getGradebook,
  newId,
  type OutputOf,
  unpackGradeCells,
} from '@shufang/contract';
import type { ClassObjects } from '../../../testing/class-objects.ts';
import type { TestUser } from '../../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../../teaching/testing/class-fixture.ts';

export interface MadeGradebook {
  readonly teacher: TestUser;
  readonly student: TestUser;
  readonly group: ClassGroup;
  readonly scheme: {
    readonly classId: string;
    readonly digits: number;
    readonly categories: readonly { readonly id: string }[];
    readonly columns: readonly { readonly id: string; readonly title: string }[];
  };
  /** Homework of 10 points and an exam of 100 points. */
  readonly homework: string;
  readonly exam: string;
}

/** Input of `setGradeCells` for one cell. */
export const oneCell = (
  { group, student }: Pick<MadeGradebook, 'group' | 'student'>,
  columnId: string,
  value: GradeValue,
  rev = 0,
): object => ({ classId: group.id, cells: [{ columnId, userId: student.id, rev, value }] });

/** Returns the cells of a gradebook that a teacher has read; none for a refusal. */
export const cellsOf = (gradebook: OutputOf<typeof getGradebook> | null | undefined): GradeCellRecord[] =>
  gradebook === null || gradebook === undefined
    ? []
    : unpackGradeCells(
        gradebook.students.map(({ userId }) => userId),
        gradebook.cellColumns,
      );

export const points = (number: number): GradeValue => ({ kind: 'points', milli: number * 1000 });

/** Returns the input of `saveGradeScheme` for a new gradebook: homework 40 %, exam 60 %. */
export const newScheme = (classId: string) => {
  const [homework, exam] = [newId(), newId()];
  const categories = [
    { id: newId(), name: '平时', weightBasisPoints: 4000, method: 'points', dropLowest: 0 },
    { id: newId(), name: '期末', weightBasisPoints: 6000, method: 'points', dropLowest: 0 },
  ] as const;
  const columns = [
    { id: homework, categoryId: categories[0].id, title: '作业一', maxMilli: 10_000 },
    { id: exam, categoryId: categories[1].id, title: '期末考试', maxMilli: 100_000 },
  ];
  return { homework, exam, scheme: { classId, rev: 0, digits: 1, categories, columns } };
};

/** Creates a class with a gradebook. `post` throws or returns when the request has been handled. */
export const makeGradebook = async ({
  aTeacher,
  aClass,
  aStudentOf,
  post,
}: ClassObjects & { readonly post: (path: string, as: TestUser, body: object) => Promise<unknown> }): Promise<MadeGradebook> => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  const student = await aStudentOf(group);
  const made = newScheme(group.id);
  await post('/api/grade/scheme', teacher, made.scheme);
  return { teacher, student, group, ...made };
};

export interface GradebookFixture extends ClassFixture {
  readonly aGradebook: () => Promise<MadeGradebook>;
}

export const openGradebookFixture = async (): Promise<GradebookFixture> => {
  const fixture = await openClassFixture();
  return { ...fixture, aGradebook: () => makeGradebook(fixture) };
};
