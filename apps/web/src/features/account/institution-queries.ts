/** What signing in through an institution asks the server. */
import { listMyInstitutions, searchInstitutions } from '@shufang/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callOrKept } from '../../platform/api/call-or-kept.ts';
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
    queryFn: async ({ signal }) => (await callOrKept(listMyInstitutions, {}, { signal })).items,
    staleTime: 0,
    meta: { claims: true },
  });
