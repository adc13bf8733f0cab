/**
 * Questions of a bank and their versions. A version is immutable: an edit creates the next one, so that a paper that refers to a version
 * never changes. What readers see (`view`) and what scores them (`key`) are separate values; a paper contains views only.
 */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { QUESTION_TYPES, questionKey, questionView } from './question-model.ts';

export const questionStatus = z.enum(['active', 'archived']);

export type QuestionStatus = z.output<typeof questionStatus>;

export const questionTypeName = z.enum(QUESTION_TYPES);

/** Difficulty as the teacher estimates it, from 1 (easy) to 5. */
export const questionDifficulty = z.number().int().min(1).max(5);

const label = z.string().trim().min(1, '标签不能为空').max(LIMITS.questionTagChars, `一个标签最多 ${LIMITS.questionTagChars} 个字`);

const labels = z
  .array(label)
  .max(LIMITS.questionTagsMax, `最多 ${LIMITS.questionTagsMax} 个标签`)
  .transform((given) => [...new Set(given)]);

/** What a teacher notes about a question. It belongs to the question and not to a version: a change creates no version. */
export const questionLabels = z.object({
  /** Absent: outside of the folders of the bank. */
  folderId: entityId.optional(),
  tags: labels,
  knowledgePoints: labels,
  difficulty: questionDifficulty.optional(),
});

export type QuestionLabels = z.output<typeof questionLabels>;

/** Where an imported question comes from. */
export const questionOrigin = z.object({
  /** Format of the file, such as `gift`. */
  format: z.string().min(1).max(40),
  /** Name of the file; empty for pasted text. */
  fileName: z.string().max(255),
  /** Line of the file at which the question starts, from 1. */
  line: z.number().int().min(0),
  /** The question as it is written in the file. */
  source: z.string().max(LIMITS.questionSourceChars),
});

export type QuestionOrigin = z.output<typeof questionOrigin>;

/** The content of a question: what readers see and what scores it. */
export const questionContent = z.object({ view: questionView, key: questionKey });

/** A question as the lists show it. */
export const questionSummary = questionLabels.extend({
  id: entityId,
  bankId: entityId,
  type: questionTypeName,
  title: z.string(),
  /** Start of its text. */
  excerpt: z.string(),
  /** Maximum number of points, in thousandths. */
  maximumMilli: z.number().int(),
  status: questionStatus,
  /** Id and number of its newest version. */
  versionId: entityId,
  versionNo: z.number().int(),
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
});

export type QuestionSummary = z.output<typeof questionSummary>;

/** A question with the content of its newest version, or of the version that was asked for. */
export const bankQuestion = questionSummary.extend({
  ...questionContent.shape,
  origin: questionOrigin.optional(),
  /** Number that grows with each change of content or labels. The next change must name it. */
  revision: z.number().int(),
});

export type BankQuestion = z.output<typeof bankQuestion>;

/** A version of a question in the list of its versions. */
export const questionVersionSummary = z.object({ id: entityId, no: z.number().int(), createdAt: z.number().int() });

export type QuestionVersionSummary = z.output<typeof questionVersionSummary>;

/** Ids of questions that one call changes. */
export const questionIds = z.array(entityId).min(1, '请选择题目').max(LIMITS.questionsPerCall, `一次最多 ${LIMITS.questionsPerCall} 道题`);
