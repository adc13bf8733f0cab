/** What the objectives change is tested in get-paper-analysis.test.ts. */
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';

testAccess('setQuestionObjectives', ['teacher', 'admin']);
testIdempotency('setQuestionObjectives', async ({ aTeacher, aClass, aPublished }) => {
  const teacher = await aTeacher();
  const one = await aPublished(teacher, await aClass(teacher));
  return { as: teacher, body: { assignmentId: one.id, objectives: [{ questionId: 'q1', objective: '目标一' }] } };
});
