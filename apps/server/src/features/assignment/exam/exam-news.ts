/** What the page of an attempt shows beside the paper: whether it is paused, and the corrections. */
import type { ExamNews } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import type { StoredAttempt } from '../attempt-store.ts';
import { findPause, listCorrections } from './exam-store.ts';

export const readNews = async (db: Queryable, { id, assignmentId, userId }: StoredAttempt): Promise<ExamNews> => {
  const pause = await findPause(db, id);
  const isPaused = pause !== undefined && pause.pausedAt !== null;
  return {
    isPaused,
    ...(isPaused && pause.leftMs !== null ? { leftMs: pause.leftMs } : {}),
    corrections: await listCorrections(db, assignmentId, userId),
  };
};
