/** What an archived bank refuses is tested in get-question-bank.test.ts. */
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';

testAccess('updateQuestionBank', ['teacher', 'author']);
testIdempotency('updateQuestionBank', async ({ aTeacher, aBank }) => {
  const as = await aTeacher();
  return { as, body: { id: (await aBank(as)).id, name: '新名字', status: 'archived' } };
});
