import { z } from 'zod';
import { entityId } from '../../publication/id.ts';
import { operation } from '../../wire/operation.ts';
import { examReason, examRoom, examStudentId } from './exam-session.ts';

/**
 * Pauses the exam for one student, or for all students with a running attempt and those who start an attempt during the pause. Answers are
 * stored during the pause. Throws `assignment.notFound`, and `exam.notRunning` if there is no running attempt to pause.
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
