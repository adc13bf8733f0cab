import { z } from 'zod';
import { entityId } from '../../publication/id.ts';
import { operation } from '../../wire/operation.ts';
import { examReason, examRoom, examStudentId } from './exam-session.ts';

/**
 * Stops the time of one student, or of all who are writing and of those who start meanwhile. Answers are still stored. Throws
 * `assignment.notFound`, `exam.notRunning` if nobody is writing whose time could be stopped.
 */
export const pauseExam = operation({
  name: 'pauseExam',
  method: 'POST',
  path: '/api/exam/pause',
  summary: '暂停考试',
  permission: 'runClass',
  input: z.object({ assignmentId: entityId, userId: examStudentId.optional(), reason: examReason }),
  output: examRoom,
  errors: ['assignment.notFound', 'exam.notRunning'],
});
