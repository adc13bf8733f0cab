/** Converts assignments and attempts for their teacher and students, and finds the assignment of a call. */
import { type CountedScore, countedScore, roundHalfUp, type ScoredAttempt } from '@shufang/assessment';
import { type Assignment, type AssignmentPolicy, type AttemptSummary, CodedError, type ReleaseMoment } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type ClassAccess, mayEdit, seesStudents } from '../teaching/class-access.ts';
import { countActiveMembers } from '../teaching/class-students.ts';
import { listAttemptsOf, type StoredAttempt } from './attempt-store.ts';
import { refusalFor } from './require-startable.ts';
import { type CallerAssignment, countProgress, findAssignmentFor, lockAssignmentFor } from './store.ts';
import { policyOfStudent } from './student-policy.ts';

/** Returns whether assignments of a kind have a paper, which students answer question by question. */
export const hasPaper = (kind: Assignment['kind']): boolean => kind === 'quiz' || kind === 'exam';

/** Returns the points of an assignment without a paper that a form sets; undefined for papers, and for a form that sets none. */
export const totalMilliOf = ({ kind, totalMilli }: Pick<Assignment, 'kind'> & { readonly totalMilli?: number | undefined }) =>
  hasPaper(kind) ? undefined : totalMilli;

/** Returns whether students start attempts of a kind and hand them in. */
export const hasAttempts = (kind: Assignment['kind']): boolean => hasPaper(kind) || kind === 'upload';

/** Returns whether the student may see something now. `policy`: the one of the student. */
export const isReleased = (
  moment: ReleaseMoment,
  { status, policy, now }: { status: Assignment['status']; policy: AssignmentPolicy; now: number },
): boolean => {
  switch (moment) {
    case 'handedIn':
      return true;
    case 'due':
      return policy.dueAt === null || now >= policy.dueAt;
    case 'closed':
      return status === 'closed';
    case 'never':
      return false;
  }
};

/** Returns the finished attempts as the rules of late work and of the counted attempt take them. */
const scoredAttempts = (attempts: readonly StoredAttempt[], possibleMilli: number): ScoredAttempt[] =>
  attempts.flatMap(({ no, state, finishedAt, earnedMilli, extraMs }) =>
    state === 'handedIn' && finishedAt !== null && earnedMilli !== null
      ? [{ number: no, earnedMilli, possibleMilli, finishedAt: finishedAt - extraMs, isPractice: false }]
      : [],
  );

/** Returns the score that counts of one student. */
export const countedScoreOf = (policy: AssignmentPolicy, attempts: readonly StoredAttempt[], possibleMilli: number): CountedScore =>
  countedScore(policy, scoredAttempts(attempts, possibleMilli));

/** Returns the attempts of one student, with their scores if they are released. */
export const viewAttempts = (
  attempts: readonly StoredAttempt[],
  counted: CountedScore,
  { possibleMilli, withScores }: { possibleMilli: number; withScores: boolean },
): AttemptSummary[] =>
  attempts.flatMap((attempt) => {
    if (attempt.state === 'provisioned') return [];
    const late = counted.attempts.find((each) => each.attempt.number === attempt.no);
    return {
      id: attempt.id,
      no: attempt.no,
      state: attempt.state,
      startedAt: attempt.startedAt ?? 0,
      ...(attempt.deadlineAt === null ? {} : { deadlineAt: attempt.deadlineAt }),
      ...(attempt.finishedAt === null ? {} : { finishedAt: attempt.finishedAt }),
      ...(attempt.closedBy === null ? {} : { closedBy: attempt.closedBy }),
      ...(withScores && late !== undefined
        ? {
            score: {
              earnedMilli: late.attempt.earnedMilli,
              possibleMilli,
              unscored: attempt.unscored,
              lateByMs: late.lateByMs,
              lateSteps: late.steps,
              deductedMilli: late.attempt.earnedMilli - roundHalfUp(late.score),
            },
          }
        : {}),
    };
  });

