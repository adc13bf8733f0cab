/**
 * The last step of every sign-in method (SMS code, password, sign-up, a provider, an institution); sessions begin only here. The checks run in
 * this order: the account is usable; a second factor is needed; another device is in use and the client wants to ask; the session opens. A
 * sign-in that stops in between continues with a sign-in ticket (`sign-in-tickets.ts`).
 */
import { CodedError, type DeviceInUse, type LoginResult, type SecondFactorRequired } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { rolesNeedSecondFactor } from '../authorization/grants.ts';
import { listRolesOfUser } from '../authorization/user-roles.ts';
import type { Account } from './account.ts';
import { recordConsentOfSignIn } from './profile/consent.ts';
import { lockUser } from './session/session-store.ts';
import { announceEnd, type Device, findSessionToReplace, type OpenedSession, openSession } from './sessions.ts';
import { credentialsHashOf, getSignInTicket, issueSignInTicket, takeSignInTry, useSignInTicket } from './sign-in/sign-in-tickets.ts';
import type { SignInTicketPurpose, SignInTicketRow, UserAccount } from './tables.ts';
import { requireUsableAccount } from './usable-account.ts';
import { findUserById } from './user-store.ts';

/**
 * A user who has proven the first factor. `provenTel`: the phone number that identified the account. `provenAgainst`: the password hash
 * the password was checked against.
 */
export type ProvenUser = Pick<UserAccount, 'id' | 'nickname' | 'avatar'> & {
  readonly provenTel?: string;
  readonly provenAgainst?: string | null;
};

/**
 * What a sign-in method does with the new session. `name`: the function registered in `Account.followUps`; `data`: its argument, as JSON.
 */
export interface SignInFollowUp {
  readonly name: string;
  readonly data: unknown;
}

export interface SignInOptions {
  /** Whether this sign-in created the account. */
  readonly registered?: boolean;
  readonly ifSignedInElsewhere?: 'ask' | 'replace' | undefined;
  readonly followUp?: SignInFollowUp;
  /** The path the client opens after a sign-in that went through another site. */
  readonly returnTo?: string;
}

interface Attempt {
  readonly user: Pick<UserAccount, 'id' | 'nickname' | 'avatar'>;
  readonly registered: boolean;
  readonly asks: boolean;
  readonly followUp: SignInFollowUp | undefined;
  readonly returnTo: string | undefined;
  /** The last completed step of the sign-in. */
  readonly passed: 'firstFactor' | SignInTicketPurpose;
  /** The session on another device that the client showed and the user agreed to replace. */
  readonly shownSid: string | undefined;
  /** Checks the account again; throws when it has changed since the first factor was proven. */
  readonly requireUnchanged: (current: { tel: string | null; passwordHash: string | null }) => void;
}

type Decision =
  | { readonly kind: 'opened'; readonly session: OpenedSession; readonly secondFactor: boolean }
  | { readonly kind: 'stopped'; readonly error: CodedError };

type Parts = Pick<Account, 'db' | 'clock' | 'events' | 'keys' | 'followUps' | 'sessionsPerDeviceType'> &
  Partial<Pick<Account, 'needsSecondFactor' | 'secondFactorRequired'>>;

const holdsGuardedRole = async ({ db, clock }: Pick<Account, 'db' | 'clock'>, userId: string): Promise<boolean> =>
  rolesNeedSecondFactor((await listRolesOfUser(db.orm, userId, clock.now())).map(({ role }) => role));

/** Decides the next step of a sign-in. Runs while the user's row is locked, so that sign-ins of one user run one after another. */
const decide = async (account: Parts, tx: Transaction, attempt: Attempt, device: Device): Promise<Decision> => {
  const { user, registered, asks, followUp, returnTo, passed } = attempt;
  const nowMs = account.clock.now();
  const current = await lockUser(tx, user.id);
  await requireUsableAccount(tx, { id: user.id, status: current?.status ?? 'closed' });
  const credentials = { tel: current?.tel ?? null, passwordHash: current?.passwordHash ?? null };
  attempt.requireUnchanged(credentials);
  const issue = (purpose: SignInTicketPurpose, shownSid: string | null) =>
    issueSignInTicket(
      tx,
      {
        purpose,
        userId: user.id,
        credentialsHash: credentialsHashOf(credentials),
        registered,
        asks,
        shownSid,
        returnTo: returnTo ?? null,
        followUp: followUp === undefined ? null : JSON.stringify(followUp),
      },
      device,
      nowMs,
    );
  const goOn = returnTo === undefined ? {} : { returnTo };

  if (passed === 'firstFactor' && (await account.needsSecondFactor?.(tx, user.id)) === true) {
    const payload: SecondFactorRequired = { ...(await issue('secondFactor', null)), ...goOn };
    return { kind: 'stopped', error: new CodedError('account.secondFactorRequired', {}, { payload }) };
  }

  const inUse = asks ? await findSessionToReplace(account, tx, user.id, device) : undefined;
  if (inUse !== undefined && inUse.sid !== attempt.shownSid) {
    const { deviceName: name, lastSeenAt } = inUse;
    const payload: DeviceInUse = { ...(await issue('replaceDevice', inUse.sid)), device: { name, lastSeenAt }, ...goOn };
    return { kind: 'stopped', error: new CodedError('account.deviceInUse', { device: name }, { payload }) };
  }

  await recordConsentOfSignIn(tx, user.id, device.address ?? '', nowMs);
  // A user who has a second factor has passed it at this point. Otherwise the sign-in would have stopped; and turning a second factor on
  // deletes the sign-in tickets of sign-ins that began without it.
  const secondFactor = (await account.needsSecondFactor?.(tx, user.id)) === true;
  return { kind: 'opened', session: await openSession(account, tx, user, device, secondFactor), secondFactor };
};

