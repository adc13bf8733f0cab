/** Completes an external sign-in of a user who has no linked account yet. */
import type { LoginResult } from '@shufang/contract';
import type { Transaction } from '../../../platform/database.ts';
import type { CallContext } from '../../../platform/http/call-context.ts';
import type { Account } from '../account.ts';
import { withProvenNumber } from '../codes/prove-number.ts';
import type { ProvenCode } from '../codes/sent-codes.ts';
import { completeSignIn, type SignInOptions } from '../complete-sign-in.ts';
import { type SignedUpUser, signUpOrSignIn } from '../sign-in/sign-up-or-sign-in.ts';
import { requireUsableAccount } from '../usable-account.ts';
import { type ExternalSignIn, hashOfTicket, type SignInAttempt } from './external-sign-in.ts';

interface Binding<Identity> extends Pick<SignInOptions, 'ifSignedInElsewhere'> {
  readonly ticket: string;
  /** The user's phone number and the code sent to it; absent when the user gets a new account without a number. */
  readonly phone: { readonly tel: string; readonly code: string } | undefined;
  /** Returns the nickname for a new account; empty when it gets the default nickname. */
  readonly nicknameOf: (identity: Identity) => Promise<string> | string;
}

/**
 * Links the identity of the sign-in ticket to the account of the phone number (creating the account if there is none), or to a new account
 * without a number, and signs in. The sign-in ticket and the SMS code are used up together or not at all. Throws `failed()` for a sign-in
 * ticket that is unknown, used or expired, `taken()`, `account.smsCodeWrong`, `account.tooManyFailures`, `account.frozen`, and what
 * `completeSignIn` throws.
 */
export const bindExternalIdentity = async <Attempt extends SignInAttempt, Response, Identity>(
  account: Account,
  system: ExternalSignIn<Attempt, Response, Identity>,
  caller: CallContext,
  { ticket, phone, nicknameOf, ifSignedInElsewhere }: Binding<Identity>,
): Promise<LoginResult> => {
  const { db, clock } = account;
  const ticketHash = hashOfTicket(system, ticket);
  const identity = await system.findTicket(db.orm, ticketHash, clock.now());
  if (identity === undefined) throw system.failed();
  const nickname = await nicknameOf(identity);
  const linkUser = async (tx: Transaction, proven?: ProvenCode): Promise<SignedUpUser> => {
    const nowMs = clock.now();
    if (!(await system.useTicket(tx, ticketHash))) throw system.failed();
    await proven?.useUp(tx);
    const found = await signUpOrSignIn(tx, { tel: phone?.tel, nickname }, nowMs);
    await requireUsableAccount(tx, found.user);
    if (!(await system.link(tx, identity, found.user.id, nowMs))) throw system.taken();
    return found;
  };
  const signIn = ({ user, registered }: SignedUpUser): Promise<LoginResult> => {
    const followUp = system.followUpOf?.(identity);
    const options = { registered, ifSignedInElsewhere, ...(followUp === undefined ? {} : { followUp }) };
    return completeSignIn(account, phone === undefined ? user : { ...user, provenTel: phone.tel }, caller, options);
  };
  if (phone === undefined) return signIn(await db.transaction((tx) => linkUser(tx)));
  return withProvenNumber(account, { ...phone, type: 'binding' }, caller, async (proven) =>
    signIn(await db.transaction((tx) => linkUser(tx, proven))),
  );
};
