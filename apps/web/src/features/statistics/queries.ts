/** The server queries of the statistics of a book and of its reports, with their query keys. */
import { getAuthorStatistics, type InputOf, listTrackingReports, verifyTrackingReport } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';

export type StatisticsInput = InputOf<typeof getAuthorStatistics>;

export const statisticsQuery = (userId: string | undefined, input: StatisticsInput) =>
  queryOptions({
    queryKey: ['author', 'statistics', userId, input],
    queryFn: ({ signal }) => call(getAuthorStatistics, input, { signal }),
    staleTime: 60_000,
    retry: false,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

/** Interval at which the progress of a report is requested. */
const REPORT_POLL_MS = 1_000;

export const reportsQuery = (userId: string | undefined, bookId: string) =>
  queryOptions({
    queryKey: ['author', 'reports', userId, bookId],
    queryFn: ({ signal }) => call(listTrackingReports, { bookId }, { signal }),
    enabled: userId !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.items.some((report) => report.state === 'waiting' || report.state === 'running') === true ? REPORT_POLL_MS : false,
    meta: { claims: true },
  });

export const verifiedReportQuery = (code: string) =>
  queryOptions({
    queryKey: ['report', code],
    queryFn: ({ signal }) => call(verifyTrackingReport, { code }, { signal }),
    enabled: code !== '',
    staleTime: 0,
    retry: false,
  });
