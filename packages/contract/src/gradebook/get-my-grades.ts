import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { gradeAppeal, gradeCell, gradeScheme } from './gradebook.ts';

/**
 * Returns the caller's own results in a class: the scheme with all weights, the cells of the released columns, and the caller's appeals.
 * A column that is not released has no cell, so its result is pending for the student.
 */
export const getMyGrades = operation({
  name: 'getMyGrades',
  method: 'GET',
  path: '/api/grade/mine',
  summary: '我的成绩',
  permission: 'ownAccount',
  input: z.object({ classId: entityId }),
  output: z.object({
    className: z.string(),
    userId: entityId,
    scheme: gradeScheme,
    cells: z.array(gradeCell),
    appeals: z.array(gradeAppeal),
  }),
  errors: ['class.notFound'],
});
