/**
 * Sign-in through another system: a provider for every user (WeChat), or the identity provider of an institution. One authorization flow
 * serves all of them; each system is an adapter. The flow has three steps. An attempt starts with a random `state` and with a random text that only this browser
 * stores (the proof). The callback finishes the attempt, once, in that browser. A user who has no account here yet receives a sign-in
 * ticket and continues with `bindExternalIdentity`.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { CodedError, type LoginResult } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { CallContext } from '../../../platform/http/call-context.ts';
import type { Account } from '../account.ts';
import { completeSignIn, type SignInFollowUp, type SignInOptions } from '../complete-sign-in.ts';
import { safeReturnPath } from '../return-path.ts';
import type { UserAccount } from '../tables.ts';

/** The data that is stored of a sign-in attempt, whatever the external system. */
export interface SignInAttempt {
  readonly state: string;
  /** SHA-256 of the random text (proof) that the browser stores. */
  readonly proofHash: string;
  /** The user to whom the identity will be linked; null when the attempt signs a user in. */
  readonly userId: string | null;
  readonly returnTo: string;
  /** When the attempt expires, UTC ms. */
  readonly expiresAt: number;
}

/** Adapter for an external system through which users sign in. `Identity`: what the system asserts about a user. */
export interface ExternalSignIn<Attempt extends SignInAttempt, Response, Identity> {
  /** Returns the error for a sign-in attempt or sign-in ticket that is unknown, used, expired or of another browser. */
  readonly failed: () => CodedError;
  /** Returns the error for an identity that is linked to another account, or an account that is linked to another identity. */
  readonly taken: () => CodedError;
  /** Lifetime of sign-in attempts and of sign-in tickets, in ms. */
  readonly lifetimeMs: number;
  /** A text that enters the hash of a sign-in ticket, so that a ticket of one system is never accepted by another. */
  readonly ticketPurpose: string;
  /** Deletes and returns the sign-in attempt, so that only one of several concurrent callbacks is processed. */
  readonly takeAttempt: (db: Queryable, state: string) => Promise<Attempt | undefined>;
  /** Validates the response of the external system and returns the identity that it asserts. */
  readonly identify: (attempt: Attempt, response: Response) => Promise<Identity>;
  /** Returns the user to whom the identity is linked. */
  readonly findUser: (db: Queryable, identity: Identity, nowMs: number) => Promise<UserAccount | undefined>;
  /**
   * Links a user and an identity. Returns true when the two are linked now, also if they already were; false when the user is linked to
   * another identity, or the identity to another user.
   */
  readonly link: (db: Queryable, identity: Identity, userId: string, nowMs: number) => Promise<boolean>;
  /** Called after the identity was linked to a user who had already signed in. */
  readonly onLinked?: (identity: Identity, session: { readonly sid: string; readonly userId: string }, nowMs: number) => Promise<void>;
  /** Returns the function (`SignInFollowUp`) that runs with the new session after the sign-in. */
  readonly followUpOf?: (identity: Identity) => SignInFollowUp;
  readonly insertTicket: (
    db: Queryable,
    ticket: { ticketHash: string; expiresAt: number },
    identity: Identity,
    nowMs: number,
  ) => Promise<void>;
  /** Returns the identity of a sign-in ticket that has not expired. */
  readonly findTicket: (db: Queryable, ticketHash: string, nowMs: number) => Promise<Identity | undefined>;
  /** Uses up the sign-in ticket. Of several concurrent calls only one returns true. */
  readonly useTicket: (tx: Transaction, ticketHash: string) => Promise<boolean>;
}

/** Returns a random text of 128 bits. */
const randomName = (): string => randomBytes(16).toString('base64url');

/** Returns a new sign-in attempt. Its `state` begins with `statePrefix`, from which the client recognizes the identity provider. */
export const newSignInAttempt = (
  { lifetimeMs }: { readonly lifetimeMs: number },
  { proofHash, returnTo, userId }: { readonly proofHash: string; readonly returnTo: string; readonly userId: string | undefined },
  nowMs: number,
  statePrefix = '',
): SignInAttempt => ({
  state: statePrefix + randomName(),
  proofHash,
  userId: userId ?? null,
  returnTo: safeReturnPath(returnTo),
  expiresAt: nowMs + lifetimeMs,
});

export const hashOfTicket = ({ ticketPurpose }: { readonly ticketPurpose: string }, ticket: string): string =>
  createHash('sha256').update(`${ticketPurpose}|${ticket}`).digest('base64url');

const holdsProof = (attempt: SignInAttempt, proof: string): boolean => {
  const [stored, presented] = [Buffer.from(attempt.proofHash, 'base64url'), createHash('sha256').update(proof).digest()];
  return stored.length === presented.length && timingSafeEqual(stored, presented);
};

type ExternalSignInResult<Identity> = { readonly identity: Identity; readonly returnTo: string } & (
  | { readonly outcome: 'bound' }
  | { readonly outcome: 'signedIn'; readonly login: LoginResult }
  | { readonly outcome: 'newUser'; readonly ticket: string }
);

type Input<Response> = Response & { readonly state: string; readonly proof: string } & Pick<SignInOptions, 'ifSignedInElsewhere'>;

/**
 * Finishes an attempt with the response of the system. The attempt is deleted whatever the result. Throws `failed()`, `taken()`,
 * `requestLogin` for an anonymous user where a signed-in one started the attempt, and what `identify` and `completeSignIn` throw.
 */
export const finishExternalSignIn = async <Attempt extends SignInAttempt, Response, Identity>(
  account: Account,
  system: ExternalSignIn<Attempt, Response, Identity>,
  caller: CallContext,
  input: Input<Response>,
): Promise<ExternalSignInResult<Identity>> => {
  const { db, clock } = account;
  const attempt = await system.takeAttempt(db.orm, input.state);
  if (attempt === undefined || attempt.expiresAt <= clock.now() || !holdsProof(attempt, input.proof)) throw system.failed();
  const { returnTo, userId } = attempt;
  const { reader } = caller;
  if (userId !== null && userId !== reader?.userId) throw reader === undefined ? new CodedError('requestLogin') : system.failed();
  const identity = await system.identify(attempt, input);
  const nowMs = clock.now();
  if (userId !== null && reader !== undefined) {
    if (!(await system.link(db.orm, identity, userId, nowMs))) throw system.taken();
    await system.onLinked?.(identity, reader, nowMs);
    return { outcome: 'bound', identity, returnTo };
  }
  const user = await system.findUser(db.orm, identity, nowMs);
  if (user !== undefined) {
    const followUp = system.followUpOf?.(identity);
    const { ifSignedInElsewhere } = input;
    const options = { ifSignedInElsewhere, returnTo, ...(followUp === undefined ? {} : { followUp }) };
    return { outcome: 'signedIn', login: await completeSignIn(account, user, caller, options), identity, returnTo };
  }
  const ticket = randomName();
  await system.insertTicket(db.orm, { ticketHash: hashOfTicket(system, ticket), expiresAt: nowMs + system.lifetimeMs }, identity, nowMs);
  return { outcome: 'newUser', ticket, identity, returnTo };
};
