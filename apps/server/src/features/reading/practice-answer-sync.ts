/** Sync of answers to practice questions: one record per question; the answer with the latest timestamp wins as a whole. */
import { practiceAnswer, practiceAnswerId, practiceAnswerRecord } from '@shufang/contract';
import { z } from 'zod';
import type { SyncEntityHandler } from '../sync/entity-handler.ts';
import { describeFieldIssue, opInvalid } from '../sync/op-invalid.ts';
import { listPracticeAnswers, saveLaterPracticeAnswer } from './practice-answer-store.ts';
import type { BookVersions } from './progress-sync.ts';

/** Fields of an answer in a sync operation. Unknown names are rejected, because ignoring them would lose data of a newer client. */
const answerFields = z.strictObject({ ...practiceAnswerRecord.shape, answer: z.strictObject(practiceAnswer.shape) });

export const createPracticeAnswerSync = (books: Pick<BookVersions, 'bookExists'>): SyncEntityHandler => ({
  entity: 'practiceAnswer',
  async prepare(userId, op) {
    if (op.kind === 'del') throw opInvalid('练习的答案不能删除');
    const parsed = answerFields.safeParse(op.fields);
    if (!parsed.success) throw opInvalid(describeFieldIssue(parsed.error));
    if (op.entityId !== practiceAnswerId(parsed.data)) throw opInvalid('答案与题目不符');
    if (!(await books.bookExists(parsed.data.bookId))) throw opInvalid('没有找到这本书');
    return async (tx, { hlc }) => {
      const isStored = await saveLaterPracticeAnswer(tx, userId, { ...parsed.data, id: op.entityId, hlc });
      return { status: isStored ? 'applied' : 'merged', changed: isStored };
    };
  },
  read: async (db, userId, ids) =>
    (await listPracticeAnswers(db, userId, ids)).map(({ id, hlc, ...record }) => ({
      entity: 'practiceAnswer',
      entityId: id,
      record,
      clocks: { answer: hlc },
    })),
});
