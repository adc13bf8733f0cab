/** Server queries of attendance and polls, with their query keys. */
import { getAttendance, getAttendanceCode, getPoll, listAttendances, listPolls } from '@shufang/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/client.ts';

/** `userId` is part of the keys, so that another user of this device does not see the data. */
export const attendancesQuery = (userId: string | undefined, classId: string) =>
  queryOptions({
    queryKey: ['classroom', 'attendances', userId, classId],
    queryFn: ({ signal }) => call(listAttendances, { classId }, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export const attendanceQuery = (userId: string | undefined, id: string) =>
  queryOptions({
    queryKey: ['classroom', 'attendance', userId, id],
    queryFn: ({ signal }) => call(getAttendance, { id }, { signal }),
    staleTime: 0,
    retry: false,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

/** The code for the projector: requested again when it changes. */
export const attendanceCodeQuery = (userId: string | undefined, id: string) =>
  queryOptions({
    queryKey: ['classroom', 'code', userId, id],
    queryFn: ({ signal }) => call(getAttendanceCode, { id }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    enabled: userId !== undefined,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => (state.data === undefined ? false : Math.max(500, state.data.changesInMs + 50)),
    meta: { claims: true },
  });

export const pollsQuery = (userId: string | undefined, classId: string) =>
  queryOptions({
    queryKey: ['classroom', 'polls', userId, classId],
    queryFn: ({ signal }) => call(listPolls, { classId }, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export const pollQuery = (userId: string | undefined, id: string) =>
  queryOptions({
    queryKey: ['classroom', 'poll', userId, id],
    queryFn: ({ signal }) => call(getPoll, { id }, { signal }),
    staleTime: 0,
    retry: false,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

/** Invalidates every query of attendance and polls. */
export const refreshClassroom = (queryClient: QueryClient): Promise<void> => queryClient.invalidateQueries({ queryKey: ['classroom'] });
