/** The lists of archived questions are tested in list-questions.test.ts. */
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';

testAccess('setQuestionStatus', ['teacher', 'author']);
testIdempotency('setQuestionStatus', async ({ aTeacher, aBank, aQuestion }) => {
  const as = await aTeacher();
  const { id: bankId } = await aBank(as);
  return { as, body: { bankId, ids: [(await aQuestion(as, bankId)).id], status: 'archived' } };
});
