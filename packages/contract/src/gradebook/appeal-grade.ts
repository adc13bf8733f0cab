import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { gradeAppeal } from './gradebook.ts';

/**
 * Asks the teacher to review the caller's result in a released column. Returns the appeal. Throws `grade.columnNotFound` for a column that
 * is not released or has no result of the caller, `grade.appealOpen` while an earlier appeal has no reply.
 */
export const appealGrade = operation({
  name: 'appealGrade',
  method: 'POST',
  path: '/api/grade/appeal',
  summary: '申诉成绩',
  permission: 'ownAccount',
  input: z.object({
    classId: entityId,
    columnId: entityId,
    body: z.string().trim().min(1, '请写明申诉理由').max(LIMITS.gradeAppealChars, `申诉理由最多 ${LIMITS.gradeAppealChars} 个字`),
  }),
  output: gradeAppeal,
  errors: ['class.notFound', 'grade.columnNotFound', 'grade.appealOpen'],
});
