/** What the help pages ask the server, with the keys of the query cache. Each part of a page tells its own failure. */
import { getContact, getServiceStatus, listMyTickets } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { callOrKept } from '../../platform/api/call-or-kept.ts';
import { call } from '../../platform/api/client.ts';

export const contactQuery = () =>
  queryOptions({
    queryKey: ['help', 'contact'],
    queryFn: ({ signal }) => callOrKept(getContact, {}, { signal }),
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

/** `userId`: whose; another person on this device sees nothing of it. */
export const ticketsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['help', 'tickets', userId],
    queryFn: async ({ signal }) => (await callOrKept(listMyTickets, {}, { signal })).items,
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });
