import { listAppVersions } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { callOrKept } from '../../platform/api/call-or-kept.ts';

/** What the operator published for people to download. */
export const appVersionsQuery = () =>
  queryOptions({
    queryKey: ['release', 'versions'],
    queryFn: ({ signal }) => callOrKept(listAppVersions, {}, { signal }),
    staleTime: 300_000,
    meta: { claims: true },
  });
