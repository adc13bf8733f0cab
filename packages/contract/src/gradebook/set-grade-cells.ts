import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { gradeCell } from './gradebook.ts';

/**
 * Sets cells of a gradebook. Each cell states the revision that it replaces: a cell that someone else has changed meanwhile is not stored
 * and is returned in `conflicts` as it is now. In a column of an assignment a result overrides the score, and an empty value takes the
 * override back. Throws `grade.columnNotFound`, `class.memberNotFound`, `grade.final`; then nothing is stored.
 */
export const setGradeCells = operation({
  name: 'setGradeCells',
  method: 'POST',
  path: '/api/grade/set',
  summary: '登记成绩',
  permission: 'runClass',
  input: z.object({
    classId: entityId,
    /** Why results are changed; students see it in the history of the cell. */
    reason: z.string().trim().max(LIMITS.gradeReasonChars, `原因最多 ${LIMITS.gradeReasonChars} 个字`).default(''),
    cells: z
      .array(gradeCell.pick({ columnId: true, userId: true, value: true }).extend({ rev: z.number().int().min(0) }))
      .min(1)
      .max(LIMITS.gradeCellsPerSave, `一次最多登记 ${LIMITS.gradeCellsPerSave} 个成绩`),
  }),
  output: z.object({ saved: z.array(gradeCell), conflicts: z.array(gradeCell) }),
  errors: ['class.notFound', 'class.memberNotFound', 'grade.columnNotFound', 'grade.final'],
});
