/** Server queries of gradebooks, with their query keys. */
import { getGradebook, getMyGrades, listGradeHistory } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/client.ts';

export const gradebookQuery = (userId: string | undefined, classId: string) =>
  queryOptions({
    queryKey: ['grade', 'matrix', userId, classId],
    queryFn: ({ signal }) => call(getGradebook, { classId }, { signal }),
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
