/** What is undone is tested in regrade-question.test.ts. */
import type { OutputOf, regradeQuestion } from '@shufang/contract';
import { aChoice } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';

testAccess('undoRegrade', ['teacher', 'admin']);
testIdempotency('undoRegrade', async ({ aTeacher, aClass, aPublished, post }) => {
  const teacher = await aTeacher();
  const one = await aPublished(teacher, await aClass(teacher));
  const key = { ...aChoice().key, isFullPoints: true };
  const { regrade } = await post<OutputOf<typeof regradeQuestion>>('/api/assignment/regrade', teacher, {
    assignmentId: one.id,
    questionId: 'q1',
    rev: one.rev,
    key,
    isRaiseOnly: false,
    isPreview: false,
    reason: '题目有误',
  });
  return { as: teacher, body: { assignmentId: one.id, regradeId: regrade?.id } };
});
