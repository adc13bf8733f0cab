/** What the operator does with questions: looks through them, answers, closes. */
import {
  type AuditAct,
  CodedError,
  type listTickets,
  newId,
  type OperatorTicket,
  type OutputOf,
  type ParsedInputOf,
} from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Transaction } from '../../platform/database.ts';
import { tellPerson } from '../../platform/notices.ts';
import type { HelpDependencies } from './help-dependencies.ts';
import {
  countTicketsByState,
  findTicketById,
  insertReply,
  listTicketsPage,
  lockTicket,
  type StoredTicket,
  setTicketState,
  type TicketPlace,
} from './store.ts';
import { viewForOperator } from './view.ts';

type Parts = Pick<HelpDependencies, 'db' | 'clock' | 'tellAsker' | 'askerOf'>;

const encodePlace = ({ updatedAt, id }: TicketPlace): string => Buffer.from(`${updatedAt} ${id}`).toString('base64url');

/** Throws `request.invalid` for a cursor that is none of ours. */
const decodePlace = (cursor: string): TicketPlace => {
  const [, updatedAt, id] = /^(\d{1,15}) ([0-9a-z]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (updatedAt === undefined || id === undefined) throw new CodedError('request.invalid', { reason: 'cursor 有误' });
  return { updatedAt: Number(updatedAt), id };
};

const show = async ({ askerOf }: Pick<Parts, 'askerOf'>, ticket: StoredTicket): Promise<OperatorTicket> =>
  viewForOperator(ticket, ticket.userId === undefined ? undefined : await askerOf(ticket.userId));

export const listAllTickets = async (
  deps: Parts,
  { state, topic, cursor, limit }: ParsedInputOf<typeof listTickets>,
): Promise<OutputOf<typeof listTickets>> => {
  const after = cursor === undefined ? undefined : decodePlace(cursor);
  const found = await listTicketsPage(deps.db.orm, { state, topic, after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    items: await Promise.all(page.map((ticket) => show(deps, ticket))),
    counts: await countTicketsByState(deps.db.orm),
    ...(found.length > limit && last !== undefined ? { nextCursor: encodePlace(last) } : {}),
  };
};

/** Does `change` on the question while nobody else can, notes it, and tells its asker. Throws `help.ticketNotFound`. */
const changeTicket = async (
  deps: Parts,
  operator: DeskOperator,
  act: Extract<AuditAct, `ticket.${string}`>,
  ticketId: string,
  change: (tx: Transaction, ticket: StoredTicket, now: number) => Promise<void>,
): Promise<OperatorTicket> => {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const known = await lockTicket(tx, ticketId);
    if (known === undefined) throw new CodedError('help.ticketNotFound');
    await change(tx, known, now);
    const state = act === 'ticket.close' ? 'closed' : 'answered';
    if (known.state === state && act === 'ticket.close') return;
    await recordAct(tx, operator, { act, target: { kind: 'ticket', id: ticketId }, before: { state: known.state }, after: { state } }, now);
  });
  const changed = await findTicketById(deps.db.orm, ticketId);
  if (changed === undefined) throw new CodedError('help.ticketNotFound');
  if (changed.userId !== undefined) await deps.tellAsker(changed.userId);
  return show(deps, changed);
};

/** Throws `help.ticketNotFound`, `help.ticketClosed`. */
export const answerAsker = (deps: Parts, operator: DeskOperator, input: { ticketId: string; body: string }): Promise<OperatorTicket> =>
  changeTicket(deps, operator, 'ticket.answer', input.ticketId, async (tx, known, now) => {
    if (known.state === 'closed') throw new CodedError('help.ticketClosed');
    await insertReply(tx, known.id, { id: newId(now), fromOperator: true, operatorId: operator.userId, body: input.body, at: now });
    await setTicketState(tx, known.id, 'answered', now);
    if (known.userId === undefined) return;
    await tellPerson(tx, known.userId, { kind: 'ticketAnswered', subject: { id: known.id, name: known.body.slice(0, 40) } }, now);
  });

/** Throws `help.ticketNotFound`. */
export const closeQuestion = (deps: Parts, operator: DeskOperator, ticketId: string): Promise<OperatorTicket> =>
  changeTicket(deps, operator, 'ticket.close', ticketId, async (tx, known, now) => {
    if (known.state !== 'closed') await setTicketState(tx, known.id, 'closed', now);
  });