const ownView = (one: CallerAssignment, attempts: readonly StoredAttempt[], now: number): Assignment['own'] => {
  const policy = policyOfStudent(one, null, now);
  const started = attempts.filter(({ state }) => state !== 'provisioned');
  const isRunning = started.some(({ state, deadlineAt }) => state === 'running' && (deadlineAt === null || now < deadlineAt));
  const refusal = refusalFor(one, started.length, now);
  const counted = countedScoreOf(policy, attempts, one.possibleMilli);
  const withScores = isReleased(one.release.score, { status: one.status, policy, now });
  return {
    policy,
    ...(refusal === undefined || isRunning ? {} : { refusal }),
    attempts: viewAttempts(attempts, counted, { possibleMilli: one.possibleMilli, withScores }),
    ...(withScores && counted.score !== undefined ? { countedMilli: roundHalfUp(counted.score) } : {}),
  };
};

/** Returns whether a caller with this access sees an assignment as its teacher does. */
export const isTeachers = (access: ClassAccess | null): boolean => access !== null && seesStudents(access);

/** Converts assignments of one class for the caller, who is a teacher of it or an active member. */
export const viewAssignments = async (
  db: Queryable,
  userId: string,
  assignments: readonly CallerAssignment[],
  now: number,
): Promise<Assignment[]> => {
  const ids = assignments.map(({ id }) => id);
  const isTeacher = assignments.every(({ access }) => isTeachers(access));
  const [first] = assignments;
  const students = isTeacher && first !== undefined ? await countActiveMembers(db, first.classId) : 0;
  const progress = isTeacher ? await countProgress(db, ids) : new Map<string, never>();
  const attempts = isTeacher ? [] : await listAttemptsOf(db, ids, userId);
  return assignments.map((one) => {
    const counts = { students, started: 0, handedIn: 0, unscored: 0, ...progress.get(one.id) };
    return {
      id: one.id,
      classId: one.classId,
      className: one.className,
      kind: one.kind,
      title: one.title,
      instructions: one.instructions,
      status: one.status,
      policy: one.policy,
      release: one.release,
      isShuffled: one.isShuffled,
      ...(one.task === null ? {} : { task: one.task }),
      questions: one.questions,
      possibleMilli: one.possibleMilli,
      rev: one.rev,
      ...(one.publishedAt === null ? {} : { publishedAt: one.publishedAt }),
      role: isTeacher ? ('teacher' as const) : ('student' as const),
      mayEdit: one.access !== null && mayEdit(one.access),
      ...(isTeacher
        ? { counts }
        : {
            own: ownView(
              one,
              attempts.filter(({ assignmentId }) => assignmentId === one.id),
              now,
            ),
          }),
    };
  });
};

/** Returns the view of one assignment. */
export const viewAssignment = async (db: Queryable, userId: string, one: CallerAssignment, now: number): Promise<Assignment> => {
  const [view] = await viewAssignments(db, userId, [one], now);
  if (view === undefined) throw new Error(`no view of assignment ${one.id}`);
  return view;
};

/**
 * Returns an assignment for a teacher of its class, or a published one for an active member. Throws `assignment.notFound` for everyone
 * else, as for an unknown assignment.
 */
export const requireOwnAssignment = async (
  db: Queryable,
  userId: string,
  id: string,
): Promise<CallerAssignment & { readonly isTeacher: boolean }> => {
  const found = await findAssignmentFor(db, userId, id);
  const isTeacher = isTeachers(found?.access ?? null);
  if (found === undefined || found.access === null || (!isTeacher && found.status === 'draft')) throw new CodedError('assignment.notFound');
  return { ...found, isTeacher };
};

const requireAccess = (found: CallerAssignment | undefined, covers: (access: ClassAccess) => boolean): CallerAssignment => {
  if (found === undefined || found.access === null || !covers(found.access)) throw new CodedError('assignment.notFound');
  return found;
};

/** Returns an assignment of a class that the caller teaches. Throws `assignment.notFound` for everyone else. */
export const requireTaughtAssignment = async (db: Queryable, userId: string, id: string): Promise<CallerAssignment> =>
  requireAccess(await findAssignmentFor(db, userId, id), seesStudents);

/** Locks an assignment that the caller may change until the transaction ends. Throws `assignment.notFound` for everyone else. */
export const lockTaughtAssignment = async (tx: Transaction, userId: string, id: string): Promise<CallerAssignment> =>
  requireAccess(await lockAssignmentFor(tx, userId, id), mayEdit);
