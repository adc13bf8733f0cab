/** Tests that copies are questions of their own. */
import type { BankQuestion } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aChoice } from '../../testing/question-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openQuestionFixture, type QuestionFixture } from './testing/question-fixture.ts';

testAccess('copyQuestions', ['teacher', 'author']);
testIdempotency('copyQuestions', async ({ aTeacher, aBank, aQuestion }) => {
  const as = await aTeacher();
  const { id: bankId } = await aBank(as);
  return { as, body: { bankId, ids: [(await aQuestion(as, bankId)).id], toBankId: bankId } };
});

let fixture: QuestionFixture;
beforeAll(async () => {
  fixture = await openQuestionFixture();
});
afterAll(() => fixture?.shop.close());

test('a copy has the newest content and labels, and does not change with the original', async () => {
  const teacher = await fixture.aTeacher();
  const [from, to] = [await fixture.aBank(teacher), await fixture.aBank(teacher)];
  const original = await fixture.aQuestion(teacher, from.id);
  const { payload } = await fixture.post<{ ids: string[] }>('/api/question/copy', teacher, {
    bankId: from.id,
    ids: [original.id],
    toBankId: to.id,
  });
  const { revision, tags, knowledgePoints } = original;
  const edit = { bankId: from.id, id: original.id, revision, tags, knowledgePoints, ...aChoice('改过的原题') };
  await fixture.post('/api/question/save', teacher, edit);
  const copy = await fixture.get<BankQuestion>(`/api/question/get?id=${payload?.ids[0]}`, teacher);
  expect(copy.payload).toMatchObject({ ...aChoice(), bankId: to.id, tags, knowledgePoints, difficulty: 2, versionNo: 1, revision: 1 });
});
