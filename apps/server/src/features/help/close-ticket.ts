/** Closes a help ticket; nothing changes if it is already closed. Throws `help.ticketNotFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf } from '../audit/audit-events.ts';
import { changeTicket } from './change-ticket.ts';
import type { HelpDependencies } from './help-dependencies.ts';
import { setTicketState } from './store.ts';

export const closeTicket: UseCase<'closeTicket', HelpDependencies> = async (dependencies, caller, { ticketId }) => ({
  payload: {
    ticket: await changeTicket(dependencies, operatorOf(caller), 'ticket.close', ticketId, async (tx, stored, now) => {
      if (stored.state !== 'closed') await setTicketState(tx, stored.id, 'closed', now);
    }),
  },
  say: '已关闭',
});
