/** What a person does with their questions: asks, looks, says more. */
import { CodedError, type createTicket, LIMITS, newId, type ParsedInputOf, type replyToTicket, type Ticket } from '@shufang/contract';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { HelpDependencies } from './help-dependencies.ts';
import { findTicketById, insertReply, insertTicket, listTicketsOfUser, lockTicket, setTicketState } from './store.ts';
import { takeBudget } from './take-budget.ts';
import { viewTicket } from './view.ts';

const HOUR_MS = 3_600_000;
const PER_PERSON = { points: LIMITS.ticketsPerUserPerDay, windowMs: 24 * HOUR_MS };
const PER_NETWORK = { points: LIMITS.ticketsPerAddressPerHour, windowMs: HOUR_MS };
/** Nobody reads further back; the archive of one's own data holds the rest. */
const MINE_SHOWN = 100;

/** Without an account a person shows that they are one, and says where an answer can reach them. */
const admitStranger = async (deps: HelpDependencies, input: ParsedInputOf<typeof createTicket>, address: string): Promise<void> => {
  if (input.contact === '') throw new CodedError('request.invalid', { reason: '请留下手机号或邮箱，方便回复您' });
  await deps.checkCaptcha(input);
  await takeBudget(deps.limiter, `ticket:address:${deps.networkOf(address)}`, PER_NETWORK);
};

/** Throws `account.captchaWrong`, `request.invalid`, `request.tooMany`. */
export const askOperator = async (
  deps: HelpDependencies,
  { reader, address }: Pick<CallContext, 'reader' | 'address'>,
  input: ParsedInputOf<typeof createTicket>,
): Promise<Ticket> => {
  if (reader === undefined) await admitStranger(deps, input, address);
  else await takeBudget(deps.limiter, `ticket:user:${reader.userId}`, PER_PERSON);
  const now = deps.clock.now();
  const { topic, body, contact, diagnostics } = input;
  const asked = {
    id: newId(now),
    userId: reader?.userId,
    topic,
    state: 'open' as const,
    body,
    contact,
    diagnostics,
    createdAt: now,
    updatedAt: now,
  };
  await insertTicket(deps.db.orm, asked);
  return viewTicket({ ...asked, replies: [] });
};

export const listOwnTickets = async ({ db }: Pick<HelpDependencies, 'db'>, userId: string): Promise<Ticket[]> =>
  (await listTicketsOfUser(db.orm, userId, MINE_SHOWN)).map(viewTicket);

/** Throws `help.ticketNotFound` (also for another's), `help.ticketClosed`, `request.tooMany`. */
export const sayMore = async (
  { db, clock, limiter }: Pick<HelpDependencies, 'db' | 'clock' | 'limiter'>,
  userId: string,
  { ticketId, body }: ParsedInputOf<typeof replyToTicket>,
): Promise<Ticket> => {
  await takeBudget(limiter, `reply:user:${userId}`, PER_PERSON);
  const now = clock.now();
  await db.transaction(async (tx) => {
    const known = await lockTicket(tx, ticketId);
    if (known?.userId !== userId) throw new CodedError('help.ticketNotFound');
    if (known.state === 'closed') throw new CodedError('help.ticketClosed');
    if (known.replies.length >= LIMITS.ticketRepliesMax) throw new CodedError('request.tooMany');
    await insertReply(tx, ticketId, { id: newId(now), fromOperator: false, operatorId: undefined, body, at: now });
    await setTicketState(tx, ticketId, 'open', now);
  });
  const ticket = await findTicketById(db.orm, ticketId);
  if (ticket === undefined) throw new CodedError('help.ticketNotFound');
  return viewTicket(ticket);
};
