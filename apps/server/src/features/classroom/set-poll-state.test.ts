/** Access and repetition; the rounds are tested in cast-vote.test.ts. */
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';

testAccess('setPollState', ['teacher', 'admin']);
testIdempotency('setPollState', async ({ aTeacher, aClass, aPoll }) => {
  const teacher = await aTeacher();
  const { id } = await aPoll(teacher, await aClass(teacher), 'draft');
  return { as: teacher, body: { id, from: 'draft', to: 'first' } };
});
