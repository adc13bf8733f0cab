/** Operations on the answers of this device: each is written before it is sent, and deleted only after the hand-in. */
import type { AnswerReceipt, QuestionResponse } from '@shufang/contract';
import type { AnswerDatabase, AnswerRow, AttemptRow } from '../../../platform/storage/attempt-database.ts';

/**
 * Writes a response; resolves when it is durable. A response that was not sent yet is replaced, so that typing makes one answer per request
 * and not one per key; otherwise the response gets the next number. Several tabs may write at once.
 */
export const writeAnswer = (
  db: AnswerDatabase,
  one: { readonly owner: string; readonly attemptId: string; readonly questionId: string; readonly response: QuestionResponse },
  clientAt: number = Date.now(),
): Promise<AnswerRow> =>
  db.transaction('rw', db.answers, async () => {
    const { attemptId, questionId } = one;
    const last = (await db.answers.where({ attemptId, questionId }).sortBy('seq')).at(-1);
    const highest = Math.max(last?.seq ?? 0, last?.current?.seq ?? 0);
    const seq = last?.state === 'waiting' && last.isSent === 0 ? last.seq : highest + 1;
    const row: AnswerRow = { ...one, seq, clientAt, state: 'waiting', isSent: 0 };
    await db.answers.put(row);
    return row;
  });

/** Stores an attempt with its paper, and the answers that the server has: a number of this device must be higher than theirs. */
export const storeAttempt = (db: AnswerDatabase, row: AttemptRow): Promise<void> =>
  db.transaction('rw', db.answers, db.attempts, async () => {
    await db.attempts.put(row);
    const attemptId = row.attempt.id;
    for (const { questionId, seq, response, savedAt } of row.attempt.answers) {
      const last = (await db.answers.where({ attemptId, questionId }).sortBy('seq')).at(-1);
      if (last !== undefined && last.seq >= seq) continue;
      await db.answers.put({
        owner: row.owner,
        attemptId,
        questionId,
        seq,
        response,
        clientAt: savedAt,
        savedAt,
        state: 'saved',
        isSent: 1,
      });
    }
  });

/** Returns the stored attempt of an assignment. */
export const findStoredAttempt = (db: AnswerDatabase, owner: string, assignmentId: string): Promise<AttemptRow | undefined> =>
  db.attempts.get([owner, assignmentId]);

/** Returns the last answer to each question. */
export const lastAnswers = async (db: AnswerDatabase, attemptId: string): Promise<ReadonlyMap<string, AnswerRow>> => {
  const rows = await db.answers.where({ attemptId }).sortBy('seq');
  return new Map(rows.map((row) => [row.questionId, row]));
};

/** Returns the first waiting answers by question and number, and notes that they are sent. */
export const takeWaiting = (db: AnswerDatabase, attemptId: string, limit: number): Promise<AnswerRow[]> =>
  db.transaction('rw', db.answers, async () => {
    const rows = await db.answers.where({ attemptId, state: 'waiting' }).limit(limit).toArray();
    await db.answers.bulkPut(rows.map((row) => ({ ...row, isSent: 1 as const })));
    return rows;
  });

export const countWaiting = (db: AnswerDatabase, attemptId: string): Promise<number> =>
  db.answers.where({ attemptId, state: 'waiting' }).count();

/** Stores the server's acknowledgments. An answer to a question that the server does not have is dropped: the paper has no such question. */
export const storeReceipts = (db: AnswerDatabase, attemptId: string, receipts: readonly AnswerReceipt[]): Promise<void> =>
  db.transaction('rw', db.answers, async () => {
    for (const { questionId, seq, status, savedAt, current } of receipts) {
      const key: [string, string, number] = [attemptId, questionId, seq];
      const row = await db.answers.get(key);
      if (row === undefined) continue;
      if (status === 'unknownQuestion') await db.answers.delete(key);
      else await db.answers.put({ ...row, state: status, savedAt, ...(current === undefined ? {} : { current }) });
    }
  });

/** Deletes a finished attempt from the device, once the server has acknowledged every answer. */
export const dropAttempt = (db: AnswerDatabase, owner: string, assignmentId: string, attemptId: string): Promise<void> =>
  db.transaction('rw', db.answers, db.attempts, db.files, async () => {
    if ((await countWaiting(db, attemptId)) > 0) return;
    await db.answers.where({ attemptId }).delete();
    await db.files.where({ attemptId }).delete();
    await db.attempts.delete([owner, assignmentId]);
  });
