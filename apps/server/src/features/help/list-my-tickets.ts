/** Lists the caller's help tickets, the most recently changed first. */
import type { UseCase } from '../../platform/http/register.ts';
import type { HelpDependencies } from './help-dependencies.ts';
import { listTicketsOfUser } from './store.ts';
import { viewTicket } from './ticket-view.ts';

/** Maximum number of listed help tickets; the data export contains all. */
const TICKETS_SHOWN = 100;

export const listMyTickets: UseCase<'listMyTickets', HelpDependencies> = async ({ db }, { reader }) => ({
  items: (await listTicketsOfUser(db.orm, reader.userId, TICKETS_SHOWN)).map(viewTicket),
});
