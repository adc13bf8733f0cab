/** Changes a help ticket as an operator; used for replying and for closing. */
import { type AuditAction, CodedError, type OperatorTicket } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { type AdminOperator, recordAuditEvent } from '../audit/audit-events.ts';
import type { HelpDependencies } from './help-dependencies.ts';
import { findTicketById, lockTicket, type StoredTicket } from './store.ts';
import { viewForOperator } from './ticket-view.ts';

/** Runs `change` on the locked help ticket, records the audit event and notifies the author. Throws `help.ticketNotFound`. */
export const changeTicket = async (
  { db, clock, notifyAuthor, findAuthor }: HelpDependencies,
  operator: AdminOperator,
  action: Extract<AuditAction, `ticket.${string}`>,
  ticketId: string,
  change: (tx: Transaction, ticket: StoredTicket, now: number) => Promise<void>,
): Promise<OperatorTicket> => {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const stored = await lockTicket(tx, ticketId);
    if (stored === undefined) throw new CodedError('help.ticketNotFound');
    await change(tx, stored, now);
    const state = action === 'ticket.close' ? 'closed' : 'answered';
    if (stored.state === state && action === 'ticket.close') return;
    await recordAuditEvent(
      tx,
      operator,
      { action: action, target: { kind: 'ticket', id: ticketId }, before: { state: stored.state }, after: { state } },
      now,
    );
  });
  const changed = await findTicketById(db.orm, ticketId);
  if (changed === undefined) throw new CodedError('help.ticketNotFound');
  if (changed.userId !== undefined) await notifyAuthor(changed.userId);
  return viewForOperator(findAuthor, changed);
};
