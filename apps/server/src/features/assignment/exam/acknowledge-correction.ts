/** Confirms that the student has read a correction. Throws `assignment.attemptNotFound`, `exam.correctionNotFound`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { requireOwnAttempt } from '../own-attempt.ts';
import { readNews } from './exam-news.ts';
import { acknowledge, listCorrections } from './exam-store.ts';

export const acknowledgeCorrection: UseCase<'acknowledgeCorrection', AssignmentDependencies> = async (
  { db, clock },
  { reader },
  { attemptId, incidentId },
) => {
  const attempt = await requireOwnAttempt(db.orm, reader.userId, attemptId);
  const corrections = await listCorrections(db.orm, attempt.assignmentId, reader.userId);
  if (!corrections.some(({ id }) => id === incidentId)) throw new CodedError('exam.correctionNotFound');
  await acknowledge(db.orm, incidentId, reader.userId, clock.now());
  return readNews(db.orm, attempt);
};
