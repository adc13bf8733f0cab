/** Question banks: who owns them, who may use them, and the folders in which their questions are. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';

/** Who owns a bank: the caller, a class, an institution, or a book. */
export const questionBankOwner = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('teacher') }),
  z.object({ kind: z.literal('class'), id: entityId }),
  z.object({ kind: z.literal('institution'), id: z.string().min(1).max(64) }),
  z.object({ kind: z.literal('book'), id: entityId }),
]);

export type QuestionBankOwner = z.output<typeof questionBankOwner>;

/**
 * What a user may do with a bank. `view`: read, copy and export its questions with their answers; `edit`: also change them; `manage`: also
 * rename and archive the bank.
 */
export const questionBankRight = z.enum(['view', 'edit', 'manage']);

export type QuestionBankRight = z.output<typeof questionBankRight>;

export const questionBankStatus = z.enum(['active', 'archived']);

export const questionBankName = z
  .string()
  .trim()
  .min(1, '请填写题库名称')
  .max(LIMITS.questionBankNameChars, `题库名称最多 ${LIMITS.questionBankNameChars} 个字`);

/** A bank as one of its users sees it. An archived bank can only be viewed. */
export const questionBank = z.object({
  id: entityId,
  name: z.string(),
  owner: z.object({
    kind: z.enum(['teacher', 'class', 'institution', 'book']),
    /** Absent for a bank of the caller. */
    id: z.string().optional(),
    /** Name of the class or the institution, title of the book; absent for a bank of the caller. */
    name: z.string().optional(),
  }),
  status: questionBankStatus,
  right: questionBankRight,
  /** Number of its questions that are not archived. */
  questions: z.number().int(),
  createdAt: z.number().int(),
});

export type QuestionBank = z.output<typeof questionBank>;

export const questionFolderName = z
  .string()
  .trim()
  .min(1, '请填写分类名称')
  .max(LIMITS.questionFolderNameChars, `分类名称最多 ${LIMITS.questionFolderNameChars} 个字`);

/** A folder of a bank; `questions`: the number of its questions that are not archived. */
export const questionFolder = z.object({ id: entityId, name: z.string(), questions: z.number().int() });

export type QuestionFolder = z.output<typeof questionFolder>;

/** A bank with what its questions are filtered by. */
export const questionBankDetails = questionBank.extend({
  /** In the order of their names. */
  folders: z.array(questionFolder),
  /** Tags and knowledge points of its questions, the most frequent first. */
  tags: z.array(z.string()),
  knowledgePoints: z.array(z.string()),
});

export type QuestionBankDetails = z.output<typeof questionBankDetails>;
