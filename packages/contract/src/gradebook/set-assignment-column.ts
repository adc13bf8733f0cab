import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { gradeCategory, gradeColumnForm } from './gradebook.ts';

/**
 * Gives a published assignment a column in the gradebook of its class, changes the column, or removes it (`column: null`). Scores flow into
 * its cells at once and whenever they change. Throws `assignment.notFound`, also for a draft, `grade.final`, `grade.columnInUse` if a
 * removed column has results that a teacher set, and `request.invalid` for an unknown category or a full gradebook.
 */
export const setAssignmentColumn = operation({
  name: 'setAssignmentColumn',
  method: 'POST',
  path: '/api/grade/assignment/set',
  summary: '把作业计入成绩册',
  permission: 'runClass',
  input: z.object({
    assignmentId: entityId,
    column: z
      .object({
        /** A category of the gradebook, or a new one. */
        category: z.union([z.object({ id: entityId }), gradeCategory.pick({ name: true, weightBasisPoints: true })]),
        maxMilli: gradeColumnForm.shape.maxMilli,
      })
      .nullable(),
  }),
  output: z.object({}),
  errors: ['assignment.notFound', 'grade.final', 'grade.columnInUse'],
});
