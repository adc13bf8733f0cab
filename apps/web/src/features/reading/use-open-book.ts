/** Opens a book: the right to it, its manifest, where its content is. A fresh answer for every visit, because it carries a ticket. */
import { type OutputOf, openBook } from '@shufang/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { useSession } from '../../platform/session/session.ts';

export type OpenedBook = OutputOf<typeof openBook>;

/** The answer before stays while another person's is fetched, so that signing in does not take the page away. */
export const useOpenBook = (bookId: string) => {
  const userId = useSession((session) => session.userId);
  return useQuery({
    queryKey: ['openBook', bookId, userId ?? ''],
    queryFn: ({ signal }) => call(openBook, { bookId }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { claims: true },
  });
};

/** A new content address with a new ticket, for a book that is open already: the page asks by itself, or for the reader. Throws `ApiError`. */
export const fetchFreshTicket = async (bookId: string, goOn: 'idle' | 'acting'): Promise<OpenedBook['content']> =>
  (await call(openBook, { bookId, goOn })).content;
