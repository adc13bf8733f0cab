/** The fields of an assignment's form as the teacher types them, and the policy that follows from them. */
import { type Assignment, type AssignmentForm, assignmentKind, countedAttempt, LIMITS, releaseMoment } from '@shufang/contract';
import { z } from 'zod';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { annotationTaskText } from '../../../platform/messages/zh-cn/assignment-annotation.ts';
import { taskText } from '../../../platform/messages/zh-cn/assignment-task.ts';
import { areAnnotatedChaptersValid, areChaptersValid, areFilesValid, taskFieldShape, taskFieldsOf, taskOf } from './task-fields.ts';

const MINUTE_MS = 60_000;
const BASIS_POINTS_PER_PERCENT = 100;
const DAY_MINUTES = 1440;

/** Formats a time for a `datetime-local` field, in the device's time zone. */
const minuteOf = (at: number | null): string =>
  at === null ? '' : new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);

/** Returns the time of a `datetime-local` field in UTC ms; null if it is empty. */
const momentOf = (minute: string): number | null => {
  const at = minute === '' ? Number.NaN : new Date(minute).getTime();
  return Number.isNaN(at) ? null : at;
};

/** Returns the last moment of the minute: “23:59” means the whole minute. */
const endOfMinute = (minute: string): number | null => {
  const at = momentOf(minute);
  return at === null ? null : at + MINUTE_MS - 1;
};

const isCount = (typed: string, maximum: number): boolean =>
  typed.trim() === '' || (/^[1-9]\d{0,4}$/.test(typed.trim()) && Number(typed) <= maximum);
const countOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));
const count = (maximum: number, message: string) => z.string().refine((typed) => isCount(typed, maximum), message);

/** Returns points in thousandths; undefined for a text that is no valid maximum. */
const totalMilliOf = (typed: string): number | undefined => {
  const milli = /^\d{1,4}(?:\.\d{1,2})?$/.test(typed.trim()) ? Math.round(Number(typed) * 1000) : 0;
  return milli > 0 && milli <= 1_000_000 ? milli : undefined;
};

/** Returns whether assignments of a kind have a paper with questions. */
export const hasPaper = (kind: Assignment['kind']): boolean => kind === 'quiz' || kind === 'exam';

export const assignmentFields = z
  .object({
    kind: assignmentKind,
    /** Maximum number of points of an assignment without a paper. */
    points: z.string(),
    ...taskFieldShape,
    title: z.string().trim().min(1, text.titleNeeded),
    instructions: z.string().max(LIMITS.assignmentInstructionsChars),
    openAt: z.string(),
    dueAt: z.string(),
    closeAt: z.string(),
    limit: count(10_000, text.numberWrong),
    attempts: count(1000, text.numberWrong),
    countedAttempt,
    latePercent: count(100, text.percentWrong),
    isShuffled: z.boolean(),
    score: releaseMoment,
    answers: releaseMoment,
    explanation: releaseMoment,
  })
  .refine(({ kind, points }) => hasPaper(kind) || totalMilliOf(points) !== undefined, {
    path: ['points'],
    error: text.externalPointsWrong,
  })
  .refine(areFilesValid, { path: ['acceptsPictures'], error: taskText.acceptsNeeded })
  .refine(areAnnotatedChaptersValid, { path: ['chapters'], error: annotationTaskText.chaptersNeeded })
  .refine(areChaptersValid, { path: ['chapters'], error: taskText.chaptersNeeded })
  .refine(({ openAt, dueAt }) => openAt === '' || dueAt === '' || openAt < dueAt, { path: ['dueAt'], error: text.timeOrder })
  .refine(({ openAt, closeAt }) => openAt === '' || closeAt === '' || openAt < closeAt, { path: ['closeAt'], error: text.timeOrder })
  .refine(({ dueAt, closeAt }) => dueAt === '' || closeAt === '' || dueAt <= closeAt, { path: ['closeAt'], error: text.timeOrder });

export type AssignmentFields = z.output<typeof assignmentFields>;

const minutesOf = (seconds: number | null): string => (seconds === null ? '' : String(Math.ceil(seconds / 60)));

/** Returns the fields of an assignment, or those of a new one. */
export const fieldsOf = (one?: Assignment): AssignmentFields => ({
  kind: one?.kind ?? 'quiz',
  points: one !== undefined && !hasPaper(one.kind) ? String(one.possibleMilli / 1000) : '100',
  ...taskFieldsOf(one?.task),
  title: one?.title ?? '',
  instructions: one?.instructions ?? '',
  openAt: minuteOf(one?.policy.openAt ?? null),
  dueAt: minuteOf(one?.policy.dueAt ?? null),
  closeAt: minuteOf(one?.policy.closeAt ?? null),
  limit: minutesOf(one?.policy.timeLimitSeconds ?? null),
  attempts: one === undefined ? '1' : String(one.policy.attempts ?? ''),
  countedAttempt: one?.policy.countedAttempt ?? 'best',
  latePercent: one?.policy.late === null || one === undefined ? '' : String(one.policy.late.stepBasisPoints / BASIS_POINTS_PER_PERCENT),
  isShuffled: one?.isShuffled ?? true,
  score: one?.release.score ?? 'handedIn',
  answers: one?.release.answers ?? 'closed',
  explanation: one?.release.explanation ?? 'closed',
});

