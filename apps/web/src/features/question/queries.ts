/** Server queries of question banks and questions, with their query keys. */
import { getQuestion, getQuestionBank, type InputOf, listQuestionBanks, listQuestions } from '@shufang/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';

/** `userId` is part of the keys, so that another user of this device does not see the data. */
export const questionBanksQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['question', 'banks', userId],
    queryFn: ({ signal }) => call(listQuestionBanks, {}, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export const questionBankQuery = (userId: string | undefined, id: string) =>
  queryOptions({
    queryKey: ['question', 'bank', userId, id],
    queryFn: ({ signal }) => call(getQuestionBank, { id }, { signal }),
    staleTime: 0,
    retry: false,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export type QuestionFilters = Pick<InputOf<typeof listQuestions>, 'folderId' | 'type' | 'tag' | 'knowledgePoint' | 'text' | 'status'>;

export const questionsQuery = (userId: string | undefined, bankId: string, filters: QuestionFilters) =>
  recordPagesQuery(['question', 'list', userId, bankId, filters], (from, signal) =>
    call(listQuestions, { bankId, ...filters, ...from }, { signal }),
  );

export const questionQuery = (userId: string | undefined, id: string) =>
  queryOptions({
    queryKey: ['question', 'one', userId, id],
    queryFn: ({ signal }) => call(getQuestion, { id }, { signal }),
    staleTime: 0,
    retry: false,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

/** An earlier version never changes. */
export const questionVersionQuery = (userId: string | undefined, id: string, versionNo: number) =>
  queryOptions({
    queryKey: ['question', 'version', userId, id, versionNo],
    queryFn: ({ signal }) => call(getQuestion, { id, versionNo }, { signal }),
    enabled: userId !== undefined,
    meta: { claims: true },
  });

/** Invalidates every query of banks and questions. Call it after one has changed. */
export const refreshQuestions = (queryClient: QueryClient): Promise<void> => queryClient.invalidateQueries({ queryKey: ['question'] });
