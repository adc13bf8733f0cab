/** The folders themselves are tested in get-question-bank.test.ts. */
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';

testAccess('saveQuestionFolder', ['teacher', 'author']);
testIdempotency('saveQuestionFolder', async ({ aTeacher, aBank }) => {
  const as = await aTeacher();
  return { as, body: { bankId: (await aBank(as)).id, name: '第一章' } };
});
