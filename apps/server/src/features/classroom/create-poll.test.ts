/** Access and repetition; what happens in a poll is tested in cast-vote.test.ts. */
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';

testAccess('createPoll', ['teacher', 'admin']);
testIdempotency('createPoll', async ({ aTeacher, aClass }) => {
  const teacher = await aTeacher();
  return { as: teacher, body: { classId: (await aClass(teacher)).id, question: '听懂了吗？', options: ['懂了', '没懂'] } };
});
