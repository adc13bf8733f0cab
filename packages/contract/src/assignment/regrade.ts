/** Corrected keys of published assignments. */
import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { assignmentQuestionId } from './assignment.ts';

/** A key that was corrected after students had answered. */
export const regrade = z.object({
  id: entityId,
  questionId: assignmentQuestionId,
  reason: z.string(),
  byName: z.string(),
  /** Whether scores that would have become lower stayed. */
  isRaiseOnly: z.boolean(),
  /** Attempts with more and with fewer points than before. */
  raised: z.number().int(),
  lowered: z.number().int(),
  appliedAt: z.number().int(),
  undoneAt: z.number().int().optional(),
  /** Whether it can be undone: only the latest correction of a question can. */
  isUndoable: z.boolean(),
});

export type Regrade = z.output<typeof regrade>;

/** How the score of one attempt changes, in thousandths of a point of this question. */
export const regradeChange = z.object({
  attemptId: entityId,
  name: z.string(),
  studentNo: z.string(),
  /** Number of the attempt. */
  no: z.number().int(),
  /** Null while a person has not scored the response. */
  beforeMilli: z.number().int().nullable(),
  afterMilli: z.number().int().nullable(),
});

/** What a corrected key changes. */
export const regradePreview = z.object({
  /** Attempts that were handed in; of them, responses that a person scored, which do not change. */
  attempts: z.number().int(),
  scoredByTeacher: z.number().int(),
  changes: z.array(regradeChange),
  /** Mean share of the points of this question before and after. */
  facility: z.object({ before: z.number(), after: z.number() }).optional(),
  /** Attempts by the share of the whole paper, in ten bands from 0 to 100 %, before and after. */
  bands: z.object({ before: z.array(z.number().int()), after: z.array(z.number().int()) }),
});

export type RegradePreview = z.output<typeof regradePreview>;
