/** Server queries of gradebooks, with their query keys. */
import {
  explainGrade,
  type GradeCellRecord,
  getAssignmentColumn,
  getGradebook,
  getMyGrades,
  listGradeHistory,
  type OutputOf,
  unpackGradeCells,
} from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/client.ts';

/** A gradebook with one record for each cell. */
export type Gradebook = Omit<OutputOf<typeof getGradebook>, 'cellColumns'> & { readonly cells: readonly GradeCellRecord[] };

export const gradebookQuery = (userId: string | undefined, classId: string) =>
  queryOptions({
    queryKey: ['grade', 'matrix', userId, classId],
    queryFn: async ({ signal }): Promise<Gradebook> => {
      const { cellColumns, ...rest } = await call(getGradebook, { classId }, { signal });
      const userIds = rest.students.map((student) => student.userId);
      return { ...rest, cells: unpackGradeCells(userIds, cellColumns) };
    },
    staleTime: 0,
    retry: false,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export const myGradesQuery = (userId: string | undefined, classId: string) =>
  queryOptions({
    queryKey: ['grade', 'mine', userId, classId],
    queryFn: ({ signal }) => call(getMyGrades, { classId }, { signal }),
    staleTime: 0,
    retry: false,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export const gradeHistoryQuery = (classId: string, columnId: string, userId: string) =>
  queryOptions({
    queryKey: ['grade', 'history', classId, columnId, userId],
    queryFn: ({ signal }) => call(listGradeHistory, { classId, columnId, userId }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

export const gradeExplanationQuery = (classId: string, columnId: string, userId: string) =>
  queryOptions({
    queryKey: ['grade', 'explanation', classId, columnId, userId],
    queryFn: ({ signal }) => call(explainGrade, { classId, columnId, userId }, { signal }),
    staleTime: 0,
    retry: false,
    meta: { claims: true },
  });

export const assignmentColumnQuery = (userId: string | undefined, assignmentId: string) =>
  queryOptions({
    queryKey: ['grade', 'assignment', userId, assignmentId],
    queryFn: ({ signal }) => call(getAssignmentColumn, { assignmentId }, { signal }),
    staleTime: 0,
    retry: false,
    enabled: userId !== undefined,
    meta: { claims: true },
  });
