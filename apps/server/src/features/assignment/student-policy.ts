/** The rules that apply to one student: the policy of the assignment with the student's override and accommodation. */
import { attemptDeadline, effectivePolicy } from '@shufang/assessment';
import type { Accommodation, AssignmentPolicy, PolicyOverride } from '@shufang/contract';

/** How long an answer or a hand-in may be under way after the end of an attempt and still count: the time of a slow network. */
export const ARRIVAL_MS = 3_000;

export interface StudentRules {
  readonly policy: AssignmentPolicy;
  readonly override: PolicyOverride | null;
  readonly accommodation: Accommodation | null;
}

/** Returns the policy of a student, of the attempt that started at `startedAt`, or before a start. */
export const policyOfStudent = (
  { policy, override, accommodation }: StudentRules,
  startedAt: number | null,
  now: number,
): AssignmentPolicy => effectivePolicy({ assignment: policy, groups: [], user: override, accommodation, startedAt, now }).policy;

/** Returns when an attempt of a student ends by itself; null without a limit. */
export const deadlineOfStudent = (rules: StudentRules, startedAt: number): number | null =>
  attemptDeadline(policyOfStudent(rules, startedAt, startedAt), startedAt);

/** Returns whether the time of an attempt is over, with the time for answers that are under way. */
export const isOverdue = (deadlineAt: number | null, now: number): boolean => deadlineAt !== null && now > deadlineAt + ARRIVAL_MS;
