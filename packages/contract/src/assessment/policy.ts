/** The rules of an assignment: when it is open, how long and how often it may be taken, what late work costs. Pure. */
import { z } from 'zod';

/** Basis points of the whole: 10,000 are 100 %. */
export const WHOLE_BASIS_POINTS = 10_000;

/** A time in milliseconds since 1970 (UTC). `null` sets no limit. */
const instant = z.number().int().min(0).nullable();

const share = z.number().int().min(0).max(WHOLE_BASIS_POINTS);

/** What late work costs: for each started unit after the due time and the grace period, one step. */
export const lateRule = z.object({
  /** Length of a unit in minutes: 1,440 is a day. */
  unitMinutes: z.number().int().min(1).max(527_040),
  /** Deduction per started unit, in basis points of the basis. */
  stepBasisPoints: share,
  /** What the deduction is a share of: the points that the attempt earned, or the points that were possible. */
  basis: z.enum(['earned', 'possible']),
  /** The deduction never lowers a score below this share of the possible points. A score that was lower stays. */
  floorBasisPoints: share,
  /** The greatest deduction, in basis points of the basis. */
  capBasisPoints: share,
});
export type LateRule = z.infer<typeof lateRule>;

/** Which attempt counts, chosen after the deductions for late work. */
export const countedAttempt = z.enum(['best', 'last', 'first', 'mean']);
export type CountedAttempt = z.infer<typeof countedAttempt>;

const adjustable = {
  openAt: instant,
  dueAt: instant,
  closeAt: instant,
  /** Working time of one attempt in seconds. */
  timeLimitSeconds: z.number().int().min(1).nullable(),
  /** How many attempts count. */
  attempts: z.number().int().min(1).nullable(),
};

export const assignmentPolicy = z.object({
  ...adjustable,
  /** Work that is handed in up to this many seconds after the due time is not late. */
  graceSeconds: z.number().int().min(0).max(86_400),
  countedAttempt,
  late: lateRule.nullable(),
});
export type AssignmentPolicy = z.infer<typeof assignmentPolicy>;

/** Fields that an override for a group or a user replaces. An absent field is not replaced; `null` removes the limit. */
export const policyOverride = z.object(adjustable).partial();
export type PolicyOverride = z.infer<typeof policyOverride>;
export type AdjustableField = keyof typeof adjustable;

/** What a person needs in every test. It is never shown to classmates. */
export const accommodation = z.object({
  /** Factor on working time in basis points: 15,000 is one and a half times. Never less than the whole. */
  timeFactorBasisPoints: z.number().int().min(WHOLE_BASIS_POINTS, '时间不能少于原来的').max(100_000, '时间最多为原来的 10 倍'),
  /** Attempts beyond those of the assignment. */
  extraAttempts: z.number().int().min(0).max(20, '最多多给 20 次'),
  /** The last moment at which it applies, in milliseconds since 1970 (UTC); `null` without an end. */
  validUntil: instant,
});
export type Accommodation = z.infer<typeof accommodation>;
