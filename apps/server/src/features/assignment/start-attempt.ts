/** Starts an attempt or returns the running one. Throws `assignment.notFound`, `assignment.notOpen`, `assignment.closed`, … */
import { RNG_VERSION } from '@shufang/assessment';
import { CodedError, newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { hasAttempts, requireOwnAssignment } from './assignment-view.ts';
import { currentAnswers, listAnswers, listAttemptsOf, putStartedAttempt, type StoredAttempt } from './attempt-store.ts';
import { closeIfOverdue } from './close-overdue-attempts.ts';
import { drawSeed } from './draw-seed.ts';
import { listFilesOfAnswers } from './handed-files.ts';
import { requireStartable } from './require-startable.ts';
import type { CallerAssignment } from './store.ts';
import { deadlineOfStudent, isOverdue } from './student-policy.ts';

/** Returns the running attempt, or the one that this call starts. */
const findOrStart = async (deps: AssignmentDependencies, userId: string, one: CallerAssignment): Promise<StoredAttempt> => {
  const { db, clock } = deps;
  for (;;) {
    const now = clock.now();
    const started = (await listAttemptsOf(db.orm, [one.id], userId)).filter(({ state }) => state !== 'provisioned');
    const running = started.find(({ state }) => state === 'running');
    if (running !== undefined && !isOverdue(running.deadlineAt, now)) return running;
    if (running !== undefined) {
      await closeIfOverdue(deps, running.id);
      continue;
    }
    requireStartable(one, started.length, now);
    const created = await putStartedAttempt(db.orm, {
      id: newId(now),
      assignmentId: one.id,
      userId,
      no: started.length + 1,
      seed: drawSeed(),
      rngVersion: RNG_VERSION,
      startedAt: now,
      deadlineAt: deadlineOfStudent(one, now),
    });
    // If a second request started the attempt meanwhile, the next round finds it.
    if (created !== undefined) return created;
  }
};

export const startAttempt: UseCase<'startAttempt', AssignmentDependencies> = async (deps, { reader }, { assignmentId }) => {
  const { db, clock } = deps;
  const one = await requireOwnAssignment(db.orm, reader.userId, assignmentId);
  if (one.isTeacher) throw new CodedError('assignment.notFound');
  if (!hasAttempts(one.kind)) throw new CodedError('assignment.noPaper');
  const attempt = await findOrStart(deps, reader.userId, one);
  const answers = currentAnswers(await listAnswers(db.orm, attempt.id));
  const files = await listFilesOfAnswers(db.orm, attempt, [...answers.values()], clock.now());
  return {
    id: attempt.id,
    assignmentId,
    no: attempt.no,
    seed: attempt.seed,
    rngVersion: attempt.rngVersion,
    isShuffled: one.isShuffled,
    startedAt: attempt.startedAt ?? 0,
    clock: { now: clock.now(), deadlineAt: attempt.deadlineAt, state: 'running' },
    answers: [...answers.values()],
    ...(files.length === 0 ? {} : { files }),
  };
};
