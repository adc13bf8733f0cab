/** Questions as the wire shows them: the asker never sees who of the operator answered. */
import type { OperatorTicket, Ticket } from '@shufang/contract';
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

export const viewForOperator = (ticket: StoredTicket, asker: OperatorTicket['asker']): OperatorTicket => ({
  ...viewTicket(ticket),
  contact: ticket.contact,
  ...(asker === undefined ? {} : { asker }),
});
