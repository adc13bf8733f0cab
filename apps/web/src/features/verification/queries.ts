/** Queries of the application pages, with the keys of the query cache. */
import { type ApplicationKind, getAuthentication, getAuthorApplication, listApplications } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { callWithCache } from '../../platform/api/call-with-cache.ts';
import { call } from '../../platform/api/client.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';

/** `userId` is part of the query's key, so that another user of this device does not see the data. */
export const teacherApplicationQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['application', 'teacher', userId],
    queryFn: ({ signal }) => callWithCache(getAuthentication, {}, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export const authorApplicationQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['application', 'author', userId],
    queryFn: ({ signal }) => callWithCache(getAuthorApplication, {}, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export type ReviewState = 'pending' | 'approved' | 'rejected' | 'revoked';

export const applicationsQuery = (state: ReviewState, kind: ApplicationKind | undefined) =>
  recordPagesQuery(['application', 'review', state, kind], (from, signal) =>
    call(listApplications, { state, ...(kind === undefined ? {} : { kind }), ...from }, { signal }),
  );
