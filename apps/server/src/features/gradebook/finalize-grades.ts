/** Declares the grades of a class final, or changeable again, and stores a snapshot of the gradebook. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { currentGradebook } from './current-gradebook.ts';
import { flowAllScores } from './flow-scores.ts';
import type { GradebookDependencies } from './gradebook-dependencies.ts';
import { findScheme, insertSnapshot, setFinal } from './store.ts';
import { lockGradebook } from './taught-gradebook.ts';

/** Throws `class.notFound`, `grade.final` if the grades are final already. */
export const finalizeGrades: UseCase<'finalizeGrades', GradebookDependencies> = async (
  { db, clock },
  { reader },
  { classId, isFinal, reason },
) => {
  const at = clock.now();
  const payload = await db.transaction(async (tx) => {
    const { scheme } = await lockGradebook(tx, reader.userId, classId, { mayBeFinal: true });
    if (isFinal === (scheme.finalAt !== undefined)) {
      if (isFinal) throw new CodedError('grade.final');
      return scheme;
    }
    if (isFinal) await flowAllScores(tx, classId, at);
    await insertSnapshot(tx, { classId, at, isFinal, reason, gradebook: await currentGradebook(tx, classId) });
    await setFinal(tx, classId, isFinal ? at : null);
    // Scores that changed while the grades were final follow now.
    if (!isFinal) await flowAllScores(tx, classId, at);
    return findScheme(tx, classId);
  });
  return { payload, say: isFinal ? '已定稿' : '已撤销定稿，可以修改' };
};
