/** Hands in copies of own annotations. Throws `assignment.notFound`, `assignment.noPaper`, `assignment.noAnnotation`, `assignment.notOpen`, … */
import { RNG_VERSION } from '@shufang/assessment';
import { CodedError, newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { copyAnnotations, findAnnotationProgress } from './annotation-task.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { requireOwnAssignment } from './assignment-view.ts';
import { addAnswers, listAttemptsOf, putStartedAttempt } from './attempt-store.ts';
import { drawSeed } from './draw-seed.ts';
import { handIn } from './hand-in.ts';
import { hashOfWork, putHandedWork } from './handed-work-store.ts';
import { receiptOf } from './receipt.ts';
import { requireStartable } from './require-startable.ts';
import { TASK_QUESTION, TASK_RESPONSE } from './task-question.ts';

export const handInAnnotations: UseCase<'handInAnnotations', AssignmentDependencies> = async (
  { db, clock, receiptKey, scoresChanged },
  { reader: { userId } },
  { assignmentId, annotationIds },
) =>
  db.transaction(async (tx) => {
    const one = await requireOwnAssignment(tx, userId, assignmentId);
    if (one.isTeacher) throw new CodedError('assignment.notFound');
    if (one.task?.kind !== 'annotation') throw new CodedError('assignment.noPaper');
    const now = clock.now();
    const started = (await listAttemptsOf(tx, [one.id], userId)).length;
    requireStartable(one, started, now);
    const progress = await findAnnotationProgress(tx, { userId, classId: one.classId, task: one.task });
    const work = copyAnnotations(progress, new Set(annotationIds));
    if (work.annotations.length === 0) throw new CodedError('assignment.noAnnotation');
    const attempt = await putStartedAttempt(tx, {
      id: newId(now),
      assignmentId: one.id,
      userId,
      no: started + 1,
      seed: drawSeed(),
      rngVersion: RNG_VERSION,
      startedAt: now,
      deadlineAt: null,
    });
    // Another device handed in at the same moment.
    if (attempt === undefined) throw new CodedError('assignment.noAttemptLeft');
    await putHandedWork(tx, attempt.id, work, now);
    const response = { [TASK_RESPONSE]: [hashOfWork(work)] };
    await addAnswers(tx, attempt.id, [
      { questionId: TASK_QUESTION, seq: 1, response, deviceId: 'server', clientAt: now, serverAt: now, isAfterEnd: false },
    ]);
    const finished = await handIn({ scoresChanged }, tx, attempt, 'student', now);
    return { attemptId: attempt.id, receipt: receiptOf(receiptKey, finished, 1) };
  });
