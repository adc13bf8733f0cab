import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { questionKey } from '../question/question-model.ts';
import { operation } from '../wire/operation.ts';
import { assignmentQuestionId } from './assignment.ts';
import { regrade, regradePreview } from './regrade.ts';

/**
 * Corrects the key of one question of a published assignment and scores the responses again, or shows what this would change
 * (`isPreview`). Scores that a person gave stay. Affected students are notified, and the gradebook follows. Throws `assignment.notFound`,
 * also for a draft, `assignment.changed` if `rev` is not the number of the last change, `question.incomplete` if the key does not fit
 * the question, and `request.invalid` if it changes the points of the question.
 */
export const regradeQuestion = operation({
  name: 'regradeQuestion',
  method: 'POST',
  path: '/api/assignment/regrade',
  summary: '更正答案并重新评分',
  permission: 'runClass',
  input: z
    .object({
      assignmentId: entityId,
      questionId: assignmentQuestionId,
      rev: z.number().int(),
      key: questionKey,
      /** Scores that would become lower stay. */
      isRaiseOnly: z.boolean(),
      isPreview: z.boolean(),
      reason: z.string().trim().max(LIMITS.regradeReasonChars, `原因最多 ${LIMITS.regradeReasonChars} 个字`).default(''),
    })
    .refine(({ isPreview, reason }) => isPreview || reason !== '', { message: '请写明更正的原因', path: ['reason'] }),
  output: z.object({
    preview: regradePreview,
    /** Absent for a preview. */
    regrade: regrade.optional(),
  }),
  errors: ['assignment.notFound', 'assignment.changed', 'question.incomplete'],
});
