/** What the page of the log asks the server, with the keys of the query cache. */
import { type InputOf, listAudit } from '@shufang/contract';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';

export interface AuditFilters extends Pick<InputOf<typeof listAudit>, 'act' | 'targetKind' | 'targetId' | 'operatorId'> {
  /** UTC ms. */
  readonly from?: number;
  /** UTC ms, exclusive. */
  readonly to?: number;
}

export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam, signal }) => call(listAudit, { ...filters, ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { claims: true },
  });
