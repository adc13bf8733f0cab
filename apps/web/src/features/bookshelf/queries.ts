import { listMyBooks } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';

/** The books of the signed-in person, whatever the right came from. */
export const myBooksQuery = () =>
  queryOptions({ queryKey: ['bookshelf', 'owned'], queryFn: ({ signal }) => call(listMyBooks, {}, { signal }), staleTime: 0 });