/**
 * Applies a decision: throws the error that stopped the sign-in, or publishes the replaced sessions and runs the follow-up of the sign-in
 * method with the new session.
 */
const finish = async (account: Parts, decision: Decision, { user, registered, followUp }: Attempt): Promise<LoginResult> => {
  if (decision.kind === 'stopped') throw decision.error;
  const { session } = decision;
  await announceEnd(account, session.ended, 'replaced');
  if (followUp !== undefined) {
    const run = account.followUps.get(followUp.name);
    if (run === undefined) throw new Error(`unknown follow-up of a sign-in: ${followUp.name}`);
    await run({ sid: session.sid, userId: user.id }, followUp.data);
  }
  const [replaced] = session.replaced;
  const missing = !decision.secondFactor && account.secondFactorRequired === true && (await holdsGuardedRole(account, user.id));
  return {
    ...session.credentials,
    registered,
    ...(missing ? { secondFactorMissing: true } : {}),
    replaced: replaced === undefined ? null : { name: replaced.deviceName, lastSeenAt: replaced.lastSeenAt },
  };
};

const requireProven =
  ({ provenTel, provenAgainst }: ProvenUser): Attempt['requireUnchanged'] =>
  ({ tel, passwordHash }) => {
    const byPassword = provenAgainst !== undefined;
    if (byPassword && passwordHash !== provenAgainst) throw new CodedError('account.credentialsWrong');
    if (provenTel !== undefined && tel !== provenTel)
      throw new CodedError(byPassword ? 'account.credentialsWrong' : 'account.smsCodeWrong');
  };

/**
 * Opens a session for a user whose identity is proven. Unless the client wants to ask the user before (`ifSignedInElsewhere`), the oldest
 * session of the same device type is replaced when the maximum is reached; its token then gets `userBeenKickedOut`. Throws
 * `account.frozen`, `account.secondFactorRequired`, `account.deviceInUse`, and `account.credentialsWrong` or `account.smsCodeWrong` when
 * the password or the number was changed after it was checked: such a change ends all earlier sessions, including one that is just opening.
 */
export const completeSignIn = async (
  account: Parts,
  user: ProvenUser,
  device: Device,
  { registered = false, ifSignedInElsewhere = 'replace', followUp, returnTo }: SignInOptions = {},
): Promise<LoginResult> => {
  const attempt: Attempt = {
    user,
    registered,
    asks: ifSignedInElsewhere === 'ask',
    followUp,
    returnTo,
    passed: 'firstFactor',
    shownSid: undefined,
    requireUnchanged: requireProven(user),
  };
  return finish(account, await account.db.transaction((tx) => decide(account, tx, attempt, device)), attempt);
};

/** Checks the code of the second factor, in the transaction that uses the sign-in ticket up. Throws when the code is wrong. */
export type CheckSecondFactor = (tx: Transaction, userId: string) => Promise<void>;

const attemptOf = (row: SignInTicketRow, user: UserAccount, passed: SignInTicketPurpose): Attempt => ({
  user,
  registered: row.registered,
  asks: row.asks,
  followUp: row.followUp === null ? undefined : (JSON.parse(row.followUp) as SignInFollowUp),
  returnTo: row.returnTo ?? undefined,
  passed,
  shownSid: row.shownSid ?? undefined,
  requireUnchanged: (credentials) => {
    if (credentialsHashOf(credentials) !== row.credentialsHash) throw new CodedError('account.signInExpired');
  },
});

/**
 * The step of a sign-in that the client completes with a sign-in ticket. `check` verifies the code of the second factor; each call of it
 * counts as a try, and after a wrong code the sign-in ticket is still valid for the next try.
 */
export type SignInStep =
  | { readonly purpose: 'replaceDevice'; readonly ticket: string }
  | { readonly purpose: 'secondFactor'; readonly ticket: string; readonly check: CheckSecondFactor };

/**
 * Continues a sign-in that stopped. The step of the sign-in ticket counts as completed, and the following steps are decided again. Throws
 * `account.signInExpired` for a sign-in ticket that is unknown, used, expired, of another purpose or device, or invalid because the
 * password or the number changed; otherwise what `completeSignIn` throws.
 */
export const continueSignIn = async (account: Parts, step: SignInStep, device: Device): Promise<LoginResult> => {
  const row = await getSignInTicket(account, step, device);
  if (step.purpose === 'secondFactor') await takeSignInTry(account, step);
  const user = await findUserById(account.db.orm, row.userId);
  if (user === undefined) throw new CodedError('account.signInExpired');
  const attempt = attemptOf(row, user, step.purpose);
  const decision = await account.db.transaction(async (tx) => {
    // Locks the user's row first, as all other transactions do; locking in another order could cause a deadlock.
    await lockUser(tx, row.userId);
    if (!(await useSignInTicket(tx, step, account.clock.now()))) throw new CodedError('account.signInExpired');
    if (step.purpose === 'secondFactor') await step.check(tx, row.userId);
    return decide(account, tx, attempt, device);
  });
  return finish(account, decision, attempt);
};
