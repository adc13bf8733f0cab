import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { replyBody, ticket } from './ticket.ts';

/** Adds a reply to a help ticket of the caller and reopens it. */
export const replyToTicket = operation({
  name: 'replyToTicket',
  method: 'POST',
  path: '/api/ticket/reply',
  summary: '补充问题',
  permission: 'ownAccount',
  input: z.object({ ticketId: z.string().max(64), body: replyBody }),
  output: z.object({ ticket }),
  errors: ['help.ticketNotFound', 'help.ticketClosed'],
});
