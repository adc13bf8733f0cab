/** Publishes or closes an assignment. Throws `assignment.notFound`, `assignment.changed`, `assignment.notReady`. */

import { RNG_VERSION } from '@shufang/assessment';
import { CodedError, newId } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { notifyUser } from '../notification/notifications.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { lockTaughtAssignment, requireTaughtAssignment, viewAssignment } from './assignment-view.ts';
import { listAttemptsOf, lockAttempt, provisionAttempts } from './attempt-store.ts';
import { drawSeed } from './draw-seed.ts';
import { handIn } from './hand-in.ts';
import { type CallerAssignment, putAssignment } from './store.ts';

/** Throws `assignment.notReady` for an assignment that students could not answer. */
const requireReady = ({ questions, classStatus, policy }: CallerAssignment, now: number): void => {
  if (questions === 0) throw new CodedError('assignment.notReady', { reason: '还没有题目' });
  if (classStatus !== 'active') throw new CodedError('assignment.notReady', { reason: '班级已结束' });
  if (policy.closeAt !== null && policy.closeAt <= now) throw new CodedError('assignment.notReady', { reason: '关闭时间已过' });
};

const publish = async (tx: Transaction, found: CallerAssignment, now: number): Promise<string[]> => {
  requireReady(found, now);
  await putAssignment(tx, { ...found, status: 'published', publishedAt: now, closedAt: null });
  const students = await listClassStudents(tx, found.classId);
  if (found.kind === 'exam') {
    const attempts = students.map(({ userId }) => ({
      id: newId(now),
      assignmentId: found.id,
      userId,
      no: 1,
      seed: drawSeed(),
      rngVersion: RNG_VERSION,
    }));
    await provisionAttempts(tx, attempts);
  }
  for (const { userId } of students)
    await notifyUser(tx, userId, { kind: 'assignmentPublished', subject: { id: found.id, name: found.title } }, now);
  return [];
};

/** Closes an assignment. Returns the students whose running attempts were handed in. */
const close = async (tx: Transaction, found: CallerAssignment, now: number): Promise<string[]> => {
  await putAssignment(tx, { ...found, status: 'closed', closedAt: now });
  const users: string[] = [];
  for (const { id } of await listAttemptsOf(tx, [found.id])) {
    const attempt = await lockAttempt(tx, id);
    if (attempt?.state !== 'running') continue;
    await handIn(tx, attempt, 'teacher', now);
    users.push(attempt.userId);
  }
  return users;
};

export const setAssignmentStatus: UseCase<'setAssignmentStatus', AssignmentDependencies> = async (
  { db, clock, notifyAttempts },
  { reader },
  { id, rev, status },
) => {
  const now = clock.now();
  const users = await db.transaction(async (tx) => {
    const found = await lockTaughtAssignment(tx, reader.userId, id);
    if (found.rev !== rev) throw new CodedError('assignment.changed');
    // Only a draft can be published, and only a published one closed.
    if (status === 'published' ? found.status !== 'draft' : found.status !== 'published') throw new CodedError('assignment.changed');
    return status === 'published' ? publish(tx, found, now) : close(tx, found, now);
  });
  await notifyAttempts(users);
  const changed = await requireTaughtAssignment(db.orm, reader.userId, id);
  return {
    payload: await viewAssignment(db.orm, reader.userId, changed, now),
    say: status === 'published' ? '已发布，学生可以看到了' : '已关闭',
  };
};
