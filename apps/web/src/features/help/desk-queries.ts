/** What the operators' page of questions asks the server, with the keys of the query cache. */
import { listTickets, type TicketState, type TicketTopic } from '@shufang/contract';
import { call } from '../../platform/api/client.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';

export const deskTicketsQuery = (state: TicketState, topic: TicketTopic | undefined) =>
  recordPagesQuery(['help', 'desk', state, topic], (from, signal) =>
    call(listTickets, { state, ...(topic === undefined ? {} : { topic }), ...from }, { signal }),
  );
