/** Queries of the user's page, with the keys of the query cache. */
import { type DataExport, getDataExport, getMyTodo, listDevices, type UserInfo } from '@shufang/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callWithCache } from '../../platform/api/call-with-cache.ts';
import { call } from '../../platform/api/client.ts';
import { updateAvatar } from '../../platform/session/session.ts';
import { userInfoQuery } from './queries.ts';

export const devicesQuery = () =>
  queryOptions({
    queryKey: ['account', 'devices'],
    queryFn: async ({ signal }) => (await call(listDevices, {}, { signal })).devices,
    staleTime: 0,
    meta: { claims: true },
  });

/** Query of the user's open tasks; fetched again on each visit of the page, because the counts change between visits. */
export const todoQuery = () =>
  queryOptions({
    queryKey: ['account', 'todo'],
    queryFn: ({ signal }) => callWithCache(getMyTodo, {}, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

/** Polling interval while a data export is being created. */
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

/** Caches the user returned by a mutation, so that every screen shows it. */
export const cacheUserInfo = (queryClient: QueryClient, user: UserInfo): void => {
  queryClient.setQueryData(userInfoQuery().queryKey, user);
  updateAvatar(user.avatar);
};