/** The policy of an external assignment: its points are entered, so that nothing is open, timed or late. */
const externalPolicy = (dueAt: number | null): AssignmentForm['policy'] => ({
  openAt: null,
  dueAt,
  closeAt: null,
  timeLimitSeconds: null,
  attempts: 1,
  graceSeconds: 0,
  countedAttempt: 'best',
  late: null,
});

/** Returns whether students never choose to hand in again: what they read or write counts by itself. */
export const hasOneAttempt = (kind: Assignment['kind']): boolean => kind === 'reading' || kind === 'discussion';

/** Returns how often a student may hand in; null for any number. */
const attemptsOf = ({ kind, attempts }: AssignmentFields): number | null => {
  if (hasOneAttempt(kind)) return null;
  return kind === 'exam' ? 1 : countOf(attempts);
};

const policyOf = (fields: AssignmentFields): AssignmentForm['policy'] => {
  if (fields.kind === 'external') return externalPolicy(endOfMinute(fields.dueAt));
  // Only a paper has a time limit; work on a task is done elsewhere as well.
  const limit = hasPaper(fields.kind) ? countOf(fields.limit) : null;
  const percent = countOf(fields.latePercent);
  return {
    openAt: momentOf(fields.openAt),
    dueAt: endOfMinute(fields.dueAt),
    closeAt: endOfMinute(fields.closeAt),
    timeLimitSeconds: limit === null ? null : limit * 60,
    attempts: attemptsOf(fields),
    graceSeconds: 0,
    countedAttempt: hasOneAttempt(fields.kind) ? 'best' : fields.countedAttempt,
    late:
      percent === null
        ? null
        : {
            unitMinutes: DAY_MINUTES,
            stepBasisPoints: percent * BASIS_POINTS_PER_PERCENT,
            basis: 'earned',
            floorBasisPoints: 0,
            capBasisPoints: 100 * BASIS_POINTS_PER_PERCENT,
          },
  };
};

/** Returns what is sent to the server. */
export const formOf = (fields: AssignmentFields): AssignmentForm => {
  const totalMilli = hasPaper(fields.kind) ? undefined : totalMilliOf(fields.points);
  const task = taskOf(fields);
  return {
    title: fields.title,
    instructions: fields.instructions,
    policy: policyOf(fields),
    release: { score: fields.score, answers: fields.answers, explanation: fields.explanation },
    isShuffled: fields.isShuffled,
    ...(totalMilli === undefined ? {} : { totalMilli }),
    ...(task === undefined ? {} : { task }),
  };
};

export const overrideFields = z.object({
  dueAt: z.string(),
  closeAt: z.string(),
  limit: count(10_000, text.numberWrong),
  attempts: count(1000, text.numberWrong),
  reason: z.string().max(LIMITS.overrideReasonChars),
});

export type OverrideFields = z.output<typeof overrideFields>;

/** An override as the list of students has it. */
type Override = {
  readonly dueAt?: number | null | undefined;
  readonly closeAt?: number | null | undefined;
  readonly timeLimitSeconds?: number | null | undefined;
  readonly attempts?: number | null | undefined;
};

export const overrideFieldsOf = (override: Override | undefined, reason: string | undefined): OverrideFields => ({
  dueAt: minuteOf(override?.dueAt ?? null),
  closeAt: minuteOf(override?.closeAt ?? null),
  limit: minutesOf(override?.timeLimitSeconds ?? null),
  attempts: String(override?.attempts ?? ''),
  reason: reason ?? '',
});

/** Returns the override: fields that are empty are not part of it; null if all are. */
export const overrideOf = ({ dueAt, closeAt, limit, attempts }: OverrideFields) => {
  const [due, close, minutes, times] = [endOfMinute(dueAt), endOfMinute(closeAt), countOf(limit), countOf(attempts)];
  const override = {
    ...(due === null ? {} : { dueAt: due }),
    ...(close === null ? {} : { closeAt: close }),
    ...(minutes === null ? {} : { timeLimitSeconds: minutes * 60 }),
    ...(times === null ? {} : { attempts: times }),
  };
  return Object.keys(override).length === 0 ? null : override;
};
