/** What the server is asked about files that go with a book. */
import { listBookMaterials } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { callOrKept } from '../../platform/api/call-or-kept.ts';

export const bookMaterialsQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['catalog', 'materials', bookId],
    queryFn: ({ signal }) => callOrKept(listBookMaterials, { bookId }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });
