/** What the person's own page asks the server, with the keys of the query cache. */
import { type DataExport, getDataExport, getMyTodo, listDevices, type UserInfo } from '@shufang/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callOrKept } from '../../platform/api/call-or-kept.ts';
import { call } from '../../platform/api/client.ts';
import { keepAvatar } from '../../platform/session/session.ts';
import { userInfoQuery } from './queries.ts';

export const devicesQuery = () =>
  queryOptions({
    queryKey: ['account', 'devices'],
    queryFn: async ({ signal }) => (await call(listDevices, {}, { signal })).devices,
    staleTime: 0,
    meta: { claims: true },
  });

/** What waits changes while one is elsewhere. */
export const todoQuery = () =>
  queryOptions({
    queryKey: ['account', 'todo'],
    queryFn: ({ signal }) => callOrKept(getMyTodo, {}, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

/** How often a copy being packed is asked for. */
const EXPORT_POLL_MS = 1_000;
export const isBeingPacked = (copy: DataExport | null | undefined): boolean => copy?.state === 'queued' || copy?.state === 'running';

export const dataExportQuery = () =>
  queryOptions({
    queryKey: ['account', 'data-export'],
    queryFn: async ({ signal }) => (await call(getDataExport, {}, { signal })).export,
    staleTime: 0,
    refetchInterval: ({ state }) => (isBeingPacked(state.data) ? EXPORT_POLL_MS : false),
    meta: { claims: true },
  });

/** A write answered with the person as they are now: every screen shows that. */
export const keepUserInfo = (queryClient: QueryClient, user: UserInfo): void => {
  queryClient.setQueryData(userInfoQuery().queryKey, user);
  keepAvatar(user.avatar);
};
