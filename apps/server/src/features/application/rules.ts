/** How an application stands, and when it may be sent: the state machine of product.md §7.3. Pure. */
import { type ApplicationState, LIMITS } from '@shufang/contract';
import type { StoredApplication } from './store.ts';

export interface Standing {
  readonly state: ApplicationState;
  /** What the person sent last. */
  readonly last: StoredApplication | undefined;
  /** Until when what was approved counts; undefined: for good, or nothing counts. */
  readonly validUntil: number | undefined;
  readonly maySubmit: boolean;
}

export const isInForce = (application: StoredApplication | undefined, now: number): boolean =>
  application?.state === 'approved' && (application.validUntil === undefined || application.validUntil > now);

/** `applications` of one person and kind, the newest first. */
export const standingOf = (applications: readonly StoredApplication[], now: number): Standing => {
  const [last] = applications;
  const inForce = applications.find((one) => isInForce(one, now));
  const validUntil = inForce?.validUntil;
  const endsSoon = validUntil !== undefined && validUntil - now <= LIMITS.applicationRenewalMs;
  if (last === undefined) return { state: 'none', last, validUntil, maySubmit: true };
  if (last.state === 'pending') return { state: 'pending', last, validUntil, maySubmit: true };
  // A renewal that was rejected does not end what still counts.
  if (inForce !== undefined) return { state: last.state === 'rejected' ? 'rejected' : 'approved', last, validUntil, maySubmit: endsSoon };
  return { state: last.state === 'approved' ? 'expired' : last.state, last, validUntil, maySubmit: true };
};
