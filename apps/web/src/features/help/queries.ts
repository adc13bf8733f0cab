/** Queries of the help pages, with the keys of the query cache. Each part of a page shows its own error. */
import { getContact, getServiceStatus, listMyTickets } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { callWithCache } from '../../platform/api/call-with-cache.ts';
import { call } from '../../platform/api/client.ts';

export const contactQuery = () =>
  queryOptions({
    queryKey: ['help', 'contact'],
    queryFn: ({ signal }) => callWithCache(getContact, {}, { signal }),
    staleTime: 600_000,
    meta: { claims: true },
  });

export const statusQuery = () =>
  queryOptions({
    queryKey: ['help', 'status'],
    queryFn: ({ signal }) => call(getServiceStatus, {}, { signal }),
    staleTime: 30_000,
    meta: { claims: true },
  });

/** `userId` is part of the query's key, so that another user of this device does not see the data. */
export const ticketsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['help', 'tickets', userId],
    queryFn: async ({ signal }) => (await callWithCache(listMyTickets, {}, { signal })).items,
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });
