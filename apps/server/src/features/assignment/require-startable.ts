/** Whether a student may start an attempt of an assignment now. */
import { startRefusal } from '@shufang/assessment';
import { CodedError } from '@shufang/contract';
import type { CallerAssignment } from './store.ts';
import { policyOfStudent } from './student-policy.ts';

const REFUSALS = { notOpen: 'assignment.notOpen', closed: 'assignment.closed', noAttemptLeft: 'assignment.noAttemptLeft' } as const;

/** Returns why the student cannot start another attempt after `started` ones; undefined if one can. */
export const refusalFor = (one: CallerAssignment, started: number, now: number): keyof typeof REFUSALS | undefined =>
  one.status === 'closed' || one.classStatus !== 'active' ? 'closed' : startRefusal(policyOfStudent(one, null, now), now, started);

/** Throws `assignment.notOpen`, `assignment.closed`, `assignment.noAttemptLeft` if the student cannot start another attempt. */
export const requireStartable = (one: CallerAssignment, started: number, now: number): void => {
  const refusal = refusalFor(one, started, now);
  if (refusal !== undefined) throw new CodedError(REFUSALS[refusal]);
};
