/** Queries of institution sign-in. */
import { listMyInstitutions, searchInstitutions } from '@shufang/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callWithCache } from '../../platform/api/call-with-cache.ts';
import { call } from '../../platform/api/client.ts';

export const institutionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['account', 'institutions', q],
    queryFn: ({ signal }) => call(searchInstitutions, { q }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    meta: { claims: true },
  });

export const myInstitutionsQuery = () =>
  queryOptions({
    queryKey: ['account', 'my-institutions'],
    queryFn: async ({ signal }) => (await callWithCache(listMyInstitutions, {}, { signal })).items,
    staleTime: 0,
    meta: { claims: true },
  });
