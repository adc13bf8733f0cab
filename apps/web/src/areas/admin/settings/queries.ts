/** Query of the platform settings, with its key in the query cache. */
import { getSettings } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/client.ts';

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'platform'],
    queryFn: ({ signal }) => call(getSettings, {}, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });
