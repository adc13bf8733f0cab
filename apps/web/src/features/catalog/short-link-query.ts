/** Query that resolves a short code printed in a book. */
import { resolveShortLink } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { callWithCache } from '../../platform/api/call-with-cache.ts';

export const shortLinkQuery = (code: string) =>
  queryOptions({
    queryKey: ['catalog', 'short-link', code],
    queryFn: ({ signal }) => callWithCache(resolveShortLink, { code }, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { claims: ['catalog.shortLinkUnknown', 'request.invalid'] },
  });
