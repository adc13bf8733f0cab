/** Tests the contents of questions for the export. */
import type { listQuestionContents, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aChoice } from '../../testing/question-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openQuestionFixture, type QuestionFixture } from './testing/question-fixture.ts';

testAccess('listQuestionContents', ['teacher', 'author']);
testIdempotency(
  'listQuestionContents',
  async ({ aTeacher, aBank }) => {
    const as = await aTeacher();
    return { as, body: { bankId: (await aBank(as)).id } };
  },
  { repeatsSafely: true },
);

let fixture: QuestionFixture;
beforeAll(async () => {
  fixture = await openQuestionFixture();
});
afterAll(() => fixture?.shop.close());

test('questions are listed with keys, all or those named, and only those of the bank', async () => {
  const teacher = await fixture.aTeacher();
  const [bank, other] = [await fixture.aBank(teacher), await fixture.aBank(teacher)];
  const [one, two] = [await fixture.aQuestion(teacher, bank.id), await fixture.aQuestion(teacher, bank.id, aChoice('仁是什么？'))];
  const foreign = await fixture.aQuestion(teacher, other.id);
  const contents = async (more: object) =>
    (await fixture.post<OutputOf<typeof listQuestionContents>>('/api/question/contents', teacher, { bankId: bank.id, ...more })).payload;
  expect((await contents({}))?.items.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted());
  expect((await contents({ ids: [two.id, foreign.id] }))?.items).toMatchObject([{ id: two.id, ...aChoice('仁是什么？') }]);
  const first = await contents({ limit: 1 });
  const rest = await contents({ limit: 1, cursor: first?.nextCursor });
  expect(new Set([first, rest].flatMap((page) => page?.items.map(({ id }) => id)))).toEqual(new Set([one.id, two.id]));
});
