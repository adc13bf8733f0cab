/**
 * Adds a reply to the caller's help ticket and reopens it. Throws `help.ticketNotFound` (also for a ticket of another user),
 * `help.ticketClosed`, `request.tooMany`.
 */
import { CodedError, newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { HelpDependencies } from './help-dependencies.ts';
import { HELP_LIMITS } from './limits.ts';
import { findTicketById, insertReply, lockTicket, setTicketState } from './store.ts';
import { takeRateLimit } from './take-rate-limit.ts';
import { viewTicket } from './ticket-view.ts';

const PER_USER = { points: HELP_LIMITS.ticketsPerUserPerDay, windowMs: 24 * 3_600_000 };

export const replyToTicket: UseCase<'replyToTicket', HelpDependencies> = async (
  { db, clock, limiter },
  { reader: { userId } },
  { ticketId, body },
) => {
  await takeRateLimit(limiter, `reply:user:${userId}`, PER_USER);
  const now = clock.now();
  await db.transaction(async (tx) => {
    const stored = await lockTicket(tx, ticketId);
    if (stored?.userId !== userId) throw new CodedError('help.ticketNotFound');
    if (stored.state === 'closed') throw new CodedError('help.ticketClosed');
    if (stored.replies.length >= HELP_LIMITS.ticketRepliesMax) throw new CodedError('request.tooMany');
    await insertReply(tx, ticketId, { id: newId(now), fromOperator: false, operatorId: undefined, body, at: now });
    await setTicketState(tx, ticketId, 'open', now);
  });
  const ticket = await findTicketById(db.orm, ticketId);
  if (ticket === undefined) throw new CodedError('help.ticketNotFound');
  return { payload: { ticket: viewTicket(ticket) }, say: '已补充' };
};
