import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { assignmentQuestionId } from './assignment.ts';
import { paperAnalysis } from './paper-analysis.ts';

/**
 * Sets which course objective each question examines; an empty text names none. Returns the analysis. Throws `assignment.notFound`, also for
 * a draft, and `request.invalid` for an unknown question.
 */
export const setQuestionObjectives = operation({
  name: 'setQuestionObjectives',
  method: 'POST',
  path: '/api/assignment/objectives',
  summary: '设定各题的课程目标',
  permission: 'runClass',
  input: z.object({
    assignmentId: entityId,
    objectives: z
      .array(
        z.object({
          questionId: assignmentQuestionId,
          objective: z.string().trim().max(LIMITS.objectiveChars, `课程目标最多 ${LIMITS.objectiveChars} 个字`),
        }),
      )
      .max(LIMITS.assignmentQuestionsMax),
  }),
  output: paperAnalysis,
  errors: ['assignment.notFound'],
});
