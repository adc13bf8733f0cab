/** Gives running attempts the deadline that follows from a changed policy or override. */
import type { PolicyOverride } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { listAttemptsOf, setDeadline } from './attempt-store.ts';
import { listOverrides, type StoredAssignment } from './store.ts';
import { deadlineOfStudent } from './student-policy.ts';

/** Derives the deadlines of running attempts again, of one student or of all. Returns the users whose deadline moved. */
export const moveDeadlines = async (
  tx: Transaction,
  { id, policy }: Pick<StoredAssignment, 'id' | 'policy'>,
  onlyUserId?: string,
): Promise<string[]> => {
  const overrides = new Map<string, PolicyOverride>((await listOverrides(tx, id)).map(({ userId, override }) => [userId, override]));
  const moved: string[] = [];
  for (const attempt of await listAttemptsOf(tx, [id], onlyUserId)) {
    if (attempt.state !== 'running' || attempt.startedAt === null) continue;
    const deadlineAt = deadlineOfStudent({ policy, override: overrides.get(attempt.userId) ?? null }, attempt.startedAt);
    if (deadlineAt === attempt.deadlineAt) continue;
    await setDeadline(tx, attempt.id, deadlineAt);
    moved.push(attempt.userId);
  }
  return moved;
};
