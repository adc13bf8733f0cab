import { listAppVersions } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { callWithCache } from '../../platform/api/call-with-cache.ts';

/** Query of the published app versions. */
export const appVersionsQuery = () =>
  queryOptions({
    queryKey: ['release', 'versions'],
    queryFn: ({ signal }) => callWithCache(listAppVersions, {}, { signal }),
    staleTime: 300_000,
    meta: { claims: true },
  });
