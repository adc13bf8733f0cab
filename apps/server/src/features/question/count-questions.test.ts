/** Tests that the questions of a filter are counted, for those who may use the bank. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aChoice } from '../../testing/question-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { openQuestionFixture, type QuestionFixture } from './testing/question-fixture.ts';

testAccess('countQuestions', ['teacher', 'author']);

let fixture: QuestionFixture;
beforeAll(async () => {
  fixture = await openQuestionFixture();
});
afterAll(() => fixture?.shop.close());

test('a filter counts what it lists, and nobody else counts the questions of a bank', async () => {
  const [teacher, other] = [await fixture.aTeacher(), await fixture.aTeacher()];
  const { id } = await fixture.aBank(teacher);
  for (const difficulty of [1, 2, 2]) await fixture.aQuestion(teacher, id, { difficulty });
  const count = async (filter: string, as = teacher) =>
    await fixture.get<{ count: number }>(`/api/question/count?bankId=${id}${filter}`, as);
  const counts = [];
  for (const filter of ['', '&difficulty=2', '&type=single&tag=%E8%AE%BA%E8%AF%AD', '&text=%E5%AD%9F%E5%AD%90%E4%BC%A0', '&folderId=none'])
    counts.push((await count(filter)).payload?.count);
  expect(counts).toEqual([3, 2, 3, 0, 3]);
  await fixture.aQuestion(teacher, id, {
    difficulty: 2,
    view: { ...aChoice().view, interactions: { RESPONSE: { type: 'upload' } } },
    key: { responses: { RESPONSE: { rule: 'manual', milli: 2000 } }, explanation: [] },
  });
  expect((await count('&difficulty=2')).payload?.count).toBe(3);
  expect((await count('&difficulty=2&forDraw=true')).payload?.count).toBe(2);
  expect((await count('', other)).code).toBe('question.bankNotFound');
});
