/** Publishes or closes an assignment. Throws `assignment.notFound`, `assignment.changed`, `assignment.notReady`. */

import { RNG_VERSION } from '@shufang/assessment';
import { CodedError, newId } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { openTopic } from '../discussion/assignment-topics.ts';
import { notifyUser } from '../notification/notifications.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { hasPaper, lockTaughtAssignment, requireTaughtAssignment, viewAssignment } from './assignment-view.ts';
import { listAttemptsOf, lockAttempt, provisionAttempts } from './attempt-store.ts';
import { drawSeed } from './draw-seed.ts';
import { freezePaper } from './freeze-paper.ts';
import { endAttempt } from './hand-in.ts';
import { freezeRubrics } from './marking/rubrics.ts';
import { findTimesInClass, scoreReading } from './reading-task.ts';
import { type CallerAssignment, findAssignmentFor, getStoredAssignment, putAssignment } from './store.ts';
import { freezeTask } from './task-question.ts';

/** Throws `assignment.notReady` for an assignment that students could not answer. */
const requireReady = ({ kind, questions, classStatus, policy }: CallerAssignment, now: number): void => {
  if (hasPaper(kind) && questions === 0) throw new CodedError('assignment.notReady', { reason: '还没有题目' });
  if (classStatus !== 'active') throw new CodedError('assignment.notReady', { reason: '班级已结束' });
  if (policy.closeAt !== null && policy.closeAt <= now) throw new CodedError('assignment.notReady', { reason: '关闭时间已过' });
};

const publish = async (tx: Transaction, found: CallerAssignment, now: number): Promise<void> => {
  const frozen = { ...found, ...(hasPaper(found.kind) ? await freezePaper(tx, found) : await freezeTask(tx, found)) };
  requireReady(frozen, now);
  await freezeRubrics(tx, found.id);
  if (found.kind === 'discussion') await openTopic(tx, { id: found.id, classId: found.classId, title: found.title, at: now });
  await putAssignment(tx, { ...frozen, status: 'published', publishedAt: now, closedAt: null });
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
};

/** Stores the points of students for what they have read before the publication of a reading assignment. */
const scoreReaders = async (
  deps: Pick<AssignmentDependencies, 'scoresChanged'>,
  tx: Transaction,
  id: string,
  now: number,
): Promise<void> => {
  const { kind, classId } = await getStoredAssignment(tx, id);
  if (kind !== 'reading') return;
  const students = (await listClassStudents(tx, classId)).map(({ userId }) => userId);
  const { times } = await findTimesInClass(tx, classId, students);
  for (const userId of students) {
    const one = await findAssignmentFor(tx, userId, id);
    if (one !== undefined) await scoreReading(deps, tx, { one, userId, times: times.get(userId) }, now);
  }
};

/** Closes an assignment. Returns the students whose running attempts were handed in. */
const close = async (tx: Transaction, found: CallerAssignment, now: number): Promise<string[]> => {
  await putAssignment(tx, { ...found, status: 'closed', closedAt: now });
  const users: string[] = [];
  for (const { id } of await listAttemptsOf(tx, [found.id])) {
    const attempt = await lockAttempt(tx, id);
    if (attempt?.state !== 'running') continue;
    await endAttempt(tx, attempt, 'teacher', now);
    users.push(attempt.userId);
  }
  return users;
};

export const setAssignmentStatus: UseCase<'setAssignmentStatus', AssignmentDependencies> = async (
  { db, clock, notifyAttempts, scoresChanged },
  { reader },
  { id, rev, status },
) => {
  const now = clock.now();
  const users = await db.transaction(async (tx) => {
    const found = await lockTaughtAssignment(tx, reader.userId, id);
    if (found.rev !== rev) throw new CodedError('assignment.changed');
    // Only a draft can be published, and only a published one closed.
    if (status === 'published' ? found.status !== 'draft' : found.status !== 'published') throw new CodedError('assignment.changed');
    if (status === 'published') {
      await publish(tx, found, now);
      await scoreReaders({ scoresChanged }, tx, id, now);
      return [];
    }
    const ended = await close(tx, found, now);
    await scoresChanged(tx, id);
    return ended;
  });
  await notifyAttempts(users);
  const changed = await requireTaughtAssignment(db.orm, reader.userId, id);
  return {
    payload: await viewAssignment(db.orm, reader.userId, changed, now),
    say: status === 'published' ? '已发布，学生可以看到了' : '已关闭',
  };
};
