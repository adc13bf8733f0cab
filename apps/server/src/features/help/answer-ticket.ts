/** Replies to a help ticket and notifies its author. Throws `help.ticketNotFound`, `help.ticketClosed`. */
import { CodedError, newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf } from '../audit/audit-events.ts';
import { notifyUser } from '../notification/notifications.ts';
import { changeTicket } from './change-ticket.ts';
import type { HelpDependencies } from './help-dependencies.ts';
import { insertReply, setTicketState } from './store.ts';

/** Number of characters of the question that the notification about the reply quotes. */
const NAME_CHARS = 40;

export const answerTicket: UseCase<'answerTicket', HelpDependencies> = async (dependencies, caller, { ticketId, body }) => {
  const operator = operatorOf(caller);
  const ticket = await changeTicket(dependencies, operator, 'ticket.answer', ticketId, async (tx, stored, now) => {
    if (stored.state === 'closed') throw new CodedError('help.ticketClosed');
    await insertReply(tx, stored.id, { id: newId(now), fromOperator: true, operatorId: operator.userId, body, at: now });
    await setTicketState(tx, stored.id, 'answered', now);
    if (stored.userId === undefined) return;
    const subject = { id: stored.id, name: stored.body.slice(0, NAME_CHARS) };
    await notifyUser(tx, stored.userId, { kind: 'ticketAnswered', subject }, now);
  });
  return { payload: { ticket }, say: '已回复' };
};
