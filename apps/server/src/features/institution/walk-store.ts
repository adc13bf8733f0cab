/** The only SQL of walks to identity providers and of the tickets of newcomers. */
import type { InstitutionProtocol } from '@shufang/contract';
import { sql } from 'drizzle-orm';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';

export interface Walk {
  state: string;
  proofHash: string;
  institutionId: string | null;
  userId: string | null;
  returnTo: string;
  returnUrl: string;
  kept: string;
  answer: string | null;
  expiresAt: number;
}

const COLUMNS = sql`state, proof_hash as "proofHash", institution_id as "institutionId", user_id as "userId", return_to as "returnTo",
  return_url as "returnUrl", kept, answer, expires_at as "expiresAt"`;

export const insertWalk = async (db: Queryable, walk: Omit<Walk, 'answer'>, now: number): Promise<void> => {
  await db.execute(sql`delete from institution_walk where expires_at < ${now}`);
  await db.execute(sql`
    insert into institution_walk (state, proof_hash, institution_id, user_id, return_to, return_url, kept, expires_at)
    values (${walk.state}, ${walk.proofHash}, ${walk.institutionId}, ${walk.userId}, ${walk.returnTo}, ${walk.returnUrl}, ${walk.kept},
      ${walk.expiresAt})`);
};

/** Takes the walk away, so that of two ends at once only one is looked at. */
export const takeWalk = async (db: Queryable, state: string): Promise<Walk | undefined> =>
  (await db.execute<Row<Walk>>(sql`delete from institution_walk where state = ${state} returning ${COLUMNS}`)).rows[0];

/** Without taking it: what the local page shows. */
export const findWalk = async (db: Queryable, state: string, now: number): Promise<Walk | undefined> =>
  (await db.execute<Row<Walk>>(sql`select ${COLUMNS} from institution_walk where state = ${state} and expires_at > ${now}`)).rows[0];

/** Names the institution of a walk that had none. False when the walk is over or has one. */
export const nameInstitution = async (
  db: Queryable,
  state: string,
  chosen: { institutionId: string; kept: string },
  now: number,
): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    update institution_walk set institution_id = ${chosen.institutionId}, kept = ${chosen.kept}
    where state = ${state} and institution_id is null and expires_at > ${now}`);
  return rowCount === 1;
};

/** Keeps what the provider posted. False when the walk is over or was answered. */
export const keepAnswer = async (db: Queryable, state: string, answer: string, now: number): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    update institution_walk set answer = ${answer}
    where state = ${state} and answer is null and institution_id is not null and expires_at > ${now}`);
  return rowCount === 1;
};

export interface Ticket {
  ticketHash: string;
  institutionId: string;
  protocol: InstitutionProtocol;
  scope: string;
  subject: string;
  affiliation: string;
  endsAt: number | null;
  expiresAt: number;
}

export const insertTicket = async (db: Queryable, ticket: Ticket, now: number): Promise<void> => {
  await db.execute(sql`delete from institution_ticket where expires_at < ${now}`);
  await db.execute(sql`
    insert into institution_ticket (ticket_hash, institution_id, protocol, scope, subject, affiliation, ends_at, expires_at)
    values (${ticket.ticketHash}, ${ticket.institutionId}, ${ticket.protocol}, ${ticket.scope}, ${ticket.subject}, ${ticket.affiliation},
      ${ticket.endsAt}, ${ticket.expiresAt})`);
};

const TICKET = sql`ticket_hash as "ticketHash", institution_id as "institutionId", protocol, scope, subject, affiliation, ends_at as "endsAt",
  expires_at as "expiresAt"`;

export const findTicket = async (db: Queryable, ticketHash: string, now: number): Promise<Ticket | undefined> =>
  (await db.execute<Row<Ticket>>(sql`select ${TICKET} from institution_ticket where ticket_hash = ${ticketHash} and expires_at > ${now}`))
    .rows[0];

/** True for the one caller that uses the ticket up. */
export const useTicket = async (tx: Transaction, ticketHash: string): Promise<boolean> =>
  (await tx.execute(sql`delete from institution_ticket where ticket_hash = ${ticketHash}`)).rowCount === 1;

/** Deletes walks and tickets that nobody can use any more; answers how many. */
export const deleteExpiredWalks = async (db: Queryable, now: number): Promise<number> => {
  const walks = await db.execute(sql`delete from institution_walk where expires_at < ${now}`);
  const tickets = await db.execute(sql`delete from institution_ticket where expires_at < ${now}`);
  return (walks.rowCount ?? 0) + (tickets.rowCount ?? 0);
};
