/** What assignments give their students, for the gradebook: counted scores, releases, and how a score came about. */
import type { AssignmentOutcome } from '@shufang/assessment';
import { roundHalfUp } from '@shufang/assessment';
import type { AttemptSummary, CountedAttempt } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { countedScoreOf, isReleased, requireTaughtAssignment, viewAttempts } from './assignment-view.ts';
import { listAttemptsOf, type StoredAttempt } from './attempt-store.ts';
import { type CallerAssignment, findAssignmentsFor, getStoredAssignment, type StoredAssignment } from './store.ts';
import { policyOfStudent, type StudentRules } from './student-policy.ts';
import { readStudentRules } from './student-rules.ts';

/** Returns an assignment of a class that the caller teaches, or may see as a colleague. Throws `assignment.notFound`. */
export const requireTaught = (db: Queryable, userId: string, id: string): Promise<CallerAssignment> =>
  requireTaughtAssignment(db, userId, id);

const outcomeOf = (one: StoredAssignment, rules: StudentRules, attempts: readonly StoredAttempt[], now: number): AssignmentOutcome => ({
  kind: one.kind === 'exam' ? 'exam' : 'quiz',
  isClosed: one.status === 'closed',
  possibleMilli: one.possibleMilli,
  counted: countedScoreOf(policyOfStudent(rules, null, now), attempts, one.possibleMilli),
  unscored: attempts.reduce((sum, { state, unscored }) => sum + (state === 'handedIn' ? unscored : 0), 0),
});

/** Returns what an assignment gives each of these users now. */
export const listOutcomes = async (
  db: Queryable,
  assignmentId: string,
  userIds: readonly string[],
  now: number,
): Promise<Map<string, AssignmentOutcome>> => {
  // One after the other, because a transaction has one connection.
  const one = await getStoredAssignment(db, assignmentId);
  const [only] = userIds;
  const attempts = await listAttemptsOf(db, [assignmentId], userIds.length === 1 ? only : undefined);
  const { rulesOf } = await readStudentRules(db, one);
  const own = Map.groupBy(attempts, ({ userId }) => userId);
  return new Map(userIds.map((userId) => [userId, outcomeOf(one, rulesOf(userId), own.get(userId) ?? [], now)]));
};

/** Returns which of these assignments show their score to a student now, by their release rules and the student's policy. */
export const listReleasedTo = async (
  db: Queryable,
  userId: string,
  assignmentIds: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> => {
  if (assignmentIds.length === 0) return new Set();
  const found = await findAssignmentsFor(db, userId, assignmentIds);
  return new Set(
    found.flatMap((one) => {
      const policy = policyOfStudent(one, null, now);
      return isReleased(one.release.score, { status: one.status, policy, now }) ? [one.id] : [];
    }),
  );
};

/** The score of one student with every step of its calculation. */
export interface ExplainedScore {
  readonly title: string;
  readonly outcome: AssignmentOutcome;
  readonly rule: CountedAttempt;
  readonly counted: number[];
  readonly attempts: AttemptSummary[];
  readonly countedMilli?: number;
}

export const explainScore = async (db: Queryable, assignmentId: string, userId: string, now: number): Promise<ExplainedScore> => {
  const one = await getStoredAssignment(db, assignmentId);
  const [attempts, { rulesOf }] = await Promise.all([listAttemptsOf(db, [assignmentId], userId), readStudentRules(db, one)]);
  const rules = rulesOf(userId);
  const policy = policyOfStudent(rules, null, now);
  const counted = countedScoreOf(policy, attempts, one.possibleMilli);
  return {
    title: one.title,
    outcome: outcomeOf(one, rules, attempts, now),
    rule: policy.countedAttempt,
    counted: [...counted.countedAttempts],
    attempts: viewAttempts(attempts, counted, { possibleMilli: one.possibleMilli, withScores: true }),
    ...(counted.score === undefined ? {} : { countedMilli: roundHalfUp(counted.score) }),
  };
};
