import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { ticket } from './ticket.ts';

/** Lists the caller's help tickets, the last changed first. */
export const listMyTickets = operation({
  name: 'listMyTickets',
  method: 'GET',
  path: '/api/ticket/mine',
  summary: '我的问题',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({ items: z.array(ticket) }),
});
