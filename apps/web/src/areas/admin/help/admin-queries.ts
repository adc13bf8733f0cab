/** Queries of the admin page for help tickets, with the keys of the query cache. */
import { listTickets, type TicketState, type TicketTopic } from '@shufang/contract';
import { call } from '../../../platform/api/client.ts';
import { recordPagesQuery } from '../../../platform/records/record-pages-query.ts';

export const adminTicketsQuery = (state: TicketState, topic: TicketTopic | undefined) =>
  recordPagesQuery(['help', 'admin', state, topic], (from, signal) =>
    call(listTickets, { state, ...(topic === undefined ? {} : { topic }), ...from }, { signal }),
  );
