import { z } from 'zod';
import { entityId } from '../../publication/id.ts';
import { operation } from '../../wire/operation.ts';
import { examReason, examRoom, examStudentId } from './exam-session.ts';

/**
 * Lets the time go on: each student has what was left. Throws `assignment.notFound`, `exam.notRunning`, and
 * `exam.notPaused` if nothing was paused.
 */
export const resumeExam = operation({
  name: 'resumeExam',
  method: 'POST',
  path: '/api/exam/resume',
  summary: '恢复考试',
  permission: 'runClass',
  input: z.object({ assignmentId: entityId, userId: examStudentId.optional(), reason: examReason }),
  output: examRoom,
  errors: ['assignment.notFound', 'exam.notRunning', 'exam.notPaused'],
});
