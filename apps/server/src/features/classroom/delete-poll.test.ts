/** Access and repetition; that a deleted poll is gone is tested in cast-vote.test.ts. */
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';

testAccess('deletePoll', ['teacher', 'admin']);
testIdempotency('deletePoll', async ({ aTeacher, aClass, aPoll }) => {
  const teacher = await aTeacher();
  return { as: teacher, body: { id: (await aPoll(teacher, await aClass(teacher))).id } };
});
