/** Lists the assignments that wait for the caller as a student. */
import type { WaitingAssignment } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { listAttemptsOf, type StoredAttempt } from './attempt-store.ts';
import { findDiscussionWork, progressOfPosts } from './discussion-task.ts';
import { refusalFor } from './require-startable.ts';
import { type CallerAssignment, listAssignmentsOfMember } from './store.ts';
import { policyOfStudent } from './student-policy.ts';

/** How long before its opening an assignment is listed. */
const SOON_MS = 7 * 86_400_000;

/** Returns whether a student who has not started can do it now, or soon. */
const isPossible = (one: CallerAssignment, now: number): boolean => {
  const refusal = refusalFor(one, 0, now);
  if (refusal !== 'notOpen') return refusal === undefined;
  return (policyOfStudent(one, null, now).openAt ?? Number.POSITIVE_INFINITY) <= now + SOON_MS;
};

/** Returns whether a student has done it. `isMet`: whether the posts of the student meet the task of a discussion. */
const isDone = (one: CallerAssignment, attempts: readonly StoredAttempt[], isMet: boolean): boolean => {
  const handedIn = attempts.filter(({ state }) => state === 'handedIn').length;
  switch (one.task?.kind) {
    // Each chapter that is done is an attempt.
    case 'reading':
      return handedIn >= one.task.chapters.length;
    case 'discussion':
      return isMet;
    default:
      return handedIn > 0 && attempts.every(({ state }) => state !== 'running');
  }
};

const byDueTime = (a: WaitingAssignment, b: WaitingAssignment): number =>
  (a.dueAt ?? a.closesAt ?? Number.MAX_SAFE_INTEGER) - (b.dueAt ?? b.closesAt ?? Number.MAX_SAFE_INTEGER) || (a.id < b.id ? -1 : 1);

export const listMyAssignments: UseCase<'listMyAssignments', AssignmentDependencies> = async ({ db, clock }, { reader: { userId } }) => {
  const now = clock.now();
  const found = (await listAssignmentsOfMember(db.orm, userId)).filter((one) => isPossible(one, now));
  const attempts = Map.groupBy(
    await listAttemptsOf(
      db.orm,
      found.map(({ id }) => id),
      userId,
    ),
    ({ assignmentId }) => assignmentId,
  );
  const items: WaitingAssignment[] = [];
  for (const one of found) {
    const own = (attempts.get(one.id) ?? []).filter(({ state }) => state !== 'provisioned');
    const work = one.task?.kind === 'discussion' && own.length > 0 ? await findDiscussionWork(db.orm, one.id, [userId]) : undefined;
    const isMet = one.task?.kind === 'discussion' && progressOfPosts(one.task, work?.get(userId)?.posts ?? []).isMet;
    if (isDone(one, own, isMet)) continue;
    const { openAt, dueAt, closeAt } = policyOfStudent(one, null, now);
    items.push({
      id: one.id,
      classId: one.classId,
      className: one.className,
      kind: one.kind,
      title: one.title,
      opensAt: openAt !== null && openAt > now ? openAt : null,
      dueAt,
      closesAt: closeAt,
      isStarted: own.length > 0,
    });
  }
  return { items: items.toSorted(byDueTime) };
};
