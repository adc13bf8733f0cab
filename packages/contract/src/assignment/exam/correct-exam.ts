import { z } from 'zod';
import { LIMITS } from '../../limits.ts';
import { entityId } from '../../publication/id.ts';
import { operation } from '../../wire/operation.ts';
import { examRoom } from './exam-session.ts';

/**
 * Announces a correction of the paper to all students of the exam: those who are writing see it at once and acknowledge it, others when
 * they start. The questions do not change. Throws `assignment.notFound`, `exam.notRunning` unless the exam is open.
 */
export const correctExam = operation({
  name: 'correctExam',
  method: 'POST',
  path: '/api/exam/correct',
  summary: '考场更正',
  permission: 'runClass',
  input: z.object({
    assignmentId: entityId,
    body: z.string().trim().min(1, '请写明更正的内容').max(LIMITS.examCorrectionChars, `更正最多 ${LIMITS.examCorrectionChars} 个字`),
  }),
  output: examRoom,
  errors: ['assignment.notFound', 'exam.notRunning'],
});
