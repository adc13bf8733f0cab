/** Closes attempts whose time is over, and assignments that nobody can start any more. Any number of processes may do so at once. */
import type { ClosingDependencies } from './assignment-dependencies.ts';
import { listOverdueAttempts, lockAttempt } from './attempt-store.ts';
import { handIn } from './hand-in.ts';
import { closeAssignments, listAssignmentsToClose } from './store.ts';
import { ARRIVAL_MS } from './student-policy.ts';

/** Attempts per run; a run that finds as many is followed by the next one at once. */
const ATTEMPTS_PER_RUN = 200;

/** Hands an attempt in if its time is over; one that has more time meanwhile, or is closed, does not change. */
export const closeIfOverdue = ({ db, clock, scoresChanged }: ClosingDependencies, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, id);
    const now = clock.now();
    if (attempt?.state !== 'running' || attempt.deadlineAt === null || now <= attempt.deadlineAt + ARRIVAL_MS) return false;
    await handIn({ scoresChanged }, tx, attempt, 'timer', now);
    return true;
  });

/** Closes what is overdue. Returns the number of closed attempts. */
export const closeOverdueAttempts = async (deps: ClosingDependencies): Promise<number> => {
  let closed = 0;
  for (;;) {
    const ids = await listOverdueAttempts(deps.db.orm, deps.clock.now() - ARRIVAL_MS, ATTEMPTS_PER_RUN);
    for (const id of ids) if (await closeIfOverdue(deps, id)) closed += 1;
    if (ids.length < ATTEMPTS_PER_RUN) break;
  }
  const now = deps.clock.now();
  const over = await listAssignmentsToClose(deps.db.orm, now, ATTEMPTS_PER_RUN);
  for (const id of over)
    await deps.db.transaction(async (tx) => {
      await closeAssignments(tx, [id], now);
      await deps.scoresChanged(tx, id);
    });
  return closed;
};
