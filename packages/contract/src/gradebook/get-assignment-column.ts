import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { gradeCategory, gradeColumn } from './gradebook.ts';

/** Returns the column of an assignment in the gradebook of its class, and the categories to choose from, for a teacher of the class. */
export const getAssignmentColumn = operation({
  name: 'getAssignmentColumn',
  method: 'GET',
  path: '/api/grade/assignment',
  summary: '作业在成绩册里的一项',
  permission: 'runClass',
  input: z.object({ assignmentId: entityId }),
  output: z.object({
    categories: z.array(gradeCategory),
    /** Absent while the assignment has none. */
    column: gradeColumn.optional(),
    isFinal: z.boolean(),
  }),
  errors: ['assignment.notFound'],
});
