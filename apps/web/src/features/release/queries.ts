import { listAppVersions } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';

/** What the operator published for people to download. */
export const appVersionsQuery = () =>
  queryOptions({
    queryKey: ['release', 'versions'],
    queryFn: ({ signal }) => call(listAppVersions, {}, { signal }),
    staleTime: 300_000,
    meta: { claims: true },
  });
