/** What happens to the questions is tested in get-question-bank.test.ts. */
import type { QuestionFolder } from '@shufang/contract';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';

testAccess('deleteQuestionFolder', ['teacher', 'author']);
testIdempotency('deleteQuestionFolder', async ({ aTeacher, aBank, post }) => {
  const as = await aTeacher();
  const bankId = (await aBank(as)).id;
  return { as, body: { bankId, id: (await post<QuestionFolder>('/api/question/folder/save', as, { bankId, name: '第一章' })).id } };
});
