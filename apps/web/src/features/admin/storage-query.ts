import { getPrintStatus, getStorageUse } from '@shufang/contract';
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

/** Query of the font of PDFs; for administrators only. */
export const printStatusQuery = () =>
  queryOptions({
    queryKey: ['admin', 'print'],
    queryFn: ({ signal }) => call(getPrintStatus, {}, { signal }),
    meta: { claims: true },
  });
