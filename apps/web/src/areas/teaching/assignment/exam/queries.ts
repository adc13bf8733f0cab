/** Server queries of running exams, with their query keys. */
import { getExamNews, getExamRoom, LIMITS } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../platform/api/client.ts';

/** Our choice: interval at which the page of the invigilator is refreshed. */
const ROOM_MS = 5_000;

export const roomQuery = (userId: string | undefined, assignmentId: string) =>
  queryOptions({
    queryKey: ['exam', 'room', userId, assignmentId],
    queryFn: ({ signal }) => call(getExamRoom, { assignmentId }, { signal }),
    enabled: userId !== undefined,
    staleTime: 0,
    retry: false,
    refetchInterval: ROOM_MS,
    meta: { claims: true },
  });

export const newsQuery = (attemptId: string) =>
  queryOptions({
    queryKey: ['exam', 'news', attemptId],
    queryFn: ({ signal }) => call(getExamNews, { attemptId }, { signal }),
    staleTime: 0,
    retry: false,
    refetchInterval: LIMITS.examPollMs,
    // The invigilator sees whether the page is there, also while it is hidden.
    refetchIntervalInBackground: true,
    meta: { claims: true },
  });
