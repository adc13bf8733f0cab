/** Access and repetition; what happens in a session is tested in check-in.test.ts. */
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';

testAccess('openAttendance', 'every user');
testIdempotency('openAttendance', async ({ aTeacher, aClass }) => {
  const teacher = await aTeacher();
  return { as: teacher, body: { classId: (await aClass(teacher)).id, title: '第一节', method: 'manual' } };
});
