import { getStorageUse } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';

/** Query of the storage in use; for administrators only. */
export const storageQuery = () =>
  queryOptions({
    queryKey: ['admin', 'storage'],
    queryFn: ({ signal }) => call(getStorageUse, {}, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });
