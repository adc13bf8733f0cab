import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { operatorTicket, replyBody } from './ticket.ts';

/** Replies to a help ticket and notifies the user. */
export const answerTicket = operation({
  name: 'answerTicket',
  method: 'POST',
  path: '/api/admin/ticket/answer',
  summary: '回复问题',
  permission: 'answerTickets',
  scope: 'platform',
  input: z.object({ ticketId: z.string().max(64), body: replyBody }),
  output: z.object({ ticket: operatorTicket }),
  errors: ['help.ticketNotFound', 'help.ticketClosed'],
});
