import { z } from 'zod';
import { LIMITS } from '../../limits.ts';
import { entityId } from '../../publication/id.ts';
import { operation } from '../../wire/operation.ts';
import { examReason, examRoom, examStudentId } from './exam-session.ts';

/**
 * Gives one student, or all who are writing, more time; their screens show it at once. Throws `assignment.notFound`, `exam.notRunning` if
 * nobody is writing against a limit.
 */
export const extendExam = operation({
  name: 'extendExam',
  method: 'POST',
  path: '/api/exam/extend',
  summary: '延长考试时间',
  permission: 'runClass',
  input: z.object({
    assignmentId: entityId,
    userId: examStudentId.optional(),
    minutes: z
      .number('请填写分钟数')
      .int('分钟数须为整数')
      .min(1, '至少 1 分钟')
      .max(LIMITS.examExtraMinutesMax, `一次最多 ${LIMITS.examExtraMinutesMax} 分钟`),
    reason: examReason,
  }),
  output: examRoom,
  errors: ['assignment.notFound', 'exam.notRunning'],
});
