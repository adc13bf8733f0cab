/** Server queries of papers, with their query keys. */
import { countQuestions, type DrawFilter, getPaperDraft, LIMITS, listQuestionContents, type PaperCandidate } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/client.ts';

/** `userId` is part of the keys, so that another user of this device does not see the data. */
export const paperDraftQuery = (userId: string | undefined, assignmentId: string) =>
  queryOptions({
    queryKey: ['assignment', 'paper', userId, assignmentId],
    queryFn: ({ signal }) => call(getPaperDraft, { assignmentId }, { signal }),
    enabled: userId !== undefined,
    staleTime: 0,
    retry: false,
    // The form has what was loaded first; a later response would only hide a change by others until the next save.
    refetchOnWindowFocus: false,
    meta: { claims: true },
  });

/** Returns the contents of questions, whose banks are the keys of the map. */
const listContents = async (wanted: ReadonlyMap<string, readonly string[]>, signal: AbortSignal): Promise<PaperCandidate[]> => {
  const found: PaperCandidate[] = [];
  for (const [bankId, ids] of wanted)
    for (let from = 0; from < ids.length; from += LIMITS.questionsPerCall) {
      const { items } = await call(listQuestionContents, { bankId, ids: ids.slice(from, from + LIMITS.questionsPerCall) }, { signal });
      found.push(...items);
    }
  return found;
};

/** Questions that were picked since the paper was loaded. */
export const pickedQuery = (userId: string | undefined, wanted: ReadonlyMap<string, readonly string[]>) =>
  queryOptions({
    queryKey: ['question', 'picked', userId, [...wanted]],
    queryFn: ({ signal }) => listContents(wanted, signal),
    enabled: userId !== undefined && wanted.size > 0,
    retry: false,
    meta: { claims: true },
  });

/** The number of questions that a draw finds in its bank, with those that the paper has already (`pickedAmong`). */
export const drawCountQuery = (userId: string | undefined, bankId: string, filter: DrawFilter) =>
  queryOptions({
    queryKey: ['question', 'count', userId, bankId, filter],
    queryFn: ({ signal }) => call(countQuestions, { bankId, ...filter, forDraw: 'true' }, { signal }),
    enabled: userId !== undefined && bankId !== '',
    staleTime: 0,
    retry: false,
    meta: { claims: true },
  });
