/** Converts help tickets to responses. The author never sees which operator replied. */
import type { OperatorTicket, Ticket } from '@shufang/contract';
import type { HelpDependencies } from './help-dependencies.ts';
import type { StoredTicket } from './store.ts';

export const viewTicket = ({ id, topic, state, body, diagnostics, replies, createdAt, updatedAt }: StoredTicket): Ticket => ({
  id,
  topic,
  state,
  body,
  ...(diagnostics === undefined ? {} : { diagnostics }),
  replies: [...replies],
  createdAt,
  updatedAt,
});

/** Returns a help ticket as operators see it, with its author. */
export const viewForOperator = async (findAuthor: HelpDependencies['findAuthor'], ticket: StoredTicket): Promise<OperatorTicket> => {
  const author = ticket.userId === undefined ? undefined : await findAuthor(ticket.userId);
  return { ...viewTicket(ticket), contact: ticket.contact, ...(author === undefined ? {} : { author }) };
};
