import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { gradeScheme } from './gradebook.ts';

/**
 * Declares the grades of a class final (定稿) and stores a copy of the gradebook as it is, or makes them changeable again with a reason.
 * Returns the scheme. Throws `grade.final` if they are final already.
 */
export const finalizeGrades = operation({
  name: 'finalizeGrades',
  method: 'POST',
  path: '/api/grade/finalize',
  summary: '成绩定稿',
  permission: 'runClass',
  input: z
    .object({
      classId: entityId,
      isFinal: z.boolean(),
      reason: z.string().trim().max(LIMITS.gradeReasonChars, `原因最多 ${LIMITS.gradeReasonChars} 个字`).default(''),
    })
    .refine(({ isFinal, reason }) => isFinal || reason !== '', { message: '撤销定稿须写明原因', path: ['reason'] }),
  output: gradeScheme,
  errors: ['class.notFound', 'grade.final'],
});
