/** What the desk's page of institutions asks the server. */
import { listInstitutionMembers, listInstitutions } from '@shufang/contract';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';

export const institutionsDeskQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['institution', 'desk', q],
    queryFn: ({ pageParam, signal }) => call(listInstitutions, { q, ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { claims: true },
  });

export const membersQuery = (institutionId: string, q: string) =>
  infiniteQueryOptions({
    queryKey: ['institution', 'members', institutionId, q],
    queryFn: ({ pageParam, signal }) =>
      call(listInstitutionMembers, { institutionId, q, ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { claims: true },
  });
