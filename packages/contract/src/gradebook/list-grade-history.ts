import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { gradeValue } from './gradebook.ts';

/**
 * Returns the changes of one cell, the newest first: to the teacher for every student, to a student for the own cells of released columns.
 * Throws `grade.columnNotFound` otherwise.
 */
export const listGradeHistory = operation({
  name: 'listGradeHistory',
  method: 'GET',
  path: '/api/grade/history',
  summary: '成绩更改记录',
  permission: 'ownAccount',
  input: z.object({ classId: entityId, columnId: entityId, userId: entityId }),
  output: z.object({
    items: z.array(
      z.object({
        before: gradeValue,
        after: gradeValue,
        /** `assignment`: the score of the assignment changed; then `byName` is empty. */
        source: z.enum(['teacher', 'assignment']),
        byName: z.string(),
        reason: z.string(),
        at: z.number().int(),
      }),
    ),
  }),
  errors: ['class.notFound', 'grade.columnNotFound'],
});
