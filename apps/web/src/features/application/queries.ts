/** What the pages of applications ask the server, with the keys of the query cache. */
import { type ApplicationKind, getAuthentication, getAuthorApplication, listApplications } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { callOrKept } from '../../platform/api/call-or-kept.ts';
import { call } from '../../platform/api/client.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';

/** `userId`: whose; another person on this device sees nothing of it. */
export const teacherStandingQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['application', 'teacher', userId],
    queryFn: ({ signal }) => callOrKept(getAuthentication, {}, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export const authorStandingQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['application', 'author', userId],
    queryFn: ({ signal }) => callOrKept(getAuthorApplication, {}, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export type ReviewState = 'pending' | 'approved' | 'rejected' | 'revoked';

export const applicationsQuery = (state: ReviewState, kind: ApplicationKind | undefined) =>
  recordPagesQuery(['application', 'review', state, kind], (from, signal) =>
    call(listApplications, { state, ...(kind === undefined ? {} : { kind }), ...from }, { signal }),
  );
