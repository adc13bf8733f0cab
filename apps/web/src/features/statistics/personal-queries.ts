/** The server queries of the user's own reading, with their query keys, which begin as those of reading time. */
import { getReadingHistory, getReadingPlan } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';

/** `year`: undefined is the current one. */
export const readingHistoryQuery = (owner: string, today: string, year: number | undefined) =>
  queryOptions({
    queryKey: ['reading', 'history', owner, today, year],
    queryFn: ({ signal }) => call(getReadingHistory, { today, ...(year === undefined ? {} : { year }) }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

export const readingPlanQuery = (owner: string, today: string) =>
  queryOptions({
    queryKey: ['reading', 'plan', owner, today],
    queryFn: ({ signal }) => call(getReadingPlan, { today }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });
