/** Gives running attempts the deadline that follows from a changed policy, override or accommodation. */
import type { Transaction } from '../../platform/database.ts';
import { listAttemptsOf, setDeadline } from './attempt-store.ts';
import type { StoredAssignment } from './store.ts';
import { deadlineOfStudent } from './student-policy.ts';
import { readStudentRules } from './student-rules.ts';

/** Derives the deadlines of running attempts again, of one student or of all. Returns the users whose deadline moved. */
export const moveDeadlines = async (
  tx: Transaction,
  assignment: Pick<StoredAssignment, 'id' | 'classId' | 'policy'>,
  onlyUserId?: string,
): Promise<string[]> => {
  const { rulesOf } = await readStudentRules(tx, assignment);
  const moved: string[] = [];
  for (const attempt of await listAttemptsOf(tx, [assignment.id], onlyUserId)) {
    if (attempt.state !== 'running' || attempt.startedAt === null) continue;
    const deadlineAt = deadlineOfStudent(rulesOf(attempt.userId), attempt.startedAt);
    if (await setDeadline(tx, attempt.id, deadlineAt)) moved.push(attempt.userId);
  }
  return moved;
};
