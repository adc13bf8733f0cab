import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { operatorTicket } from './ticket.ts';

/** Closes a help ticket. Idempotent. */
export const closeTicket = operation({
  name: 'closeTicket',
  method: 'POST',
  path: '/api/admin/ticket/close',
  summary: '关闭问题',
  permission: 'answerTickets',
  scope: 'platform',
  input: z.object({ ticketId: z.string().max(64) }),
  output: z.object({ ticket: operatorTicket }),
  errors: ['help.ticketNotFound'],
});
