/** Server queries of marking, with their query keys. They begin as those of assignments, which every change invalidates. */
import {
  getMarkingPlan,
  getPaperAnalysis,
  listEarlierRubrics,
  listMarkingPhrases,
  listRegrades,
  listRubrics,
  listScoreHistory,
} from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../platform/api/client.ts';

const own = { staleTime: 0, retry: false, meta: { claims: true } } as const;

export const regradesQuery = (userId: string | undefined, assignmentId: string) =>
  queryOptions({
    queryKey: ['assignment', 'regrades', userId, assignmentId],
    queryFn: ({ signal }) => call(listRegrades, { assignmentId }, { signal }),
    enabled: userId !== undefined,
    ...own,
  });

export const scoreHistoryQuery = (attemptId: string, questionId: string) =>
  queryOptions({
    queryKey: ['assignment', 'scoreHistory', attemptId, questionId],
    queryFn: ({ signal }) => call(listScoreHistory, { attemptId, questionId }, { signal }),
    ...own,
  });

export const paperAnalysisQuery = (userId: string | undefined, assignmentId: string) =>
  queryOptions({
    queryKey: ['assignment', 'analysis', userId, assignmentId],
    queryFn: ({ signal }) => call(getPaperAnalysis, { assignmentId }, { signal }),
    enabled: userId !== undefined,
    ...own,
  });

export const phrasesQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['assignment', 'phrases', userId],
    queryFn: ({ signal }) => call(listMarkingPhrases, {}, { signal }),
    enabled: userId !== undefined,
    ...own,
  });

export const rubricsQuery = (userId: string | undefined, assignmentId: string) =>
  queryOptions({
    queryKey: ['assignment', 'rubrics', userId, assignmentId],
    queryFn: ({ signal }) => call(listRubrics, { assignmentId }, { signal }),
    enabled: userId !== undefined,
    ...own,
  });

export const earlierRubricsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['assignment', 'earlierRubrics', userId],
    queryFn: ({ signal }) => call(listEarlierRubrics, {}, { signal }),
    enabled: userId !== undefined,
    ...own,
  });

export const markingPlanQuery = (userId: string | undefined, assignmentId: string) =>
  queryOptions({
    queryKey: ['assignment', 'markingPlan', userId, assignmentId],
    queryFn: ({ signal }) => call(getMarkingPlan, { assignmentId }, { signal }),
    enabled: userId !== undefined,
    ...own,
  });
