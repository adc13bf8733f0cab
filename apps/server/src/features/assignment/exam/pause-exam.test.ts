/** Tests who may call the operation, and that a repeated call takes effect once; exam-session.test.ts tests what it does. */
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';

testAccess('pauseExam', ['teacher', 'admin']);
testIdempotency('pauseExam', async ({ aTeacher, aClass, aStudentOf, aPublished, start }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  const exam = await aPublished(teacher, group, { kind: 'exam', policy: { timeLimitSeconds: 600 } });
  await start(await aStudentOf(group), exam);
  return { as: teacher, body: { assignmentId: exam.id } };
});
