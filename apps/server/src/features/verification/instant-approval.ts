/** Approves teachers without a form and without an editor (product.md §7.3): by a teacher code, or by a mailbox of an institution. */
import { CodedError, type InstantProof, newId, RULE_OPERATOR } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { publishRoleChange } from '../authorization/change-roles.ts';
import { knowsMailboxes } from '../institution/mailboxes.ts';
import { approve } from './approve.ts';
import { statusOf } from './rules.ts';
import { listApplicationsOf, lockApplicant, lockApplication, putPending, type StoredApplication } from './store.ts';
import type { VerificationDependencies } from './verification-dependencies.ts';
import { mayBeVouchedFor } from './vouching.ts';

/**
 * Returns the kinds of proof with which the user can be verified immediately at this time. `applications`: the user's applications for
 * teacher verification, newest first.
 */
export const instantProofsOf = async (
  { account, db, clock }: VerificationDependencies,
  applications: readonly StoredApplication[],
): Promise<InstantProof[]> => {
  if (!statusOf(applications, clock.now()).maySubmit || !mayBeVouchedFor(applications)) return [];
  return account.mail !== undefined && (await knowsMailboxes(db.orm)) ? ['code', 'mail'] : ['code'];
};

/** Throws `application.notOpen` if the user may not apply now, and `application.editorOnly` if an editor revoked the last approval. */
export const requireOpen = (applications: readonly StoredApplication[], now: number): void => {
  if (!statusOf(applications, now).maySubmit) throw new CodedError('application.notOpen');
  if (!mayBeVouchedFor(applications)) throw new CodedError('application.editorOnly');
};

/**
 * Returns the application to approve: the pending one as submitted, otherwise a new one without a form, or with the form approved before.
 */
const requestToApprove = async (
  tx: Transaction,
  userId: string,
  applications: readonly StoredApplication[],
  now: number,
): Promise<Pick<StoredApplication, 'id' | 'kind' | 'userId'>> => {
  const pending = applications.find(({ state }) => state === 'pending');
  const locked = pending && (await lockApplication(tx, pending.id));
  if (locked?.state === 'pending') return locked;
  const form = applications.find(({ state }) => state === 'approved')?.form;
  const id = await putPending(tx, { id: newId(now), userId, kind: 'teacher', form, proofIds: [], now });
  return { id, kind: 'teacher', userId };
};

/**
 * Approves the user as a teacher at once. `prove` uses up the proof and returns the reason of the approval; if it throws, nothing is
 * changed.
 */
export const approveInstantly = async (
  deps: VerificationDependencies,
  userId: string,
  prove: (tx: Transaction, now: number) => Promise<string>,
): Promise<void> => {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await lockApplicant(tx, userId);
    const applications = await listApplicationsOf(tx, userId, 'teacher');
    requireOpen(applications, now);
    const reason = await prove(tx, now);
    await approve(tx, RULE_OPERATOR, await requestToApprove(tx, userId, applications, now), reason, now);
  });
  await publishRoleChange(deps, userId);
};
