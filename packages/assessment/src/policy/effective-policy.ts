/** The policy that applies to one student, with the origin of each value. Pure: the server decides by it, pages explain it. */
import {
  type Accommodation,
  type AdjustableField,
  type AssignmentPolicy,
  type PolicyOverride,
  WHOLE_BASIS_POINTS,
} from '@shufang/contract';

/** Where a value comes from. */
export type PolicyOrigin =
  | { from: 'assignment' }
  | { from: 'group'; groupId: string }
  | { from: 'user' }
  /** Working time that was extended by the factor; `before` is the limit in seconds without it. */
  | { from: 'accommodation'; timeFactorBasisPoints: number; before: number }
  /** Attempts beyond those of the assignment; `before` is their number without them. */
  | { from: 'accommodation'; extraAttempts: number; before: number }
  /** A close time that was moved, so that an attempt has its whole working time; `before` is the earlier one. */
  | { from: 'start'; startedAt: number; before: number };

export type EffectivePolicy = {
  policy: AssignmentPolicy;
  origins: Record<AdjustableField, PolicyOrigin>;
};

type PolicyInput = {
  assignment: AssignmentPolicy;
  /** The overrides of the groups that the student is in. */
  groups: readonly { groupId: string; override: PolicyOverride }[];
  user: PolicyOverride | null;
  accommodation: Accommodation | null;
  /** When the attempt started, in milliseconds since 1970 (UTC); `null` before the start. */
  startedAt: number | null;
  /** The present time, which decides whether the accommodation is valid while no attempt has started. */
  now: number;
};

const FIELDS: readonly AdjustableField[] = ['openAt', 'dueAt', 'closeAt', 'timeLimitSeconds', 'attempts'];

/** Returns whether `value` gives a student more than `other`: no limit, an earlier opening, or a higher value of any other field. */
const isMoreGenerous = (field: AdjustableField, value: number | null, other: number | null): boolean => {
  if (value === null || other === null) return value === null && other !== null;
  return field === 'openAt' ? value < other : value > other;
};

/** Returns the most generous value that the groups set for a field; the first of equal ones; undefined if none sets it. */
const mostGenerousGroup = (field: AdjustableField, groups: PolicyInput['groups']) => {
  let chosen: { groupId: string; value: number | null } | undefined;
  for (const { groupId, override } of groups) {
    const value = override[field];
    if (value !== undefined && (chosen === undefined || isMoreGenerous(field, value, chosen.value))) chosen = { groupId, value };
  }
  return chosen;
};

const valueOf = (field: AdjustableField, { assignment, groups, user }: PolicyInput): { value: number | null; origin: PolicyOrigin } => {
  const ofUser = user?.[field];
  if (ofUser !== undefined) return { value: ofUser, origin: { from: 'user' } };
  const ofGroup = mostGenerousGroup(field, groups);
  if (ofGroup !== undefined) return { value: ofGroup.value, origin: { from: 'group', groupId: ofGroup.groupId } };
  return { value: assignment[field], origin: { from: 'assignment' } };
};

/**
 * Extends the working time by the factor of a valid accommodation, a part of a second counting as a whole one, and adds its attempts.
 * What has no limit stays without.
 */
const applyAccommodation = ({ policy, origins }: EffectivePolicy, accommodation: Accommodation | null, at: number): EffectivePolicy => {
  if (accommodation === null) return { policy, origins };
  const { timeFactorBasisPoints, extraAttempts, validUntil } = accommodation;
  if (validUntil !== null && at > validUntil) return { policy, origins };
  const next: EffectivePolicy = { policy: { ...policy }, origins: { ...origins } };
  const { timeLimitSeconds, attempts } = policy;
  if (timeLimitSeconds !== null && timeFactorBasisPoints !== WHOLE_BASIS_POINTS) {
    next.policy.timeLimitSeconds = Math.ceil((timeLimitSeconds * timeFactorBasisPoints) / WHOLE_BASIS_POINTS);
    next.origins.timeLimitSeconds = { from: 'accommodation', timeFactorBasisPoints, before: timeLimitSeconds };
  }
  if (attempts !== null && extraAttempts > 0) {
    next.policy.attempts = attempts + extraAttempts;
    next.origins.attempts = { from: 'accommodation', extraAttempts, before: attempts };
  }
  return next;
};

/** Moves the close time to the end of the working time, if that is later: a started attempt is never cut off by the close time. */
const applyStart = ({ policy, origins }: EffectivePolicy, startedAt: number | null): EffectivePolicy => {
  const before = policy.closeAt;
  if (startedAt === null || before === null || policy.timeLimitSeconds === null) return { policy, origins };
  const endAt = startedAt + policy.timeLimitSeconds * 1000;
  if (endAt <= before) return { policy, origins };
  return { policy: { ...policy, closeAt: endAt }, origins: { ...origins, closeAt: { from: 'start', startedAt, before } } };
};

/**
 * Returns the policy of one student. For each field the override of the user wins, then the most generous one among the groups, then the
 * assignment. A valid accommodation extends the working time and adds attempts. The close time moves to the end of a started attempt's working time.
 */
export const effectivePolicy = (input: PolicyInput): EffectivePolicy => {
  const policy = { ...input.assignment };
  const origins = {} as Record<AdjustableField, PolicyOrigin>;
  for (const field of FIELDS) {
    const { value, origin } = valueOf(field, input);
    policy[field] = value;
    origins[field] = origin;
  }
  return applyStart(applyAccommodation({ policy, origins }, input.accommodation, input.startedAt ?? input.now), input.startedAt);
};

/** Why an attempt cannot start. */
export type StartRefusal = 'notOpen' | 'closed' | 'noAttemptLeft';

/**
 * Returns why a further attempt that counts cannot start at `now`, or undefined if it can. `used` is the number of attempts that count so
 * far. The opening moment itself is open, the close moment is not. The policy must be the one before a start (`startedAt` null).
 */
export const startRefusal = (policy: AssignmentPolicy, now: number, used: number): StartRefusal | undefined => {
  if (policy.openAt !== null && now < policy.openAt) return 'notOpen';
  if (policy.closeAt !== null && now >= policy.closeAt) return 'closed';
  return policy.attempts !== null && used >= policy.attempts ? 'noAttemptLeft' : undefined;
};

/**
 * Returns when an attempt ends by itself: at the end of its working time, or at the close time if there is no limit; `null` if there is
 * neither. In milliseconds since 1970 (UTC). The policy must be the one of the started attempt.
 */
export const attemptDeadline = ({ timeLimitSeconds, closeAt }: AssignmentPolicy, startedAt: number): number | null =>
  timeLimitSeconds === null ? closeAt : startedAt + timeLimitSeconds * 1000;
