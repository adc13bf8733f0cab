/** Returns what is new for the page of an own attempt, and stores that the page is there. Throws `assignment.attemptNotFound`. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { requireOwnAttempt } from '../own-attempt.ts';
import { readNews } from './exam-news.ts';
import { putPresence } from './exam-store.ts';

export const getExamNews: UseCase<'getExamNews', AssignmentDependencies> = async ({ db, clock }, { reader }, { attemptId }) => {
  const attempt = await requireOwnAttempt(db.orm, reader.userId, attemptId);
  if (attempt.state === 'running') await putPresence(db.orm, attemptId, clock.now());
  return readNews(db.orm, attempt);
};
