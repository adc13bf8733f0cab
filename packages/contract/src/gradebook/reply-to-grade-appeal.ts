import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { gradeAppeal } from './gradebook.ts';

/** Replies to an appeal, which closes it; the student is notified. A changed result is set separately. Throws `grade.appealNotFound`. */
export const replyToGradeAppeal = operation({
  name: 'replyToGradeAppeal',
  method: 'POST',
  path: '/api/grade/appeal/reply',
  summary: '答复成绩申诉',
  permission: 'runClass',
  input: z.object({
    classId: entityId,
    appealId: entityId,
    reply: z.string().trim().min(1, '请填写答复').max(LIMITS.gradeAppealChars, `答复最多 ${LIMITS.gradeAppealChars} 个字`),
  }),
  output: gradeAppeal,
  errors: ['class.notFound', 'grade.appealNotFound'],
});
