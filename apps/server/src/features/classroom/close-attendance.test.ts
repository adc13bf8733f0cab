/** Access and repetition; what happens in a session is tested in check-in.test.ts. */
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';

testAccess('closeAttendance', 'every user');
testIdempotency('closeAttendance', async ({ aTeacher, aClass, anAttendance }) => {
  const teacher = await aTeacher();
  return { as: teacher, body: { id: (await anAttendance(teacher, await aClass(teacher))).id } };
});
