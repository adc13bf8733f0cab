/** Server queries of samples, with their query keys. */
import { type InputOf, listAdminSamples, listSamples } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';

/** `userId` is part of the key, so that another user of this device does not see the data. */
export const samplesQuery = (userId: string | undefined, bookId?: string) =>
  queryOptions({
    queryKey: ['sample', 'mine', userId, bookId ?? 'all'],
    queryFn: ({ signal }) => call(listSamples, bookId === undefined ? {} : { bookId }, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export type SampleFilters = Omit<InputOf<typeof listAdminSamples>, 'cursor' | 'limit'>;

export const adminSamplesQuery = (filters: SampleFilters) =>
  recordPagesQuery(['sample', 'admin', filters], (from, signal) => call(listAdminSamples, { ...filters, ...from }, { signal }));
