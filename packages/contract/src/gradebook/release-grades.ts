import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { gradeScheme } from './gradebook.ts';

/**
 * Shows columns to the students, who are notified, or hides them again. Returns the scheme. Throws `grade.columnNotFound`, and
 * `request.invalid` for a column of an assignment, which is released by the rules of the assignment.
 */
export const releaseGrades = operation({
  name: 'releaseGrades',
  method: 'POST',
  path: '/api/grade/release',
  summary: '公布成绩',
  permission: 'runClass',
  input: z.object({ classId: entityId, columnIds: z.array(entityId).min(1).max(LIMITS.gradeColumnsMax), isReleased: z.boolean() }),
  output: gradeScheme,
  errors: ['class.notFound', 'grade.columnNotFound'],
});
