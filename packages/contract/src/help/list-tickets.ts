import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';
import { operatorTicket, ticketState, ticketTopic } from './ticket.ts';

/** Lists all help tickets: the oldest first if `state` is `open`, otherwise the last changed first. */
export const listTickets = operation({
  name: 'listTickets',
  method: 'GET',
  path: '/api/admin/ticket/list',
  summary: '问题列表',
  permission: 'answerTickets',
  scope: 'platform',
  input: z.object({
    state: ticketState.optional(),
    topic: ticketTopic.optional(),
    cursor: z.string().max(128).optional(),
    limit: pageLimit(),
  }),
  output: z.object({
    items: z.array(operatorTicket),
    counts: z.object({ open: z.number().int(), answered: z.number().int(), closed: z.number().int() }),
    nextCursor: z.string().optional(),
  }),
});
