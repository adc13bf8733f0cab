/** The only SQL of institution sign-in attempts and of the sign-in tickets of new users. */
import type { InstitutionProtocol } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface SignInAttempt {
  state: string;
  proofHash: string;
  institutionId: string | null;
  userId: string | null;
  returnTo: string;
  returnUrl: string;
  checkData: string;
  samlResponse: string | null;
  expiresAt: number;
}

const COLUMNS = sql`state, proof_hash as "proofHash", institution_id as "institutionId", user_id as "userId", return_to as "returnTo",
  return_url as "returnUrl", check_data as "checkData", saml_response as "samlResponse", expires_at as "expiresAt"`;

export const insertSignInAttempt = async (db: Queryable, attempt: Omit<SignInAttempt, 'samlResponse'>, now: number): Promise<void> => {
  await db.execute(sql`delete from institution_sign_in_attempt where expires_at < ${now}`);
  await db.execute(sql`
    insert into institution_sign_in_attempt (state, proof_hash, institution_id, user_id, return_to, return_url, check_data, expires_at)
    values (${attempt.state}, ${attempt.proofHash}, ${attempt.institutionId}, ${attempt.userId}, ${attempt.returnTo}, ${attempt.returnUrl}, ${attempt.checkData},
      ${attempt.expiresAt})`);
};

/** Deletes and returns the sign-in attempt, so that only one of two concurrent callbacks is processed. */
export const takeSignInAttempt = async (db: Queryable, state: string): Promise<SignInAttempt | undefined> =>
  (await db.execute<Row<SignInAttempt>>(sql`delete from institution_sign_in_attempt where state = ${state} returning ${COLUMNS}`)).rows[0];

/** Finds a sign-in attempt without deleting it, for the local page. */
export const findSignInAttempt = async (db: Queryable, state: string, now: number): Promise<SignInAttempt | undefined> =>
  (
    await db.execute<Row<SignInAttempt>>(
      sql`select ${COLUMNS} from institution_sign_in_attempt where state = ${state} and expires_at > ${now}`,
    )
  ).rows[0];

/** Sets the institution of a sign-in attempt that has none. Returns false when the attempt has expired or already has an institution. */
export const nameInstitution = async (
  db: Queryable,
  state: string,
  chosen: { institutionId: string; checkData: string },
  now: number,
): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    update institution_sign_in_attempt set institution_id = ${chosen.institutionId}, check_data = ${chosen.checkData}
    where state = ${state} and institution_id is null and expires_at > ${now}`);
  return rowCount === 1;
};

/** Stores the SAML response. Returns false when the attempt has expired or has a response already. */
export const storeSamlResponse = async (db: Queryable, state: string, samlResponse: string, now: number): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    update institution_sign_in_attempt set saml_response = ${samlResponse}
    where state = ${state} and saml_response is null and institution_id is not null and expires_at > ${now}`);
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

/** Returns true for the one caller that uses up the sign-in ticket. */
export const useTicket = async (tx: Transaction, ticketHash: string): Promise<boolean> =>
  (await tx.execute(sql`delete from institution_ticket where ticket_hash = ${ticketHash}`)).rowCount === 1;

/** Deletes expired sign-in attempts and sign-in tickets. Returns how many. */
export const deleteExpiredAttempts = async (db: Queryable, now: number): Promise<number> => {
  const attempts = await db.execute(sql`delete from institution_sign_in_attempt where expires_at < ${now}`);
  const tickets = await db.execute(sql`delete from institution_ticket where expires_at < ${now}`);
  return (attempts.rowCount ?? 0) + (tickets.rowCount ?? 0);
};
