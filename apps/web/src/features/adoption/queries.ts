/** Server queries of adoption lists, with their query keys. */
import {
  getAdoptionList,
  type InputOf,
  listAdminAdoptions,
  listAdoptionDeadlines,
  listAdoptionLists,
  listInstitutions,
} from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';

/** `userId` is part of the key, so that another user of this device does not see the data. */
export const adoptionsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['adoption', 'mine', userId],
    queryFn: ({ signal }) => call(listAdoptionLists, {}, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export const adoptionQuery = (userId: string | undefined, id: string) =>
  queryOptions({
    queryKey: ['adoption', 'one', userId, id],
    queryFn: ({ signal }) => call(getAdoptionList, { id }, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export type AdoptionFilters = Omit<InputOf<typeof listAdminAdoptions>, 'cursor' | 'limit'>;

export const adminAdoptionsQuery = (filters: AdoptionFilters) =>
  recordPagesQuery(['adoption', 'admin', filters], (from, signal) => call(listAdminAdoptions, { ...filters, ...from }, { signal }));

/** Institutions of the access scope whose name contains the text, to choose one. */
export const institutionChoicesQuery = (q: string) =>
  queryOptions({
    queryKey: ['institution', 'choices', q],
    queryFn: ({ signal }) => call(listInstitutions, { q }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

export const adoptionDeadlinesQuery = () =>
  queryOptions({
    queryKey: ['adoption', 'deadlines'],
    queryFn: ({ signal }) => call(listAdoptionDeadlines, {}, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });
