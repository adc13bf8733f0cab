/**
 * Papers: the sections of a quiz or exam. A draft refers to questions of banks, one by one or by a filter; the publication freezes the
 * versions of the questions and the pools of the draws.
 */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { questionDifficulty, questionSummary, questionTypeName } from '../question/question.ts';
import { questionKey, questionView } from '../question/question-model.ts';
import { assignmentQuestionId } from './assignment.ts';

/** Id of a section, or of an entry of it, within its paper; the client chooses it. */
const paperPartId = z.string().regex(/^[0-9a-z]{1,32}$/);

/** Points in thousandths. */
const milli = z.number().int().min(1, '分值须大于 0').max(1_000_000, '分值过大');

/** Which questions of a bank a draw may take. Questions with files to hand in are never among them. */
export const drawFilter = z.object({
  /** `none`: outside of folders. */
  folderId: z.union([entityId, z.literal('none')]).optional(),
  type: questionTypeName.optional(),
  tag: z.string().max(LIMITS.questionTagChars).optional(),
  knowledgePoint: z.string().max(LIMITS.questionTagChars).optional(),
  difficulty: questionDifficulty.optional(),
});

export type DrawFilter = z.output<typeof drawFilter>;

/** An entry of a section: one question, or a number of questions that are drawn for each attempt. */
export const paperSlot = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('question'),
    id: paperPartId,
    bankId: entityId,
    questionId: entityId,
    /** Null: the points of the section, or without them those of the question. */
    milli: milli.nullable(),
  }),
  z.object({
    kind: z.literal('draw'),
    id: paperPartId,
    bankId: entityId,
    filter: drawFilter,
    count: z.number().int().min(1, '请填写抽几题').max(LIMITS.drawnQuestionsMax, `一次最多抽 ${LIMITS.drawnQuestionsMax} 题`),
    /** All drawn questions have the same points, so that all papers do. */
    milliEach: milli,
  }),
]);

export type PaperSlot = z.output<typeof paperSlot>;

export const paperSection = z.object({
  id: paperPartId,
  title: z.string().trim().max(LIMITS.assignmentTitleChars, `标题最多 ${LIMITS.assignmentTitleChars} 个字`),
  instructions: z.string().trim().max(LIMITS.paperInstructionsChars, `说明最多 ${LIMITS.paperInstructionsChars} 个字`),
  /** Points of each question that has none of its own. */
  milliEach: milli.nullable(),
  /** Whether the questions have the same order for everybody, although the paper is shuffled. */
  keepsOrder: z.boolean(),
  slots: z.array(paperSlot).max(LIMITS.assignmentQuestionsMax, `一部分最多 ${LIMITS.assignmentQuestionsMax} 题`),
});

export type PaperSection = z.output<typeof paperSection>;

/** A row of the blueprint (双向细目表): how many questions of a kind the paper shall have. Null, or an empty text: of any kind. */
export const blueprintRow = z.object({
  knowledgePoint: z.string().trim().max(LIMITS.questionTagChars),
  type: questionTypeName.nullable(),
  difficulty: questionDifficulty.nullable(),
  wanted: z.number().int().min(0).max(LIMITS.assignmentQuestionsMax),
});

export type BlueprintRow = z.output<typeof blueprintRow>;

const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** A paper as its teacher edits it. */
export const paperDraft = z.object({
  sections: z
    .array(paperSection)
    .max(LIMITS.paperSectionsMax, `最多 ${LIMITS.paperSectionsMax} 个部分`)
    .refine((sections) => isDistinct(sections.flatMap(({ id, slots }) => [id, ...slots.map((slot) => slot.id)])), '两处的编号相同')
    .refine(
      (sections) => isDistinct(sections.flatMap(({ slots }) => slots.flatMap((slot) => (slot.kind === 'question' ? slot.questionId : [])))),
      '同一道题不能放两次',
    ),
  blueprint: z.array(blueprintRow).max(LIMITS.blueprintRowsMax, `细目表最多 ${LIMITS.blueprintRowsMax} 行`),
});

export type PaperDraft = z.output<typeof paperDraft>;

/** A section as students get it, with the questions of one attempt in the order of the paper. */
export const shownSection = paperSection
  .pick({ id: true, title: true, instructions: true, keepsOrder: true })
  .extend({ questionIds: z.array(assignmentQuestionId) });

export type ShownSection = z.output<typeof shownSection>;

/** A frozen paper: its entries name questions of the assignment. */
export const paperLayout = z.object({
  sections: z.array(
    shownSection.omit({ questionIds: true }).extend({
      entries: z.array(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('question'), slotId: paperPartId, questionId: assignmentQuestionId }),
          z.object({ kind: z.literal('draw'), slotId: paperPartId, count: z.number().int(), pool: z.array(assignmentQuestionId) }),
        ]),
      ),
    }),
  ),
});

export type PaperLayout = z.output<typeof paperLayout>;

/** A question of the bank as the editor of a paper shows it. */
export const paperCandidate = questionSummary.extend({ view: questionView, key: questionKey });

export type PaperCandidate = z.output<typeof paperCandidate>;
