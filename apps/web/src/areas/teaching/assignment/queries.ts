/** Server queries of assignments, with their query keys. */
import {
  getAssignment,
  getAttemptResult,
  listAssignmentQuestions,
  listAssignments,
  listAttempts,
  listResponses,
  verifyReceipt,
} from '@shufang/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/client.ts';

/** `userId` is part of the keys, so that another user of this device does not see the data. */
const own = { staleTime: 0, retry: false, meta: { claims: true } } as const;

export const assignmentsQuery = (userId: string | undefined, classId: string) =>
  queryOptions({
    queryKey: ['assignment', 'list', userId, classId],
    queryFn: ({ signal }) => call(listAssignments, { classId }, { signal }),
    enabled: userId !== undefined,
    ...own,
  });

export const assignmentQuery = (userId: string | undefined, id: string) =>
  queryOptions({
    queryKey: ['assignment', 'one', userId, id],
    queryFn: ({ signal }) => call(getAssignment, { id }, { signal }),
    enabled: userId !== undefined,
    ...own,
  });

export const questionsQuery = (userId: string | undefined, id: string) =>
  queryOptions({
    queryKey: ['assignment', 'questions', userId, id],
    queryFn: ({ signal }) => call(listAssignmentQuestions, { id }, { signal }),
    enabled: userId !== undefined,
    ...own,
  });

export const attemptsQuery = (userId: string | undefined, assignmentId: string) =>
  queryOptions({
    queryKey: ['assignment', 'attempts', userId, assignmentId],
    queryFn: ({ signal }) => call(listAttempts, { assignmentId }, { signal }),
    enabled: userId !== undefined,
    ...own,
  });

export interface ShownResponses {
  readonly withNames: boolean;
  /** Only those that the user shall mark. */
  readonly onlyOwn: boolean;
}

export const responsesQuery = (
  userId: string | undefined,
  { assignmentId, questionId }: { readonly assignmentId: string; readonly questionId: string },
  { withNames, onlyOwn }: ShownResponses,
) =>
  queryOptions({
    queryKey: ['assignment', 'responses', userId, assignmentId, questionId, withNames, onlyOwn],
    queryFn: ({ signal }) =>
      call(
        listResponses,
        { assignmentId, questionId, withNames: withNames ? 'true' : 'false', share: onlyOwn ? 'own' : 'all' },
        { signal },
      ),
    enabled: userId !== undefined,
    ...own,
    refetchOnWindowFocus: false,
  });

export const resultQuery = (userId: string | undefined, attemptId: string) =>
  queryOptions({
    queryKey: ['assignment', 'result', userId, attemptId],
    queryFn: ({ signal }) => call(getAttemptResult, { attemptId }, { signal }),
    enabled: userId !== undefined,
    ...own,
  });

export const receiptQuery = (code: string) =>
  queryOptions({
    queryKey: ['assignment', 'receipt', code],
    queryFn: ({ signal }) => call(verifyReceipt, { code }, { signal }),
    enabled: code !== '',
    staleTime: 0,
    retry: false,
  });

/** Invalidates every query of assignments. Call it after one, or an attempt, has changed. */
export const refreshAssignments = (queryClient: QueryClient): Promise<void> => queryClient.invalidateQueries({ queryKey: ['assignment'] });
