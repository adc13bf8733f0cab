/** Access and repetition; the results are tested in publish-topic-post.test.ts. */
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';

testAccess('deleteTopicPost', 'every user');
testIdempotency('deleteTopicPost', async ({ aTeacher, aClass, aStudentOf, aTopic, aPost }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  const student = await aStudentOf(group);
  const { id } = await aTopic(teacher, group);
  const postId = await aPost(student, id);
  return { as: student, body: { postId } };
});
