/** Tests that chosen questions of an import are stored, all or none. */
import type { BankQuestion, listQuestions, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aChoice } from '../../testing/question-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openQuestionFixture, type QuestionFixture } from './testing/question-fixture.ts';

const itemOf = (text: string, line = 1): object => ({
  ...aChoice(text),
  tags: [],
  knowledgePoints: ['论语'],
  origin: { format: 'gift', fileName: '论语.gift', line, source: text },
});

testAccess('importQuestions', ['teacher', 'author']);
testIdempotency('importQuestions', async ({ aTeacher, aBank }) => {
  const as = await aTeacher();
  return { as, body: { bankId: (await aBank(as)).id, items: [itemOf('甲'), itemOf('乙')] } };
});

let fixture: QuestionFixture;
beforeAll(async () => {
  fixture = await openQuestionFixture();
});
afterAll(() => fixture?.shop.close());

test('imported questions are listed in the order of the file, each with its source', async () => {
  const teacher = await fixture.aTeacher();
  const { id: bankId } = await fixture.aBank(teacher);
  const texts = Array.from({ length: 20 }, (_, n) => `第 ${n} 题`);
  const { payload, message } = await fixture.post<{ ids: string[] }>('/api/question/import', teacher, {
    bankId,
    items: texts.map((text, index) => itemOf(text, index + 1)),
  });
  expect(message).toBe('已导入 20 道题');
  const listed = await fixture.get<OutputOf<typeof listQuestions>>(`/api/question/list?bankId=${bankId}&limit=100`, teacher);
  expect(listed.payload?.items.map(({ id }) => id)).toEqual(payload?.ids);
  expect(listed.payload?.items.map(({ excerpt }) => excerpt)).toEqual(texts);
  const third = await fixture.get<BankQuestion>(`/api/question/get?id=${payload?.ids[2]}`, teacher);
  expect(third.payload?.origin).toEqual({ format: 'gift', fileName: '论语.gift', line: 3, source: '第 2 题' });
});

test('nothing is stored if one of the questions is incomplete', async () => {
  const teacher = await fixture.aTeacher();
  const { id: bankId } = await fixture.aBank(teacher);
  const broken = { ...itemOf('乙'), key: { responses: {}, explanation: [] } };
  expect((await fixture.post('/api/question/import', teacher, { bankId, items: [itemOf('甲'), broken] })).code).toBe('question.incomplete');
  const listed = await fixture.get<OutputOf<typeof listQuestions>>(`/api/question/list?bankId=${bankId}`, teacher);
  expect(listed.payload?.items).toEqual([]);
});
