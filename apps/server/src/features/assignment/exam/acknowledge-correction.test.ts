/** Tests who may call the operation, and that a repeated call takes effect once; exam-session.test.ts tests what it does. */
import type { ExamRoom } from '@shufang/contract';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';

testAccess('acknowledgeCorrection', ['reader', 'teacher', 'author', 'expert']);
testIdempotency('acknowledgeCorrection', async ({ aTeacher, aClass, aStudentOf, aPublished, start, post }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  const student = await aStudentOf(group);
  const exam = await aPublished(teacher, group, { kind: 'exam' });
  const { id } = await start(student, exam);
  const { incidents } = await post<ExamRoom>('/api/exam/correct', teacher, { assignmentId: exam.id, body: '更正' });
  return { as: student, body: { attemptId: id, incidentId: incidents[0]?.id } };
});
