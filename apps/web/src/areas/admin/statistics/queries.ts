/** The query of the dashboard. */
import { getDashboard, type StatisticsPeriod } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/client.ts';

export const dashboardQuery = (userId: string | undefined, period: StatisticsPeriod) =>
  queryOptions({
    queryKey: ['admin', 'dashboard', userId, period],
    queryFn: ({ signal }) => call(getDashboard, { period }, { signal }),
    staleTime: 60_000,
    retry: false,
  });
