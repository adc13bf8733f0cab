/** Closes attempts whose time is over, and assignments that nobody can start any more. Any number of processes may do so at once. */

import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { listOverdueAttempts, lockAttempt } from './attempt-store.ts';
import { handIn } from './hand-in.ts';
import { closeAssignments, listAssignmentsToClose } from './store.ts';
import { ARRIVAL_MS } from './student-policy.ts';

/** Attempts per run; a run that finds as many is followed by the next one at once. */
const ATTEMPTS_PER_RUN = 200;

/** Hands an attempt in if its time is over; one that has more time meanwhile, or is closed, does not change. */
export const closeIfOverdue = ({ db, clock }: Pick<AssignmentDependencies, 'db' | 'clock'>, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, id);
    const now = clock.now();
    if (attempt?.state !== 'running' || attempt.deadlineAt === null || now <= attempt.deadlineAt + ARRIVAL_MS) return false;
    await handIn(tx, attempt, 'timer', now);
    return true;
  });

/** Closes what is overdue. Returns the number of closed attempts. */
export const closeOverdueAttempts = async (deps: Pick<AssignmentDependencies, 'db' | 'clock'>): Promise<number> => {
  let closed = 0;
  for (;;) {
    const ids = await listOverdueAttempts(deps.db.orm, deps.clock.now() - ARRIVAL_MS, ATTEMPTS_PER_RUN);
    for (const id of ids) if (await closeIfOverdue(deps, id)) closed += 1;
    if (ids.length < ATTEMPTS_PER_RUN) break;
  }
  const now = deps.clock.now();
  const over = await listAssignmentsToClose(deps.db.orm, now, ATTEMPTS_PER_RUN);
  if (over.length > 0) await closeAssignments(deps.db.orm, over, now);
  return closed;
};
