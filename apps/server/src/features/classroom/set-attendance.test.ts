/** Access and repetition; what happens in a session is tested in check-in.test.ts. */
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';

testAccess('setAttendance', 'every user');
testIdempotency('setAttendance', async ({ aTeacher, aClass, aStudentOf, anAttendance }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  const student = await aStudentOf(group);
  const { id } = await anAttendance(teacher, group);
  return { as: teacher, body: { id, userIds: [student.id], state: 'leave', note: '事假条' } };
});
