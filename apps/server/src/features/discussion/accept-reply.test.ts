/** Access and repetition; the results are tested in publish-thread.test.ts. */
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';

testAccess('acceptReply', 'every user');
testIdempotency('acceptReply', async ({ aTeacher, aClass, aStudentOf, aThread }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  const student = await aStudentOf(group);
  const { id } = await aThread(student, group);
  return { as: student, body: { threadId: id } };
});
