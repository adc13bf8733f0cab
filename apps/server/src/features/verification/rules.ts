/**
 * Determines the status of a user's application and whether they may submit one: the state machine of product.md §7.3, as pure functions.
 */
import { type ApplicationState } from '@shufang/contract';
import { VERIFICATION_LIMITS } from './limits.ts';
import type { StoredApplication } from './store.ts';

export interface ApplicationStatus {
  readonly state: ApplicationState;
  /** The user's latest application. */
  readonly last: StoredApplication | undefined;
  /** The end of the approval in force; undefined if it has no end, or if no approval is in force. */
  readonly validUntil: number | undefined;
  readonly maySubmit: boolean;
}

export const isInForce = (application: StoredApplication | undefined, now: number): boolean =>
  application?.state === 'approved' && (application.validUntil === undefined || application.validUntil > now);

/** Returns the status of an applicant. `applications`: all of one user and kind, newest first. */
export const statusOf = (applications: readonly StoredApplication[], now: number): ApplicationStatus => {
  const [last] = applications;
  const inForce = applications.find((one) => isInForce(one, now));
  const validUntil = inForce?.validUntil;
  const endsSoon = validUntil !== undefined && validUntil - now <= VERIFICATION_LIMITS.applicationRenewalMs;
  if (last === undefined) return { state: 'none', last, validUntil, maySubmit: true };
  if (last.state === 'pending') return { state: 'pending', last, validUntil, maySubmit: true };
  // An approval in force stays in force even if its renewal was rejected.
  if (inForce !== undefined) return { state: last.state === 'rejected' ? 'rejected' : 'approved', last, validUntil, maySubmit: endsSoon };
  return { state: last.state === 'approved' ? 'expired' : last.state, last, validUntil, maySubmit: true };
};
