/** Queries of the files that accompany a book. */
import { listBookMaterials } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { callWithCache } from '../../platform/api/call-with-cache.ts';

export const bookMaterialsQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['catalog', 'materials', bookId],
    queryFn: ({ signal }) => callWithCache(listBookMaterials, { bookId }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });
