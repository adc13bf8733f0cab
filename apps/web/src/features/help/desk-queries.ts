/** What the operators' page of questions asks the server, with the keys of the query cache. */
import { listTickets, type TicketState, type TicketTopic } from '@shufang/contract';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';

export const deskTicketsQuery = (state: TicketState, topic: TicketTopic | undefined) =>
  infiniteQueryOptions({
    queryKey: ['help', 'desk', state, topic],
    queryFn: ({ pageParam, signal }) =>
      call(
        listTickets,
        { state, ...(topic === undefined ? {} : { topic }), ...(pageParam === '' ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { claims: true },
  });
